/*
 * Our own exp, log, tanh, atan2, erf and max: unlike those of a library, they give
 * the same last bit on every machine. Each is one formula in plain float32 or double
 * arithmetic, the same in vector and scalar code. NaN stays NaN.
 *
 *   attn_exp       at most 0.53 units in the last place (ulp); 0.77 where denormal
 *                  results round a second time; 0 and inf at the ends
 *   attn_log_wide  at most 0.501 ulp once rounded; log 0 = -inf, NaN below 0
 *   attn_tanh      at most 0.501 ulp
 *   attn_atan2     at most 0.501 ulp; for y and x from 0 to 1, one of which is 1
 *   attn_normal    relative error at most 10^-12, of the share and of the density
 *
 * With ATTN_DOUBLE, in the build for the gradient check, they call the C library.
 */
#ifndef ATTN_NUMERIC_H
#define ATTN_NUMERIC_H

#include <math.h>
#include <string.h>

#include "attn.h"
#include "simd.h"

/* Returns the larger of two numbers; NaN if either is NaN. */
ATTN_INLINE attn_real attn_max(attn_real a, attn_real b) {
  return a > b || a != a ? a : b;
}

attn_real attn_exp(attn_real x);
double attn_log_wide(double x); /* not rounded; x must be a normal double, as every float32 is */
attn_real attn_tanh(attn_real x);
attn_real attn_atan2(attn_real y, attn_real x);
/* Returns the share of the normal distribution below x, (1 + erf(x / sqrt 2)) / 2, and writes its density at x. */
double attn_normal(double *density, double x);

/* y[i] = exp(x[i]) with the bits of attn_exp; y may be x */
void attn_exp_all(attn_real *y, const attn_real *x, int64_t count);
/* y[i] = tanh(x[i]) with the bits of attn_tanh; y may be x */
void attn_tanh_all(attn_real *y, const attn_real *x, int64_t count);

#ifdef ATTN_DOUBLE

static inline attn_vec attn_vec_exp(attn_vec x) {
  for (int l = 0; l < ATTN_LANES; l++) x[l] = exp(x[l]);
  return x;
}
static inline attn_vec attn_vec_exp_below(attn_vec x) {
  return attn_vec_exp(x);
}

#else

/*
 * exp(x) = 2^n p,  p = 1 + r + r^2 q(r),  n = round(x / log 2),  r = x - n log 2
 *
 * log 2 is split in two parts: n times the high part is exact, and so is x minus that
 * product. The low part is added to the small term r^2 q(r), and so is the rounding
 * error of 1 + r, so that only the last addition rounds noticeably. q is the minimax
 * polynomial of degree 4 (Remez exchange); the relative error of the whole is at most
 * 0.05 of 2^-24 for |r| <= log(2) / 2. n is left in the low bits of *whole.
 */
ATTN_INLINE attn_vec attn_vec_exp_part(attn_bits *whole, attn_vec x) {
  const float round = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer in the low bits
  attn_vec shifted = x * 1.44269504f + round;
  attn_vec n = shifted - round;
  attn_vec high = x - n * 0.693145752f;
  attn_vec low = n * 1.42860677e-6f;
  attn_vec r = high - low;
  attn_vec q = (((0.00138143207f * r + 0.00836885107f) * r + 0.0416684011f) * r + 0.166665195f) * r + 0.499999934f;
  attn_vec sum = high + 1.0f;
  attn_vec lost = high - (sum - 1.0f);
  *whole = (attn_bits)shifted;  // garbage where x is NaN, which is harmless: the result is NaN too
  return sum + (lost + (r * r * q - low));
}

/* exp(x) in every lane. x is clamped, since n log 2 would be NaN for infinite x; beyond the clamp the result is 0 or
 * inf. 2^n is multiplied in two halves, so that denormal results, which round once more, and infinite results come out
 * right. */
ATTN_INLINE attn_vec attn_vec_exp(attn_vec x) {
  attn_bits whole;
  attn_vec p = attn_vec_exp_part(&whole, attn_at_most(attn_at_least(x, attn_splat(-104.0f)), attn_splat(89.0f)));
  attn_bits n = whole - 0x4b400000, half = n >> 1;
  return p * (attn_vec)((half + 127) << 23) * (attn_vec)((n - half + 127) << 23);
}

/*
 * exp(x) for x <= 0 (or NaN) in two thirds of the steps, for weights:
 *   2^n p,  t = x / log 2,  n = round(t),  p = 2^(t - n)
 *
 * t is rounded once, so the error is at most (1.1 + |x|) exp(x) 2^-24: never more than 1.5 of 2^-24 where the largest
 * weight is 1. p is the minimax polynomial of degree 6; its relative error is at most 0.05 of 2^-24. Results below
 * 2^-126.5 become 0.
 *
 * The coefficients are in memory (numeric.c): V8 rebuilds a constant vector in every round of a loop, but keeps one
 * that was loaded before the loop.
 */
typedef struct {
  float per_log2, least, round, terms[7];
} attn_exp_numbers;
extern const attn_exp_numbers attn_exp_below;

ATTN_INLINE attn_vec attn_vec_exp_below(attn_vec x) {
  const attn_vec round = attn_splat(attn_exp_below.round);
  const attn_vec t = attn_at_least(x * attn_exp_below.per_log2, attn_splat(attn_exp_below.least));
  const attn_vec shifted = t + round, f = t - (shifted - round);
  attn_vec p = attn_splat(attn_exp_below.terms[0]);
  ATTN_UNROLL for (int n = 1; n < 7; n++) p = attn_madd(p, f, attn_splat(attn_exp_below.terms[n]));
  return p * (attn_vec)((attn_bits)shifted << 23);
}

#endif

#endif
