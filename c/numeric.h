/*
 * exp, log, tanh, atan2, erf and max of our own: a library's differ from machine to
 * machine in the last bit, these do not. Each is one formula in plain float32 or
 * double arithmetic, the same in vector and scalar code. NaN stays NaN.
 *
 *   attn_exp    at most 0.53 units in the last place (ulp); 0.77 where denormal
 *               results round a second time; 0 and inf at the ends
 *   attn_log    at most 0.501 ulp; log 0 = -inf, NaN below 0
 *   attn_tanh   at most 0.501 ulp
 *   attn_atan2  at most 0.501 ulp; of y and x from 0 to 1, one of which is 1
 *   attn_normal within 10^-12 of its share and its density, relatively
 *
 * With ATTN_DOUBLE, the gradient check's build, they come from the C library.
 */
#ifndef ATTN_NUMERIC_H
#define ATTN_NUMERIC_H

#include <math.h>
#include <string.h>

#include "attn.h"
#include "simd.h"

/* The larger of two; NaN if either is. */
ATTN_INLINE attn_real attn_max(attn_real a, attn_real b) {
  return a > b || a != a ? a : b;
}

attn_real attn_exp(attn_real x);
attn_real attn_log(attn_real x);
double attn_log_wide(double x); /* the same before it is rounded; x normal, as every float32 is in double */
attn_real attn_tanh(attn_real x);
attn_real attn_atan2(attn_real y, attn_real x);
/* Of the normal distribution, in double: the share below x, (1 + erf(x / sqrt 2)) / 2, and the density at x. */
double attn_normal(double *density, double x);

/* y[i] = exp(x[i]), the bits of attn_exp; y may be x */
void attn_exp_all(attn_real *y, const attn_real *x, int64_t count);
/* y[i] = tanh(x[i]), the bits of attn_tanh; y may be x */
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
 * log 2 is split: n times its high part is exact, and so is x minus that. The low
 * part joins the small term r^2 q(r), and so does what 1 + r loses by rounding: only
 * the last addition rounds what matters. q is the polynomial of degree 4 with the
 * smallest largest relative error of the whole, 0.05 of 2^-24 for |r| <= log(2) / 2
 * (found by the Remez exchange). n is left in the low bits of *whole.
 */
ATTN_INLINE attn_vec attn_vec_exp_part(attn_bits *whole, attn_vec x) {
  const float round = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest whole number in the low bits
  attn_vec shifted = x * 1.44269504f + round;
  attn_vec n = shifted - round;
  attn_vec high = x - n * 0.693145752f;
  attn_vec low = n * 1.42860677e-6f;
  attn_vec r = high - low;
  attn_vec q = (((0.00138143207f * r + 0.00836885107f) * r + 0.0416684011f) * r + 0.166665195f) * r + 0.499999934f;
  attn_vec sum = high + 1.0f;
  attn_vec lost = high - (sum - 1.0f);
  *whole = (attn_bits)shifted;  // garbage where x is NaN, and so harmless: p is NaN too
  return sum + (lost + (r * r * q - low));
}

/* exp of every x. Beyond the ends the result is 0 or inf; there n log 2 would be NaN. 2^n is multiplied in two halves:
 * a denormal result rounds once more, an infinite one comes out. */
ATTN_INLINE attn_vec attn_vec_exp(attn_vec x) {
  attn_bits whole;
  attn_vec p = attn_vec_exp_part(&whole, attn_at_most(attn_at_least(x, attn_splat(-104.0f)), attn_splat(89.0f)));
  attn_bits n = whole - 0x4b400000, half = n >> 1;
  return p * (attn_vec)((half + 127) << 23) * (attn_vec)((n - half + 127) << 23);
}

/*
 * exp of x <= 0 (or NaN) in two thirds of the steps, for weights: 2^n p, t = x / log 2, n = round(t), p = 2^(t - n).
 *
 * t is rounded once, so the error is at most (1.1 + |x|) exp(x) 2^-24: never more than 1.5 of 2^-24 beside a largest
 * weight of 1. p is the polynomial of degree 6 with the smallest largest relative error, 0.05 of 2^-24. Below
 * 2^-126.5 the result is 0.
 *
 * The numbers lie in memory (numeric.c): V8 makes a vector that stands in the code anew each time round a loop, but
 * keeps one that was loaded before it.
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
