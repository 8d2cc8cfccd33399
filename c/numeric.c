/* Defines the functions of numeric.h; with double as attn_real, those of the library take their place. */
#include "numeric.h"

#include "internal.h"

#ifdef ATTN_DOUBLE

attn_real attn_exp(attn_real x) {
  return exp(x);
}
double attn_log_wide(double x) {
  return log(x);
}
attn_real attn_tanh(attn_real x) {
  return tanh(x);
}
attn_real attn_atan2(attn_real y, attn_real x) {
  return atan2(y, x);
}
double attn_normal(double *density, double x) {
  *density = 0.39894228040143268 * exp(-x * x / 2);
  return erfc(-x * 0.70710678118654752) / 2;
}

#else

const attn_exp_numbers attn_exp_below = {
    .per_log2 = 1.44269504f,  // 1 / log 2
    .least = -127.0f,
    .round = 12583039.0f,  // 1.5 * 2^23 + 127: adding it leaves n + 127, the exponent of 2^n, in the low bits
    .terms = {1.55954841e-4f, 1.34069505e-3f, 9.61768930e-3f, 5.55030971e-2f, 2.40226528e-1f, 6.93147215e-1f, 1},
};

attn_real attn_exp(attn_real x) {
  attn_exp_all(&x, &x, 1);
  return x;
}

/*
 * log(x) = e log 2 + 2 atanh(f),  x = 2^e m,  m in [0.7, 1.4),  f = (m - 1) / (m + 1)
 *
 * Computed in double, where every float32, even a denormal, is a normal number.
 * |f| < 0.172, so the error after eight terms of the series is below 2^-40.
 */
double attn_log_wide(double x) {
  if (!(x > 0)) return x == 0 ? -INFINITY : NAN;
  if (x == INFINITY) return x;
  double m = x;
  uint64_t bits;
  memcpy(&bits, &m, sizeof bits);
  int32_t e = (int32_t)(bits >> 52) - 1023;
  bits = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
  memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    e++;
  }
  double f = (m - 1) / (m + 1), s = f * f;
  double series = 1.0 / 15;
  // unrolled, so that the compiler computes the quotients
  ATTN_UNROLL for (int k = 13; k > 0; k -= 2) series = series * s + 1.0 / k;
  return e * 0.69314718055994531 + 2 * f * series;
}

/*
 * tanh(x) = (e - 1) / (e + 1),  e = exp(2 |x|)
 *
 * Computed in double. e - 1 avoids cancellation: 2^n (exp(r) - 1) + (2^n - 1).
 */
attn_real attn_tanh(attn_real x) {
  if (x != x) return x;
  double a = 2.0 * fabsf(x);
  if (a > 40) a = 40;  // tanh 20 is 1 to the last bit
  double n = (double)(int32_t)(a * 1.4426950408889634 + 0.5);
  double r = a - n * 0.69314718055994531;
  double series = 1.0 / 479001600;
  static const double factorial[] = {39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1};
  for (int k = 0; k < 11; k++) series = series * r + 1.0 / factorial[k];
  uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
  double scale;
  memcpy(&scale, &bits, sizeof scale);
  double less_one = scale * (series * r) + (scale - 1);
  double t = less_one / (less_one + 2);
  return (float)(x < 0 || (x == 0 && 1 / x < 0) ? -t : t);
}

/* atan(z) for 0 <= z <= 1 in double: subtracts the nearest of three known angles, which leaves |z| <= tan(pi / 16), and
 * sums the series. */
static double atan_up_to_one(double z) {
  static const double tangent[] = {0, 0.41421356237309503, 1};
  static const double angle[] = {0, 0.39269908169872414, 0.78539816339744828};
  int near = z < 0.19891236737965800 ? 0 : z < 0.66817863791929888 ? 1 : 2;
  double t = (z - tangent[near]) / (1 + z * tangent[near]), s = t * t;
  double series = 1.0 / 17;
  for (int k = 15; k > 0; k -= 2) series = 1.0 / k - series * s;
  return angle[near] + t * series;
}

attn_real attn_atan2(attn_real y, attn_real x) {
  const double a = y, b = x;
  return (float)(a < b ? atan_up_to_one(a / b) : 1.57079632679489656 - atan_up_to_one(b / a));
}

/* exp(x) = 2^n exp(r) in double, for -700 < x <= 0; the error of the series in r is below 2^-52 */
static double exp_wide(double x) {
  const double n = (double)(int32_t)(x * 1.4426950408889634 - 0.5), r = x - n * 0.69314718055994531;
  double series = 1;
  for (int k = 13; k > 0; k--) series = 1 + series * r / k;
  const uint64_t bits = (uint64_t)((int64_t)n + 1023) << 52;
  double scale;
  memcpy(&scale, &bits, sizeof scale);
  return scale * series;
}

/*
 * share = 1/2 + density (x + x^3/3 + x^5/(3 5) + ...)            for |x| <= 3
 * share = density / (|x| + 1/(|x| + 2/(|x| + 3/(|x| + ...))))    for x < -3 (Laplace); for x > 3, 1 minus that
 *
 * The terms of the series all have the sign of x, so nothing cancels in it. The error after 40 terms of the series, or
 * of the fraction, is below 2^-42.
 */
double attn_normal(double *density, double x) {
  const double far = x < 0 ? -x : x;
  *density = 0;
  if (x != x) return *density = x;
  if (far > 37) return x > 0;
  *density = 0.39894228040143268 * exp_wide(-x * x / 2);
  double sum = far > 3 ? far : 1;
  if (far <= 3) {
    for (int k = 79; k > 1; k -= 2) sum = 1 + sum * (x * x) / k;
    return 0.5 + *density * x * sum;
  }
  for (int k = 40; k > 0; k--) sum = far + k / sum;
  return x < 0 ? *density / sum : 1 - *density / sum;
}

#endif

void attn_exp_all(attn_real *y, const attn_real *x, int64_t count) {
  for (int64_t i = 0; i < count; i += ATTN_LANES) {
    // the rest at the end goes through a vector too, so that the formula exists only once
    const int left = (int)attn_least(count - i, ATTN_LANES);
    attn_real rest[ATTN_LANES] = {0};
    for (int l = 0; l < left && left < ATTN_LANES; l++) rest[l] = x[i + l];
    const attn_vec v = attn_vec_exp(attn_load(left < ATTN_LANES ? rest : x + i));
    if (left == ATTN_LANES) attn_store(y + i, v);
    for (int l = 0; l < left && left < ATTN_LANES; l++) y[i + l] = v[l];
  }
}

/* Fills vector by vector; memset would go byte by byte here. */
__attribute__((noinline)) static void fill(attn_real *y, attn_real value, int64_t count) {
  int64_t n = 0;
  for (; attn_more(n, ATTN_LANES, count); n += ATTN_LANES) attn_store(y + n, attn_splat(value));
  for (; n < count; n++) y[n] = value;
}

void attn_fill_edges(attn_real *y, int64_t from, int64_t to, int64_t n, attn_real value) {
  fill(y, value, from);
  fill(y + to, value, n - to);
}

void attn_tanh_all(attn_real *y, const attn_real *x, int64_t count) {
  for (int64_t i = 0; i < count; i++) y[i] = attn_tanh(x[i]);
}

/* All bits set in the lanes that are NaN or infinite, where x - x is NaN. */
ATTN_INLINE attn_bits not_finite(attn_vec x) {
  return (x - x) != (x - x);
}

int32_t attn_all_finite(const attn_real *x, int64_t count) {
  int64_t n = 0;
  attn_bits found = not_finite(attn_splat(0));
  for (; attn_more(n, 4 * ATTN_LANES, count); n += 4 * ATTN_LANES)
    ATTN_UNROLL for (int v = 0; v < 4; v++) found |= not_finite(attn_load(x + n + v * ATTN_LANES));
  bool bad = attn_any(found);
  for (; n < count; n++) bad |= x[n] - x[n] != 0;
  return !bad;
}

int64_t attn_first_non_finite(const attn_real *x, int64_t count, int32_t minus_infinity) {
  enum { BLOCK = 64 };
  const attn_vec ignored = attn_splat(minus_infinity ? NAN : -INFINITY);
  for (int64_t first = 0; first < count; first += BLOCK) {
    const int64_t end = attn_least(first + BLOCK, count);
    attn_bits found = not_finite(attn_splat(0));
    int64_t n = first;
    for (; n + ATTN_LANES <= end && end - first == BLOCK; n += ATTN_LANES) {
      const attn_vec v = attn_load(x + n);
      found |= not_finite(v) & (v != ignored);
    }
    if (n == end && !attn_any(found)) continue;
    for (n = first; n < end; n++)
      if (x[n] - x[n] != 0 && (minus_infinity || x[n] != -INFINITY)) return n;
  }
  return -1;
}
