/*
 * Four lanes that compute four different outputs, never four terms of one: so a
 * build without vector instructions gives the same bits.
 *
 * Written with the vector extension of GCC and Clang, which compiles everywhere;
 * only what it cannot say well is said by hand. With ATTN_DOUBLE there are two
 * lanes of double.
 */
#ifndef ATTN_SIMD_H
#define ATTN_SIMD_H

#include "attn.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#elif defined(__SSE__)
#include <xmmintrin.h>
#endif

/* what a comparison of lanes gives: all bits set or none; an integer as wide as a real */
#ifdef ATTN_DOUBLE
typedef int64_t attn_bits __attribute__((vector_size(16)));
#else
typedef int32_t attn_bits __attribute__((vector_size(16)));
#endif
typedef attn_real attn_vec __attribute__((vector_size(16)));
/* the same, wherever it lies in memory */
typedef attn_real attn_vec_anywhere __attribute__((vector_size(16), aligned(4), may_alias));

#define ATTN_LANES ((int)(sizeof(attn_vec) / sizeof(attn_real)))

static inline attn_vec attn_load(const attn_real *x) {
  return *(const attn_vec_anywhere *)x;
}
static inline void attn_store(attn_real *x, attn_vec v) {
  *(attn_vec_anywhere *)x = v;
}
static inline attn_vec attn_splat(attn_real x) {
#ifdef ATTN_DOUBLE
  return (attn_vec){x, x};
#else
  return (attn_vec){x, x, x, x};
#endif
}

/* where has all bits of a lane set: that lane of a; else of b */
static inline attn_vec attn_select(attn_bits where, attn_vec a, attn_vec b) {
  return (attn_vec)(((attn_bits)a & where) | ((attn_bits)b & ~where));
}

/* The larger of x and bound, lane by lane; where x is NaN, x. One instruction. */
static inline attn_vec attn_at_least(attn_vec x, attn_vec bound) {
#if defined(__wasm_simd128__) && !defined(ATTN_DOUBLE)
  return (attn_vec)wasm_f32x4_pmax((v128_t)x, (v128_t)bound);
#elif defined(__SSE__) && !defined(ATTN_DOUBLE)
  return (attn_vec)_mm_max_ps((__m128)bound, (__m128)x);
#else
  return attn_select(x < bound, bound, x);
#endif
}

/* The smaller of x and bound; where x is NaN, x. */
static inline attn_vec attn_at_most(attn_vec x, attn_vec bound) {
#if defined(__wasm_simd128__) && !defined(ATTN_DOUBLE)
  return (attn_vec)wasm_f32x4_pmin((v128_t)x, (v128_t)bound);
#elif defined(__SSE__) && !defined(ATTN_DOUBLE)
  return (attn_vec)_mm_min_ps((__m128)bound, (__m128)x);
#else
  return attn_select(bound < x, bound, x);
#endif
}

#endif
