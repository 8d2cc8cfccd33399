/*
 * The loops for small problems, the ones that people look at: every sum of products
 * in double and rounded once, as in matmul.c, with the more exact exp. They take about
 * twice as long, which here means microseconds.
 */
#include "fused.h"

bool fused_is_wide(const attn_plan *s) {
  const double terms = (double)attn_most(fused_width(s), s->d_v);
  return (double)s->q_len * (double)s->kv_len * terms <= FUSED_WIDE_WORK;
}

/* start (2 lanes) + sum over n < count of x[n ATTN_BLOCK] y[n ATTN_SPREAD] */
static attn_wide sum_of_products(attn_wide start, const attn_real *x, const attn_real *y, int64_t count) {
  for (int64_t n = 0; n < count; n++, x += ATTN_BLOCK, y += ATTN_SPREAD)
    start += attn_widen(x) * (attn_wide){(double)*y, (double)*y};
  return start;
}

void fused_wide_scores(const fused_run *run, const fused_unit *unit, int64_t from, int64_t count) {
  const attn_real scale = (attn_real)run->plan->scale;
  for (int64_t j = from; j < from + count; j++) {
    const attn_real *key = fused_key(&run->tile, j, run->width);
    attn_real *x = run->scores + j * ATTN_BLOCK;
    for (int64_t l = 0; l < ATTN_BLOCK; l += 2)
      attn_narrow(x + l, sum_of_products((attn_wide){0, 0}, unit->query + l, key, run->width));
    for (int64_t l = 0; l < ATTN_BLOCK; l++) x[l] *= scale;
  }
}

void fused_wide_exponentials(const fused_run *run, double sums[ATTN_BLOCK], const attn_vec max[2], int64_t from,
                             int64_t count) {
  attn_real *x = run->scores + from * ATTN_BLOCK;
  for (int64_t n = 0; n < count * ATTN_BLOCK; n++) x[n] -= max[n % ATTN_BLOCK / ATTN_LANES][n % ATTN_LANES];
  attn_exp_all(x, x, count * ATTN_BLOCK);
  for (int64_t l = 0; l < ATTN_BLOCK; l++) sums[l] = 0;
  for (int64_t n = 0; n < count * ATTN_BLOCK; n++) sums[n % ATTN_BLOCK] += (double)x[n];
}

void fused_wide_mix(const fused_run *run, const fused_unit *unit, const attn_vec fade[2], int64_t from, int64_t count) {
  for (int64_t c = 0; c < run->plan->d_v; c++)
    for (int64_t l = 0; l < ATTN_BLOCK; l += 2) {
      attn_real *y = unit->mixed + c * ATTN_BLOCK + l;
      const attn_vec by = fade[l / ATTN_LANES];
      const attn_wide faded = attn_widen(y) * (attn_wide){(double)by[l % ATTN_LANES], (double)by[l % ATTN_LANES + 1]};
      attn_narrow(y,
                  sum_of_products(faded, run->scores + from * ATTN_BLOCK + l, fused_value(&run->tile, from, c), count));
    }
}
