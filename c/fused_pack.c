/* Packs queries into lanes, keys and values into panels: the layouts that block.h multiplies. */
#include "fused.h"

static inline const attn_real *row_of(const fused_rows *rows, int64_t b, int64_t h, int64_t i) {
  return rows->data + b * rows->batch + h * rows->head + i * rows->row;
}

/* y (d_k) = x w_score, or y (hidden) = w_1 x with the columns of w_1 for x; summed in double, term by term */
static void through_parameters(double *y, const attn_real *x, const fused_run *run, bool is_key) {
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
  const bool mapped = run->problem->score == ATTN_BILINEAR || run->problem->score == ATTN_ADDITIVE;
  const attn_real *x[ATTN_BLOCK];
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    x[l] = row_of(&run->query, unit->b, unit->h, fused_row(unit, l));
    if (!mapped) continue;
    through_parameters(run->token, x[l], run, false);
    for (int64_t c = 0; c < run->width; c++) unit->query[c * ATTN_BLOCK + l] = (attn_real)run->token[c];
  }
  for (int l = 0; l < ATTN_BLOCK && !mapped; l += 4) attn_pack_four(unit->query + l, ATTN_BLOCK, x + l, run->width);
}

/* Packs one panel of up to ATTN_TALL keys, padded with zeros. */
static void pack_few_keys(attn_real *y, const fused_run *run, int64_t b, int64_t g, int64_t first, int64_t count) {
  const attn_real none = 0;
  for (int64_t r = 0; r < ATTN_TALL; r++, y += ATTN_LANES) {
    const attn_real *x = r < count ? row_of(&run->key, b, g, first + r) : &none;
    if (r < count && run->problem->score == ATTN_ADDITIVE) {
      through_parameters(run->token, x, run, true);
      for (int64_t c = 0; c < run->width; c++) attn_store(y + c * ATTN_SPREAD, attn_splat((attn_real)run->token[c]));
    } else
      attn_spread(y, ATTN_SPREAD, x, r < count, run->width);
  }
}

void fused_pack_keys(fused_run *run, int64_t b, int64_t g) {
  const fused_tile *tile = &run->tile;
  for (int64_t j = 0; j < tile->count; j += ATTN_TALL) {
    attn_real *y = fused_key(tile, j, run->width);
    const attn_real *x = row_of(&run->key, b, g, tile->first + j);
    if (run->problem->score == ATTN_ADDITIVE || j + ATTN_TALL > tile->count)
      pack_few_keys(y, run, b, g, tile->first + j, tile->count - j);
    else
      attn_spread_tall(y, x, run->key.row, 1, run->width);
  }
}

/* The bound of tame values. With larger ones a sum of 32,768 products whose other factor is up to 1 could overflow. */
static const attn_real tame = 1e33f;

/* Returns lanes that have all bits set where every entry is tame. */
static attn_bits tame_entries(const attn_real *x, int64_t count) {
  attn_bits all = attn_splat(0) == attn_splat(0);
  int64_t c = 0;
  for (; attn_more(c, ATTN_LANES, count); c += ATTN_LANES) {
    const attn_vec v = attn_load(x + c);
    all &= (v < tame) & (v > -tame);
  }
  for (; c < count; c++) all &= (attn_splat(x[c]) < tame) & (attn_splat(x[c]) > -tame);
  return all;
}

void fused_pack_values(fused_run *run, int64_t b, int64_t g) {
  fused_tile *tile = &run->tile;
  const attn_real none = 0;
  const int64_t d_v = run->plan->d_v;
  attn_bits all_tame = attn_splat(0) == attn_splat(0);
  for (int64_t j = 0; j < fused_tall(tile->count); j++) {
    const attn_real *x = j < tile->count ? row_of(&run->value, b, g, tile->first + j) : &none;
    const int64_t next = j < tile->count;
    if (next) all_tame &= tame_entries(x, d_v);
    for (int64_t c = 0; c < run->tall_values; c += ATTN_TALL) {
      attn_real *y = fused_value(tile, j, c);
      const int64_t whole = attn_least(d_v - c, ATTN_TALL);
      if (whole == ATTN_TALL) {
        ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) attn_store(y + r * ATTN_LANES, attn_splat(x[next * (c + r)]));
      } else {
        attn_spread(y, ATTN_LANES, x + next * c, next, whole);
        attn_spread(y + whole * ATTN_LANES, ATTN_LANES, &none, 0, ATTN_TALL - whole);
      }
    }
  }
  tile->wild = false;
  for (int l = 0; l < ATTN_LANES; l++) tile->wild |= !all_tame[l];
}
