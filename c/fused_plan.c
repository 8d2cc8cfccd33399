/* The plan of the fused path: its limits, its trace and its scratch. */
#include "fused.h"

int64_t fused_width(const attn_plan *s) {
  return s->hidden > 0 ? s->hidden : s->d_k;
}

int64_t fused_tall(int64_t count) {
  return (count + ATTN_TALL - 1) / ATTN_TALL * ATTN_TALL;
}

int64_t fused_tile_keys(const attn_plan *s) {
  return attn_least(fused_tall(s->kv_len), FUSED_TILE);
}

int64_t fused_units_a_head(const attn_plan *s) {
  return (s->q_len + ATTN_BLOCK - 1) / ATTN_BLOCK;
}

enum { CACHE = 524288 }; /* bytes */

/* The more units a group has, the more of them share the work of packing, as long as their queries and sums fit in the
 * cache. */
int64_t fused_group(const attn_plan *s) {
  const int64_t unit = (fused_width(s) + fused_tall(s->d_v)) * ATTN_BLOCK * (int64_t)sizeof(attn_real);
  const int64_t all = s->heads / s->kv_heads * fused_units_a_head(s), fit = attn_most(CACHE / unit, 4);
  return attn_least(all, attn_least(fit, FUSED_GROUP));
}

static int64_t projected_bytes(const attn_plan *s, const attn_problem *p) {
  const int64_t queries = attn_times(s->batch, s->q_len), keys = attn_times(s->batch, s->kv_len);
  if (!attn_has(p, ATTN_INPUT_x)) return 0;
  const int64_t bytes = attn_plus(attn_taken_reals(attn_times(queries, attn_times(s->heads, s->d_q))),
                                  attn_taken_reals(attn_times(keys, attn_times(s->kv_heads, s->d_k))));
  return attn_plus(bytes, attn_taken_reals(attn_times(keys, attn_times(s->kv_heads, s->d_v))));
}

bool fused_joins(const attn_plan *s) {
  return s->heads > 1 && s->q_len > 1;
}

static int64_t working_bytes(const attn_plan *s) {
  const int64_t wide = fused_width(s), tall = fused_tall(s->d_v), keys = fused_tile_keys(s);
  int64_t bytes = attn_taken((int64_t)sizeof(fused_run));
  bytes += attn_taken_reals(attn_times(keys * ATTN_LANES, wide)) +
           attn_taken_reals(attn_times(FUSED_TILE * ATTN_LANES, tall));
  bytes +=
      attn_taken_reals(keys * ATTN_BLOCK) + attn_taken(keys * ATTN_BLOCK) + attn_taken(wide * (int64_t)sizeof(double));
  return bytes + fused_group(s) * (attn_taken_reals(wide * ATTN_BLOCK) + attn_taken_reals(tall * ATTN_BLOCK));
}

/* ------------------------------------------------------------------- plan */

static attn_status check_limits(const attn_plan *s, const attn_problem *p, attn_error *error) {
  const bool split = attn_has(p, ATTN_INPUT_query);
  const int32_t queries = split ? ATTN_INPUT_query : ATTN_INPUT_x;
  const int32_t keys = split ? ATTN_INPUT_key : attn_key_source(p);
  const int32_t values = split ? ATTN_INPUT_value : attn_value_source(p);
  const int32_t wide_q = attn_has(p, ATTN_INPUT_w_q) ? ATTN_INPUT_w_q : queries;
  const int32_t wide_k = attn_has(p, ATTN_INPUT_w_k) ? ATTN_INPUT_w_k : keys;
  const int32_t wide_v = attn_has(p, ATTN_INPUT_w_v) ? ATTN_INPUT_w_v : values;
  const struct {
    attn_status status;
    int32_t name, limit;
    int64_t size;
  } sizes[] = {
      {ATTN_FUSED_TOO_LONG, queries, ATTN_LIMIT_fused_length, s->q_len},
      {ATTN_FUSED_TOO_LONG, keys, ATTN_LIMIT_fused_length, s->kv_len},
      {ATTN_FUSED_TOO_WIDE, wide_q, ATTN_LIMIT_fused_features, s->d_q},
      {ATTN_FUSED_TOO_WIDE, wide_k, ATTN_LIMIT_fused_features, s->d_k},
      {ATTN_FUSED_TOO_WIDE, wide_v, ATTN_LIMIT_fused_features, s->d_v},
      {ATTN_FUSED_TOO_LONG, ATTN_INPUT_w_1, ATTN_LIMIT_fused_features, s->hidden},
      {ATTN_FUSED_TOO_MANY, queries, ATTN_LIMIT_fused_heads, attn_times(s->batch, s->heads)},
  };
  for (size_t n = 0; n < sizeof sizes / sizeof sizes[0]; n++) {
    const double most = attn_limit(sizes[n].limit);
    if ((double)sizes[n].size > most)
      return attn_refuse(error, sizes[n].status, sizes[n].name, ATTN_NONE, ATTN_NONE, (double)sizes[n].size, most);
  }
  const int64_t output = attn_taken_reals(attn_times(attn_times(s->batch, s->q_len), s->d_out));
  return attn_check_bytes(attn_plus(attn_given_bytes(p), output), ATTN_LIMIT_fused_bytes, ATTN_FUSED_TOO_LARGE, error);
}

/* Returns the scratch of the three parts of a run, which reuse it one after another. */
static int64_t scratch_bytes(const attn_plan *s, const attn_problem *p) {
  const int64_t joined = attn_times(s->heads, s->d_v);
  const int64_t projections = attn_plus(projected_bytes(s, p), attn_project_scratch(s, p));
  const int64_t rows = attn_plus(projected_bytes(s, p), working_bytes(s));
  const int64_t output =
      attn_plus(fused_joins(s) ? attn_taken_reals(attn_times(attn_times(s->batch, s->q_len), joined)) : 0,
                attn_linear_scratch(attn_times(s->batch, s->q_len), joined, s->d_out, false));
  const bool ends = attn_has(p, ATTN_INPUT_w_o) || attn_has(p, ATTN_INPUT_b_o);
  return attn_most(attn_has(p, ATTN_INPUT_x) ? projections : 0, attn_most(rows, ends ? output : 0));
}

bool fused_output_is_mixed(const attn_plan *s, const attn_problem *p) {
  return !fused_joins(s) && !attn_has(p, ATTN_INPUT_w_o) && !attn_has(p, ATTN_INPUT_b_o);
}

attn_status attn_plan_fused(attn_plan *plan, const attn_problem *problem, attn_error *error) {
  attn_plan s;
  memset(&s, 0, sizeof s);
  ATTN_TRY(attn_shape_derive(&s, problem, error));
  ATTN_TRY(check_limits(&s, problem, error));

  int64_t at_least = 0;
  attn_place(&s.slots[ATTN_TENSOR_mixed], &s.trace_count, &at_least, 4,
             (const int64_t[]){s.batch, s.heads, s.q_len, s.d_v});
  attn_place(&s.slots[ATTN_TENSOR_log_sum_exp], &s.trace_count, &at_least, 3,
             (const int64_t[]){s.batch, s.heads, s.q_len});
  int64_t shared = s.slots[ATTN_TENSOR_mixed].offset;
  attn_place(&s.slots[ATTN_TENSOR_output], fused_output_is_mixed(&s, problem) ? &shared : &s.trace_count, &at_least, 3,
             (const int64_t[]){s.batch, s.q_len, s.d_out});
  s.scratch_bytes = scratch_bytes(&s, problem);
  // projections, mixed and scratch have a limit of their own, apart from inputs and output
  const int64_t mixed = attn_taken_reals(s.slots[ATTN_TENSOR_mixed].count);
  const int64_t made = attn_most(s.scratch_bytes, attn_plus(projected_bytes(&s, problem), mixed));
  ATTN_TRY(attn_check_bytes(made, ATTN_LIMIT_fused_bytes, ATTN_FUSED_WORK_TOO_LARGE, error));
  *plan = s;
  return ATTN_OK;
}
