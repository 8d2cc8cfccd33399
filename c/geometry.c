/* What a dot product means: lengths, the angle between two arrows, and the shadow of one on the other. */
#include "internal.h"
#include "numeric.h"

static double dot_product(const attn_real *a, const attn_real *b, int64_t d) {
  double sum = 0;
  for (int64_t c = 0; c < d; c++) sum += (double)a[c] * (double)b[c];
  return sum;
}

/*
 * The angle between a and b, 2 atan2(|a' - b'|, |a' + b'|) with a' = a |b| and b' = b |a| of equal length
 * (Kahan 2006): exact for small angles too, where acos of the cosine is not. NaN where a length is 0.
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
  for (int64_t i = 0; i < n; i++) length_a[i] = (attn_real)sqrt(dot_product(a + i * d, a + i * d, d));
  for (int64_t j = 0; j < m; j++) length_b[j] = (attn_real)sqrt(dot_product(b + j * d, b + j * d, d));
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < m; j++) {
      const attn_real *u = a + i * d, *v = b + j * d;
      const double along = dot_product(u, v, d);
      const double length_u = sqrt(dot_product(u, u, d)), length_v = sqrt(dot_product(v, v, d));
      *dot++ = (attn_real)along;
      *cosine++ = (attn_real)(along / (length_u * length_v));
      *angle++ = angle_between(u, v, length_u, length_v, d);
      *projection++ = (attn_real)(along / length_v);
    }
}
