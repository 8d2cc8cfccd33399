/*
 * Vectors of four lanes. The lanes compute four different outputs, never four terms
 * of one, so a build without vector instructions gives the same bits.
 *
 * Written with the vector extension of GCC and Clang, which compiles everywhere;
 * intrinsics are used only where it falls short. With ATTN_DOUBLE there are two
 * lanes of double.
 *
 * The relaxed build (-mrelaxed-simd) rounds only once in attn_madd if the machine
 * can: it is twice as fast, but the last bits differ.
 */
#ifndef ATTN_SIMD_H
#define ATTN_SIMD_H

#include <stdbool.h>

#include "attn.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#elif defined(__SSE__)
#include <xmmintrin.h>
#endif

/* The result of comparing lanes, all bits set or none: an integer as wide as attn_real. */
#ifdef ATTN_DOUBLE
typedef int64_t attn_bit_lane;
#else
typedef int32_t attn_bit_lane;
#endif
typedef attn_bit_lane attn_bits __attribute__((vector_size(16)));
typedef attn_real attn_vec __attribute__((vector_size(16)));
/* attn_vec at any address of an attn_real. */
typedef attn_real attn_vec_anywhere __attribute__((vector_size(16), aligned(4), may_alias));

/* 1 in the relaxed build, which guarantees no order of sums */
#ifdef __wasm_relaxed_simd__
#define ATTN_RELAXED 1
#else
#define ATTN_RELAXED 0
#endif

/* For functions so small that a call would cost more than their body, even when optimizing for size. */
#define ATTN_INLINE static inline __attribute__((always_inline))

/* Unrolls the following loop completely, even when optimizing for size, so that its variables stay in registers. */
#ifdef __clang__
#define ATTN_UNROLL _Pragma("clang loop unroll(full)")
#else
#define ATTN_UNROLL _Pragma("GCC unroll 8")
#endif

#define ATTN_LANES ((int)(sizeof(attn_vec) / sizeof(attn_real)))

/* Reports whether n has at least `step` more entries from j on. The remaining ones are handled one by one. */
ATTN_INLINE bool attn_more(int64_t j, int64_t step, int64_t n) {
  return j + step <= n;
}

ATTN_INLINE attn_vec attn_load(const attn_real *x) {
  return *(const attn_vec_anywhere *)x;
}
ATTN_INLINE void attn_store(attn_real *x, attn_vec v) {
  *(attn_vec_anywhere *)x = v;
}
ATTN_INLINE attn_vec attn_splat(attn_real x) {
#ifdef ATTN_DOUBLE
  return (attn_vec){x, x};
#else
  return (attn_vec){x, x, x, x};
#endif
}

/* Two numbers in double, for sums and quotients that round once. */
typedef double attn_wide __attribute__((vector_size(16)));

ATTN_INLINE attn_wide attn_widen(const attn_real *x) {
#if defined(__wasm_simd128__) && !defined(ATTN_DOUBLE)
  return (attn_wide)wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(x));
#else
  return (attn_wide){(double)x[0], (double)x[1]};
#endif
}
ATTN_INLINE void attn_narrow(attn_real *y, attn_wide v) {
#if defined(__wasm_simd128__) && !defined(ATTN_DOUBLE)
  wasm_v128_store64_lane(y, wasm_f32x4_demote_f64x2_zero((v128_t)v), 0);
#else
  y[0] = (attn_real)v[0], y[1] = (attn_real)v[1];
#endif
}

/* Forces *v to be computed, or loaded, at this point. Has no effect outside WebAssembly SIMD. */
ATTN_INLINE void attn_settle(attn_vec *v) {
#ifdef __wasm_simd128__
  __asm__ volatile("" : "+r"(*v));
#else
  (void)v;
#endif
}

/* a * b + c, rounded twice; in the relaxed build once or twice, depending on the machine */
ATTN_INLINE attn_vec attn_madd(attn_vec a, attn_vec b, attn_vec c) {
#if !ATTN_RELAXED
  return a * b + c;
#elif __has_builtin(__builtin_wasm_relaxed_madd_f32x4)
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
#else
  return __builtin_wasm_fma_f32x4(a, b, c);  // a draft opcode, which c/tools/relaxed.mjs replaces
#endif
}

/* The lanes of a where all bits of `where` are set, and the lanes of b where none are. */
ATTN_INLINE attn_vec attn_select(attn_bits where, attn_vec a, attn_vec b) {
  return (attn_vec)(((attn_bits)a & where) | ((attn_bits)b & ~where));
}

/* Reports whether any lane is set. */
ATTN_INLINE bool attn_any(attn_bits lanes) {
#ifdef __wasm_simd128__
  return wasm_v128_any_true((v128_t)lanes);
#else
  bool found = false;
  for (int l = 0; l < ATTN_LANES; l++) found |= lanes[l] != 0;
  return found;
#endif
}

/* The larger of x and bound, lane by lane; x where x is NaN. A single instruction where the machine has one. */
ATTN_INLINE attn_vec attn_at_least(attn_vec x, attn_vec bound) {
#if defined(__wasm_simd128__) && !defined(ATTN_DOUBLE)
  return (attn_vec)wasm_f32x4_pmax((v128_t)x, (v128_t)bound);
#elif defined(__SSE__) && !defined(ATTN_DOUBLE)
  return (attn_vec)_mm_max_ps((__m128)bound, (__m128)x);
#else
  return attn_select(x < bound, bound, x);
#endif
}

/* The smaller of x and bound, lane by lane; x where x is NaN. */
ATTN_INLINE attn_vec attn_at_most(attn_vec x, attn_vec bound) {
#if defined(__wasm_simd128__) && !defined(ATTN_DOUBLE)
  return (attn_vec)wasm_f32x4_pmin((v128_t)x, (v128_t)bound);
#elif defined(__SSE__) && !defined(ATTN_DOUBLE)
  return (attn_vec)_mm_min_ps((__m128)bound, (__m128)x);
#else
  return attn_select(bound < x, bound, x);
#endif
}

#endif
