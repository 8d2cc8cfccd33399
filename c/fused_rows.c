/*
 * Computes softmax(query key^T scale + bias, masks) value without ever storing a
 * row of scores: memory grows with the length, not with its square.
 *
 * The work is divided into units of ATTN_BLOCK query rows of one head, one row per
 * lane. Units that read the same keys go over them together, FUSED_TILE keys at a
 * time. A tile is packed once; then, for each unit, it is scored, folded into the
 * running softmax, and its values are mixed in. Tiles out of reach are skipped.
 *
 * The order of sums, the same in every strict build and for any grouping of units:
 *   query . key     as in a large product of matmul.c, then times the scale
 *   over keys       in chunks of 32, as there; within a tile the chunk sums in
 *                   sequence, beginning at +0; tiles in sequence, rescaled as
 *                   described in fused_mix.c
 *   row sums        the same, but tiles in double
 *   mixed / sum     in double, rounded once
 * Tiles begin at multiples of FUSED_TILE, so a key always falls in the same chunk.
 * Problems of up to FUSED_WIDE_WORK terms are summed in double instead. In the
 * relaxed build products have no chunks, and the chunks of row sums begin at the
 * first block of a unit.
 */
#include "fused.h"

static fused_rows rows_of(const attn_real *given, const attn_real *made, int64_t heads, int64_t rows, int64_t d) {
  if (made != NULL) return (fused_rows){made, rows * heads * d, d, heads * d};
  return (fused_rows){given, heads * rows * d, rows * d, d};
}

static fused_run *begin(attn_real *trace, void *scratch, const attn_plan *s, const attn_problem *p) {
  const fused_projected from = fused_cut_projected(scratch, s, p);
  const int64_t size = (int64_t)sizeof(attn_real), wide = fused_width(s), tall = fused_tall(s->d_v),
                keys = fused_tile_keys(s);
  void *rest = from.rest;
  fused_run *run = attn_take(&rest, (int64_t)sizeof *run);
  run->plan = s, run->problem = p, run->band = attn_band_of(s, p);
  run->query = rows_of(attn_reals(p, ATTN_INPUT_query), from.query, s->heads, s->q_len, s->d_q);
  run->key = rows_of(attn_reals(p, ATTN_INPUT_key), from.key, s->kv_heads, s->kv_len, s->d_k);
  run->value = rows_of(attn_reals(p, ATTN_INPUT_value), from.value, s->kv_heads, s->kv_len, s->d_v);
  run->width = wide, run->tall_values = tall, run->wide = fused_is_wide(s);
  trace = attn_somewhere(trace);
  run->mixed = trace + s->slots[ATTN_TENSOR_mixed].offset;
  run->log_sums = trace + s->slots[ATTN_TENSOR_log_sum_exp].offset;
  run->tile.keys = attn_take(&rest, keys * wide * ATTN_LANES * size);
  run->tile.values = attn_take(&rest, FUSED_TILE * tall * ATTN_LANES * size);
  run->scores = attn_take(&rest, keys * ATTN_BLOCK * size);
  run->open = attn_take(&rest, keys * ATTN_BLOCK);
  run->token = attn_take(&rest, wide * (int64_t)sizeof *run->token);
  for (int64_t n = 0; n < fused_group(s); n++) {
    run->units[n].query = attn_take(&rest, wide * ATTN_BLOCK * size);
    run->units[n].mixed = attn_take(&rest, tall * ATTN_BLOCK * size);
  }
  return run;
}

int64_t attn_fused_units(const attn_plan *s) {
  return s->batch * s->heads * fused_units_a_head(s);
}

static void begin_unit(fused_run *run, fused_unit *unit, int64_t which) {
  const attn_plan *s = run->plan;
  const int64_t head = which / fused_units_a_head(s);
  unit->b = head / s->heads, unit->h = head % s->heads;
  unit->first = which % fused_units_a_head(s) * ATTN_BLOCK;
  unit->rows = attn_least(s->q_len - unit->first, ATTN_BLOCK);
  unit->near = unit->all_to = s->kv_len, unit->far = unit->all_from = 0, unit->careful = false;
  for (int64_t l = 0; l < ATTN_BLOCK; l++) {
    int64_t from, to;
    attn_band_row(&from, &to, &run->band, fused_row(unit, l), s->kv_len);
    unit->near = attn_least(unit->near, from), unit->all_from = attn_most(unit->all_from, from);
    unit->far = attn_most(unit->far, to), unit->all_to = attn_least(unit->all_to, to);
    unit->from[l] = (attn_bit_lane)from, unit->to[l] = (attn_bit_lane)to;
    unit->max[l] = -INFINITY, unit->sum[l] = 0;
  }
  attn_clear(unit->mixed, run->tall_values * ATTN_BLOCK);
  fused_pack_queries(run, unit);
}

/* Returns how many units from `which` on read the same keys, at most fused_group() and `count`. */
static int64_t group_of(const attn_plan *s, int64_t which, int64_t count) {
  const int64_t a_kv_head = fused_units_a_head(s) * (s->heads / s->kv_heads), rest = a_kv_head - which % a_kv_head;
  return attn_least(attn_least(count, rest), fused_group(s));
}

typedef enum { ONLINE, SUMS_ONLY, GIVEN } fused_pass;

/* Goes over all tiles once. GIVEN applies to careful units only, or with weights_override to all. */
static void pass_over_keys(fused_run *run, int64_t count, fused_pass pass) {
  const attn_plan *s = run->plan;
  const bool override = attn_has(run->problem, ATTN_INPUT_weights_override);
  const int64_t b = run->units[0].b, g = run->units[0].h / (s->heads / s->kv_heads);
  int64_t near = s->kv_len, far = 0;
  for (int64_t n = 0; n < count; n++) {
    near = attn_least(near, run->units[n].near);
    far = attn_most(far, run->units[n].far);
  }
  if (pass == GIVEN && override) near = 0, far = s->kv_len;
  for (int64_t first = near / FUSED_TILE * FUSED_TILE; first < far; first += FUSED_TILE) {
    run->tile.first = first;
    run->tile.count = attn_least(s->kv_len - first, FUSED_TILE);
    if (pass != GIVEN || !override) fused_pack_keys(run, b, g);
    if (pass != SUMS_ONLY) fused_pack_values(run, b, g);
    for (int64_t n = 0; n < count; n++) {
      fused_unit *unit = &run->units[n];
      if (pass != GIVEN)
        fused_online(run, unit, pass == ONLINE);
      else if (override || unit->careful)
        fused_given(run, unit);
    }
  }
}

void attn_fused_rows(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem, int64_t first,
                     int64_t count) {
  const bool override = attn_has(problem, ATTN_INPUT_weights_override);
  fused_run *run = begin(trace, scratch, plan, problem);
  for (int64_t which = first, end = first + count; which < end;) {
    const int64_t units = group_of(plan, which, end - which);
    bool careful = override;
    for (int64_t n = 0; n < units; n++) begin_unit(run, &run->units[n], which + n);
    pass_over_keys(run, units, override ? SUMS_ONLY : ONLINE);
    for (int64_t n = 0; n < units; n++) {
      fused_unit *unit = &run->units[n];
      if (unit->careful) attn_clear(unit->mixed, run->tall_values * ATTN_BLOCK);
      careful |= unit->careful;
    }
    if (careful) pass_over_keys(run, units, GIVEN);
    for (int64_t n = 0; n < units; n++) fused_write(run, &run->units[n], !override && !run->units[n].careful);
    which += units;
  }
}

void attn_fused(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem) {
  attn_fused_begin(trace, scratch, plan, problem);
  attn_fused_rows(trace, scratch, plan, problem, 0, attn_fused_units(plan));
  attn_fused_end(trace, scratch, plan, problem);
}
