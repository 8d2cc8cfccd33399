/* The geometry of a dot product: lengths, the angle between two vectors, and the projection of one onto the other. */
#include "internal.h"
#include "numeric.h"

static double dot_product(const attn_real *a, const attn_real *b, int64_t d) {
  double sum = 0;
  for (int64_t c = 0; c < d; c++) sum += (double)a[c] * (double)b[c];
  return sum;
}

/*
 * The angle between a and b, 2 atan2(|a' - b'|, |a' + b'|) with a' = a |b| and b' = b |a| of equal length
 * (Kahan 2006). It is exact for small angles too, unlike acos of the cosine. NaN if a length is 0.
 */
static attn_real angle_between(const attn_real *a, const attn_real *b, double length_a, double length_b, int64_t d) {
  double minus = 0, plus = 0;
  for (int64_t c = 0; c < d; c++) {
    const double u = (double)a[c] * length_b, v = (double)b[c] * length_a;
    minus += (u - v) * (u - v);
    plus += (u + v) * (u + v);
  }
  if (length_a == 0 || length_b == 0) return NAN;
  const double m = sqrt(minus), p = sqrt(plus), most = m > p ? m : p;
  return 2 * attn_atan2((attn_real)(m / most), (attn_real)(p / most));
}

void attn_geometry(attn_real *dot, attn_real *cosine, attn_real *angle, attn_real *projection, attn_real *length_a,
                   attn_real *length_b, const attn_real *a, const attn_real *b, int64_t n, int64_t m, int64_t d) {
  for (int64_t j = 0; j < m; j++) length_b[j] = (attn_real)sqrt(dot_product(b + j * d, b + j * d, d));
  for (int64_t i = 0; i < n; i++) {
    const attn_real *u = a + i * d;
    const double length_u = sqrt(dot_product(u, u, d));
    length_a[i] = (attn_real)length_u;
    for (int64_t j = 0; j < m; j++) {
      const attn_real *v = b + j * d;
      const double along = dot_product(u, v, d), length_v = sqrt(dot_product(v, v, d));
      *dot++ = (attn_real)along;
      *cosine++ = (attn_real)(along / (length_u * length_v));
      *angle++ = angle_between(u, v, length_u, length_v, d);
      *projection++ = (attn_real)(along / length_v);
    }
  }
}

/* ---------------------------------------------------------------- backward */

/* The gradients of the results for every pair; any may be NULL. */
typedef struct {
  const attn_real *dot, *cosine, *angle, *projection;
} pair_gradients;

/* The gradient of one pair is across * v + along_a * u for u and across * u + along_b * v for v. */
typedef struct {
  double across, along_a, along_b;
} pair_pull;

static double at_pair(const attn_real *x, int64_t n) {
  return x == NULL ? 0 : (double)x[n];
}

/* The sine, computed as the length of v / |v| - cosine u / |u|, which is exact for small angles too. */
static double sine_between(const attn_real *u, const attn_real *v, double length_u, double length_v, double cosine,
                           int64_t d) {
  double sum = 0;
  for (int64_t c = 0; c < d; c++) {
    const double rest = (double)v[c] / length_v - cosine * ((double)u[c] / length_u);
    sum += rest * rest;
  }
  return sqrt(sum);
}

/*
 * by u:   cosine' = v / (|u| |v|) - cosine u / |u|^2,   angle' = -cosine' / sine,   projection' = v / |v|
 * by v:   the same with u and v swapped, but            projection' = u / |v| - dot v / |v|^3
 *
 * Between parallel vectors the slope of the angle counts as 0. A pair whose gradients are all 0 contributes 0, whatever
 * it holds.
 */
static pair_pull pull_of(const pair_gradients *grad, int64_t n, const attn_real *u, const attn_real *v, int64_t d) {
  const double of_dot = at_pair(grad->dot, n), of_cosine = at_pair(grad->cosine, n);
  const double of_angle = at_pair(grad->angle, n), of_projection = at_pair(grad->projection, n);
  pair_pull pull = {of_dot, 0, 0};
  if (of_cosine == 0 && of_angle == 0 && of_projection == 0) return pull;
  const double dot = dot_product(u, v, d), length_u = sqrt(dot_product(u, u, d)), length_v = sqrt(dot_product(v, v, d));
  const double cosine = dot / (length_u * length_v);
  double by_cosine = of_cosine;
  if (of_angle != 0) {
    const double sine = sine_between(u, v, length_u, length_v, cosine, d);
    if (sine != 0) by_cosine -= of_angle / sine;
  }
  if (by_cosine != 0) {
    pull.across += by_cosine / (length_u * length_v);
    pull.along_a = -by_cosine * cosine / (length_u * length_u);
    pull.along_b = -by_cosine * cosine / (length_v * length_v);
  }
  if (of_projection != 0) {
    pull.across += of_projection / length_v;
    pull.along_b -= of_projection * dot / (length_v * length_v * length_v);
  }
  return pull;
}

/* Returns 0 if the gradient is 0, whatever x holds. */
static double times(double gradient, attn_real x) {
  return gradient == 0 ? 0 : gradient * (double)x;
}

enum { COLUMNS = 32 };

/* Writes one row of grad_a, or of grad_b if of_b. Pairs are summed in sequence, in double; then the gradient of the
 * row's own length is added, 0 if the length is 0. */
static void row_gradient(attn_real *grad, const pair_gradients *pairs, const attn_real *grad_length, int64_t row,
                         bool of_b, const attn_real *a, const attn_real *b, int64_t n, int64_t m, int64_t d) {
  const attn_real *own = (of_b ? b : a) + row * d;
  const double length = sqrt(dot_product(own, own, d)), of_length = length > 0 ? at_pair(grad_length, row) / length : 0;
  for (int64_t first = 0; first < d; first += COLUMNS) {
    const int64_t count = attn_least(d - first, COLUMNS);
    double acc[COLUMNS] = {0};
    for (int64_t k = 0; k < (of_b ? n : m); k++) {
      const attn_real *u = a + (of_b ? k : row) * d, *v = b + (of_b ? row : k) * d, *other = of_b ? u : v;
      const pair_pull pull = pull_of(pairs, of_b ? k * m + row : row * m + k, u, v, d);
      const double along = of_b ? pull.along_b : pull.along_a;
      for (int64_t c = 0; c < count; c++) acc[c] += times(pull.across, other[first + c]) + times(along, own[first + c]);
    }
    for (int64_t c = 0; c < count; c++) grad[first + c] = (attn_real)(acc[c] + times(of_length, own[first + c]));
  }
}

void attn_geometry_backward(attn_real *grad_a, attn_real *grad_b, const attn_real *grad_dot,
                            const attn_real *grad_cosine, const attn_real *grad_angle, const attn_real *grad_projection,
                            const attn_real *grad_length_a, const attn_real *grad_length_b, const attn_real *a,
                            const attn_real *b, int64_t n, int64_t m, int64_t d) {
  const pair_gradients pairs = {grad_dot, grad_cosine, grad_angle, grad_projection};
  for (int64_t i = 0; i < n; i++) row_gradient(grad_a + i * d, &pairs, grad_length_a, i, false, a, b, n, m, d);
  for (int64_t j = 0; j < m; j++) row_gradient(grad_b + j * d, &pairs, grad_length_b, j, true, a, b, n, m, d);
}
