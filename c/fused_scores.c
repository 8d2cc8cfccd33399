/* The masked scores of one unit and one tile, a row per key and a lane per query: scores.c and mask.c in one. */
#include "fused.h"

/* Returns x, the scores of a key, with -inf in the lanes whose rows do not reach it. */
ATTN_INLINE attn_vec within_reach(attn_vec x, const fused_unit *unit, int half, int64_t key) {
  attn_bits from, to, at = (attn_bits)attn_splat(0) + (attn_bit_lane)key;
  memcpy(&from, unit->from + half * ATTN_LANES, sizeof from);
  memcpy(&to, unit->to + half * ATTN_LANES, sizeof to);
  return attn_select((at >= from) & (at < to), x, attn_splat(-INFINITY));
}

/* Sets scores out of reach to -inf, if there is no mask, key_mask or bias. */
static void close_by_reach(const fused_run *run, const fused_unit *unit, int64_t from, int64_t count) {
  for (int64_t j = from; j < from + count; j++)
    for (int half = 0; half < 2; half++) {
      attn_vec *x = fused_lanes(run->scores, j) + half;
      *x = within_reach(*x, unit, half, run->tile.first + j);
    }
}

/* scores = (query . key) * scale, -inf out of reach. Raises max to the largest score of each lane. */
static void score_by_dot(const fused_run *run, const fused_unit *unit, attn_vec max[2], int64_t from, int64_t count) {
  const attn_real scale = (attn_real)run->plan->scale;
  for (int64_t j = from; j < from + count; j += ATTN_TALL) {
    const int64_t first = run->tile.first + j;
    const attn_real *key = fused_key(&run->tile, j, run->width);
    attn_sums s = attn_block_chunks(key, unit->query, run->width);
    ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) s.column[0][r] *= scale, s.column[1][r] *= scale;
    if (first < unit->all_from || first + ATTN_TALL > unit->all_to) {
      ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
        s.column[0][r] = within_reach(s.column[0][r], unit, 0, first + r);
        s.column[1][r] = within_reach(s.column[1][r], unit, 1, first + r);
      }
    }
    ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
      ATTN_UNROLL for (int half = 0; half < 2; half++) {
        const attn_vec x = s.column[half][r];
        fused_lanes(run->scores, j + r)[half] = x;
        max[half] = attn_at_least(max[half], x);
      }
    }
  }
}

/* scores = (w_2 . tanh(query + key)) * scale, with query and key already projected through w_1 */
static void score_by_network(const fused_run *run, const fused_unit *unit, int64_t from, int64_t count) {
  const attn_real *w_2 = attn_reals(run->problem, ATTN_INPUT_w_2);
  const attn_real scale = (attn_real)run->plan->scale;
  for (int64_t j = from; j < from + count; j++) {
    const attn_real *key = fused_key(&run->tile, j, run->width);
    for (int64_t l = 0; l < ATTN_BLOCK; l++) {
      double sum = 0;
      for (int64_t u = 0; u < run->width; u++)
        sum += (double)attn_tanh(unit->query[u * ATTN_BLOCK + l] + key[u * ATTN_SPREAD]) * (double)w_2[u];
      run->scores[j * ATTN_BLOCK + l] = (attn_real)sum * scale;
    }
  }
}

static void cap_scores(const fused_run *run, int64_t from, int64_t count) {
  const attn_real cap = (attn_real)run->problem->softcap;
  attn_real *x = run->scores + from * ATTN_BLOCK;
  for (int64_t n = 0; n < count * ATTN_BLOCK; n++) x[n] /= cap;
  attn_tanh_all(x, x, count * ATTN_BLOCK);
  for (int64_t n = 0; n < count * ATTN_BLOCK; n++) x[n] *= cap;
}

static int64_t base_of(const attn_steps *s, const fused_unit *unit, int64_t l, int64_t first_key) {
  return unit->b * s->step[0] + unit->h * s->step[1] + fused_row(unit, l) * s->step[2] + first_key * s->step[3];
}

static void add_bias(const fused_run *run, const fused_unit *unit, int64_t from, int64_t to) {
  const attn_steps steps = attn_broadcast(&run->problem->inputs[ATTN_INPUT_bias]);
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    const attn_real *bias = attn_reals(run->problem, ATTN_INPUT_bias) + base_of(&steps, unit, l, run->tile.first);
    for (int64_t j = from; j < to; j++) run->scores[j * ATTN_BLOCK + l] += bias[j * steps.step[3]];
  }
}

void fused_open(fused_run *run, const fused_unit *unit, int64_t from, int64_t count) {
  const attn_problem *p = run->problem;
  const attn_steps mask_at = attn_broadcast(&p->inputs[ATTN_INPUT_mask]);
  const attn_steps bias_at = attn_broadcast(&p->inputs[ATTN_INPUT_bias]);
  const attn_tensor *key_mask = &p->inputs[ATTN_INPUT_key_mask];
  const int64_t first = run->tile.first;
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    bool *open = run->open + l;
    for (int64_t j = from; j < from + count; j++)
      open[j * ATTN_BLOCK] = first + j >= unit->from[l] && first + j < unit->to[l];
    if (attn_has(p, ATTN_INPUT_mask)) {
      const uint8_t *mask = (const uint8_t *)p->inputs[ATTN_INPUT_mask].data + base_of(&mask_at, unit, l, first);
      for (int64_t j = from; j < from + count; j++)
        if (open[j * ATTN_BLOCK]) open[j * ATTN_BLOCK] = mask[j * mask_at.step[3]] != 0;
    }
    if (attn_has(p, ATTN_INPUT_key_mask)) {
      const int64_t step = attn_axis(key_mask, 0) == 1 ? 0 : 1;
      const int64_t row = attn_axis(key_mask, 1) == 1 ? 0 : unit->b * attn_axis(key_mask, 0);
      const uint8_t *mask = (const uint8_t *)key_mask->data + row + first * step;
      for (int64_t j = from; j < from + count; j++)
        if (open[j * ATTN_BLOCK]) open[j * ATTN_BLOCK] = mask[j * step] != 0;
    }
    if (attn_has(p, ATTN_INPUT_bias)) {
      const attn_real *bias = attn_reals(p, ATTN_INPUT_bias) + base_of(&bias_at, unit, l, first);
      for (int64_t j = from; j < from + count; j++)
        if (open[j * ATTN_BLOCK]) open[j * ATTN_BLOCK] = bias[j * bias_at.step[3]] != -INFINITY;
    }
  }
}

static void close_by_map(fused_run *run, const fused_unit *unit, int64_t from, int64_t count) {
  fused_open(run, unit, from, count);
  for (int64_t n = from * ATTN_BLOCK; n < (from + count) * ATTN_BLOCK; n++)
    if (!run->open[n]) run->scores[n] = -INFINITY;
}

static void max_of(const fused_run *run, attn_vec max[2], int64_t from, int64_t count) {
  for (int64_t j = from; j < from + count; j++)
    for (int half = 0; half < 2; half++) max[half] = attn_at_least(max[half], fused_lanes(run->scores, j)[half]);
}

int64_t fused_scores(fused_run *run, const fused_unit *unit, attn_vec max[2], int64_t from, int64_t to) {
  const attn_problem *p = run->problem;
  const int64_t count = fused_tall(to - from);
  const bool maps = attn_has(p, ATTN_INPUT_mask) || attn_has(p, ATTN_INPUT_key_mask) || attn_has(p, ATTN_INPUT_bias);
  attn_vec ignored[2] = {max[0], max[1]};

  if (!maps && p->softcap == 0 && p->score != ATTN_ADDITIVE && !run->wide) {
    score_by_dot(run, unit, max, from, count);
    return count;
  }
  if (p->score == ATTN_ADDITIVE)
    score_by_network(run, unit, from, count);
  else if (run->wide)
    fused_wide_scores(run, unit, from, count);
  else
    score_by_dot(run, unit, ignored, from, count);
  if (p->softcap > 0) cap_scores(run, from, count);
  if (attn_has(p, ATTN_INPUT_bias)) add_bias(run, unit, from, to);
  if (maps)
    close_by_map(run, unit, from, count);
  else
    close_by_reach(run, unit, from, count);
  max_of(run, max, from, count);
  return count;
}
