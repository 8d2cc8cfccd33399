/* From scores to mixed: the running softmax of a unit, tile by tile. */
#include "fused.h"

/* Finds the keys from .. to - 1 of the tile that a unit needs, counted from the tile's first key; from is a multiple of
 * FUSED_STEP. Returns false if there are none. */
static bool span(int64_t *from, int64_t *to, const fused_tile *tile, int64_t near, int64_t far) {
  *from = attn_most(near - tile->first, 0) / FUSED_STEP * FUSED_STEP;
  *to = attn_least(far - tile->first, tile->count);
  return *from < *to;
}

/* Replaces scores by exp(score - max), 0 where the score is -inf, and sums them up chunk by chunk. */
static void exponentials(const fused_run *run, double sums[ATTN_BLOCK], const attn_vec max[2], int64_t from,
                         int64_t count) {
  if (run->wide) {
    fused_wide_exponentials(run, sums, max, from, count);
    return;
  }
  // local copies, since the compiler must assume that storing a score changes max in memory
  const attn_vec left_max = max[0], right_max = max[1];
  attn_vec all[2] = {attn_splat(0), attn_splat(0)};
  for (int64_t first = from; first < from + count; first += ATTN_CHUNK) {
    const int64_t end = attn_least(first + ATTN_CHUNK, from + count);
    attn_vec left = attn_splat(0), right = attn_splat(0);
    for (attn_vec *x = fused_lanes(run->scores, first), *last = fused_lanes(run->scores, end); x < last; x += 2) {
      // both are read before either is written, and the upper is written first, so that V8 can join them (block.h)
      attn_vec low = x[0], high = x[1];
      attn_settle(&low), attn_settle(&high);
      low = attn_vec_exp_below(low - left_max), high = attn_vec_exp_below(high - right_max);
      x[1] = high, x[0] = low;
      left += low, right += high;
    }
    all[0] += left, all[1] += right;
  }
  for (int l = 0; l < ATTN_BLOCK; l++) sums[l] = (double)all[l / ATTN_LANES][l % ATTN_LANES];
}

/* mixed = mixed * fade + the sum over the tile of weight * value; fade has one factor per lane */
static void mix(const fused_run *run, const fused_unit *unit, const attn_vec fade[2], int64_t from, int64_t count) {
  if (run->wide) {
    fused_wide_mix(run, unit, fade, from, count);
    return;
  }
  for (int64_t c = 0; c < run->tall_values; c += ATTN_TALL) {
    const attn_real *values = fused_value(&run->tile, from, c);
    const attn_real *weights = run->scores + from * ATTN_BLOCK;
    const attn_sums s = attn_block_chunks(values, weights, count);
    ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
      ATTN_UNROLL for (int half = 0; half < 2; half++) {
        attn_vec *y = fused_lanes(unit->mixed, c + r) + half;
        *y = attn_madd(*y, fade[half], s.column[half][r]);
      }
    }
  }
}

/*
 * Three running values per row are enough:
 *   max    the largest score so far             starts at -inf
 *   sum    of exp(score - max) so far           starts at 0, in double
 *   mixed  of exp(score - max) * value so far   starts at 0
 * When a new score raises max, sum and mixed are rescaled by
 * fade = exp(old max - new max).
 */
void fused_online(fused_run *run, fused_unit *unit, bool with_values) {
  int64_t from, to;
  if (!span(&from, &to, &run->tile, unit->near, unit->far)) return;
  double sums[ATTN_BLOCK];
  attn_vec shift[2], fade[2], max[2] = {attn_load(unit->max), attn_load(unit->max + ATTN_LANES)};
  const int64_t count = fused_scores(run, unit, max, from, to);
  for (int half = 0; half < 2; half++) {
    // a row that has seen no key yet is shifted by 0, since -inf - (-inf) would be NaN
    shift[half] = attn_select(max[half] == attn_splat(-INFINITY), attn_splat(0), max[half]);
    fade[half] = attn_vec_exp_below(attn_load(unit->max + half * ATTN_LANES) - shift[half]);
    attn_store(unit->max + half * ATTN_LANES, max[half]);
  }
  exponentials(run, sums, shift, from, count);
  for (int l = 0; l < ATTN_BLOCK; l++)
    unit->sum[l] = unit->sum[l] * (double)fade[l / ATTN_LANES][l % ATTN_LANES] + sums[l];
  if (!with_values) return;
  unit->careful |= run->tile.wild;
  mix(run, unit, fade, from, count);
}

/* Replaces scores by weights = exp(score - max) / sum, 0 where forbidden or where the row sees no key. Writes run->open
 * too. Returns the number of keys, rounded up to whole blocks. */
static int64_t final_weights(fused_run *run, const fused_unit *unit, int64_t from, int64_t to) {
  double sums[ATTN_BLOCK];
  attn_vec shift[2], ignored[2] = {attn_splat(0), attn_splat(0)};
  const int64_t count = fused_scores(run, unit, ignored, from, to);
  for (int half = 0; half < 2; half++) {
    const attn_vec max = attn_load(unit->max + half * ATTN_LANES);
    shift[half] = attn_select(max == attn_splat(-INFINITY), attn_splat(0), max);
  }
  exponentials(run, sums, shift, from, count);
  fused_open(run, unit, from, count);
  for (int64_t n = from * ATTN_BLOCK; n < (from + count) * ATTN_BLOCK; n++) {
    const attn_real sum = (attn_real)unit->sum[n % ATTN_BLOCK];
    if (sum == 0) run->open[n] = false;
    run->scores[n] = sum == 0 ? 0 : run->scores[n] / sum;
  }
  return count;
}

/* The same with weights_override, which skips no pair. */
static int64_t given_weights(fused_run *run, const fused_unit *unit) {
  const attn_steps s = attn_broadcast(&run->problem->inputs[ATTN_INPUT_weights_override]);
  const attn_real *given = attn_reals(run->problem, ATTN_INPUT_weights_override);
  const int64_t count = fused_tall(run->tile.count);
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    const int64_t i = fused_row(unit, l);
    const attn_real *x =
        given + unit->b * s.step[0] + unit->h * s.step[1] + i * s.step[2] + run->tile.first * s.step[3];
    for (int64_t j = 0; j < count; j++) {
      const bool real = j < run->tile.count;
      run->scores[j * ATTN_BLOCK + l] = real ? x[j * s.step[3]] : 0;
      run->open[j * ATTN_BLOCK + l] = real;
    }
  }
  return count;
}

/* Like mix() without fade, but skips closed pairs, lane by lane. */
static void mix_selected(const fused_run *run, const fused_unit *unit, int64_t from, int64_t count) {
  for (int64_t c = 0; c < run->plan->d_v; c++) {
    const attn_real *values = fused_value(&run->tile, 0, c);
    for (int64_t l = 0; l < ATTN_BLOCK; l++) {
      attn_real sum = 0;
      for (int64_t first = from; first < from + count; first += ATTN_CHUNK) {
        const int64_t end = attn_least(first + ATTN_CHUNK, from + count);
        attn_real chunk = 0;
        for (int64_t j = first; j < end; j++)
          if (run->open[j * ATTN_BLOCK + l]) chunk += run->scores[j * ATTN_BLOCK + l] * values[j * ATTN_SPREAD];
        sum += chunk;
      }
      unit->mixed[c * ATTN_BLOCK + l] += sum;
    }
  }
}

void fused_given(fused_run *run, fused_unit *unit) {
  const bool override = attn_has(run->problem, ATTN_INPUT_weights_override);
  const attn_vec keep[2] = {attn_splat(1), attn_splat(1)};
  int64_t from = 0, to;
  if (!override && !span(&from, &to, &run->tile, unit->near, unit->far)) return;
  const int64_t count = override ? given_weights(run, unit) : final_weights(run, unit, from, to);
  if (run->tile.wild)
    mix_selected(run, unit, from, count);
  else
    mix(run, unit, keep, from, count);
}

void fused_write(const fused_run *run, const fused_unit *unit, bool divide) {
  const attn_plan *s = run->plan;
  const int64_t row = (unit->b * s->heads + unit->h) * s->q_len + unit->first;
  double part[ATTN_BLOCK];
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    const double sum = unit->sum[l];
    part[l] = !divide ? 1 : sum == 0 ? 0 : 1 / sum;
    if (l < unit->rows)
      run->log_sums[row + l] = sum == 0 ? -INFINITY : (attn_real)((double)unit->max[l] + attn_log_wide(sum));
  }
  for (int64_t c = 0; c < s->d_v; c += 4) {
    const attn_real *four[4];
    attn_real *y = run->mixed + row * s->d_v + c;
    for (int64_t r = 0; r < 4; r++) {
      four[r] = unit->mixed + (c + r) * ATTN_BLOCK;
      attn_real *x = unit->mixed + (c + r) * ATTN_BLOCK;
      for (int64_t l = 0; l < ATTN_BLOCK && c + r < s->d_v; l += 2)
        attn_narrow(x + l, attn_widen(x + l) * (attn_wide){part[l], part[l + 1]});
    }
    if (c + 4 <= s->d_v)
      attn_pack_four(y, s->d_v, four, unit->rows);
    else
      for (int64_t l = 0; l < unit->rows; l++)
        for (int64_t r = 0; r < s->d_v - c; r++) y[l * s->d_v + r] = four[r][l];
  }
}
