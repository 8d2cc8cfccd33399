/* Queries into lanes, keys and values into panels: the layouts that block.h multiplies. */
#include "fused.h"

static const attn_real *row_of(const fused_rows *rows, int64_t b, int64_t h, int64_t i) {
  return rows->data + b * rows->batch + h * rows->head + i * rows->row;
}

/* y (d_k) = x w_score, or y (hidden) = w_1 x for the columns of w_1 that belong to x; in double, terms in sequence */
static void through_parameters(double *y, const attn_real *x, const fused_run *run, int32_t is_key) {
  const attn_plan *s = run->plan;
  const attn_real *w_score = attn_reals(run->problem, ATTN_INPUT_w_score);
  const attn_real *w_1 = attn_reals(run->problem, ATTN_INPUT_w_1);
  const int64_t terms = is_key ? s->d_k : s->d_q, skip = is_key ? s->d_q : 0;
  for (int64_t u = 0; u < run->width; u++) {
    const attn_real *w = w_1 != NULL ? w_1 + u * (s->d_q + s->d_k) + skip : w_score + u;
    const int64_t step = w_1 != NULL ? 1 : s->d_k;
    double sum = 0;
    for (int64_t c = 0; c < terms; c++) sum += (double)x[c] * (double)w[c * step];
    y[u] = sum;
  }
}

void fused_pack_queries(const fused_run *run, fused_unit *unit) {
  const int32_t score = run->problem->score;
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    const int64_t i = unit->first + (l < unit->rows ? l : unit->rows - 1);
    const attn_real *x = row_of(&run->query, unit->b, unit->h, i);
    attn_real *y = unit->query + l;
    if (score == ATTN_BILINEAR || score == ATTN_ADDITIVE) {
      through_parameters(run->token, x, run, 0);
      for (int64_t c = 0; c < run->width; c++) y[c * ATTN_BLOCK] = (attn_real)run->token[c];
    } else {
      for (int64_t c = 0; c < run->width; c++) y[c * ATTN_BLOCK] = x[c];
    }
  }
}

void fused_pack_keys(fused_run *run, int64_t b, int64_t g) {
  const fused_tile *tile = &run->tile;
  const int64_t width = run->width;
  for (int64_t j = 0; j < tile->count || j % ATTN_TALL != 0; j++) {
    attn_real *y = tile->keys + j / ATTN_TALL * ATTN_TALL * width + j % ATTN_TALL;
    const attn_real *x = row_of(&run->key, b, g, tile->first + j);
    if (j >= tile->count) {
      for (int64_t c = 0; c < width; c++) y[c * ATTN_TALL] = 0;
    } else if (run->problem->score == ATTN_ADDITIVE) {
      through_parameters(run->token, x, run, 1);
      for (int64_t c = 0; c < width; c++) y[c * ATTN_TALL] = (attn_real)run->token[c];
    } else {
      for (int64_t c = 0; c < width; c++) y[c * ATTN_TALL] = x[c];
    }
  }
}

/* Beyond this a sum of 32,768 products with factors up to 1 could overflow. */
static int32_t is_wild(attn_real x) {
  return !(x < 1e33f && x > -1e33f);
}

void fused_pack_values(fused_run *run, int64_t b, int64_t g) {
  fused_tile *tile = &run->tile;
  const int64_t d_v = run->plan->d_v;
  tile->wild = 0;
  for (int64_t j = 0; j < tile->count || j % ATTN_TALL != 0; j++) {
    const attn_real *x = row_of(&run->value, b, g, tile->first + j);
    for (int64_t c = 0; c < run->tall_values; c++) {
      const attn_real entry = j < tile->count && c < d_v ? x[c] : 0;
      tile->values[(c / ATTN_TALL * FUSED_TILE + j) * ATTN_TALL + c % ATTN_TALL] = entry;
      tile->wild |= is_wild(entry);
    }
  }
}
