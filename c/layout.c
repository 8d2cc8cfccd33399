/* The trace: which tensors a run leaves behind, their shapes and places, and whether that is too much. */
#include "internal.h"

void attn_place(attn_slot *slot, int64_t *trace_count, int64_t *at_least, int32_t rank, const int64_t *shape) {
  int64_t count = 1, longer = 1;
  for (int32_t a = 0; a < rank; a++) {
    slot->shape[a] = shape[a];
    count = attn_times(count, shape[a]);
    longer = attn_times(longer, attn_most(shape[a], 1));
  }
  // every tensor begins at a multiple of four entries, where vectors may be loaded
  *trace_count = attn_plus(*trace_count, 3) & ~(int64_t)3;
  slot->rank = rank;
  slot->omitted = 0;
  slot->offset = *trace_count;
  slot->count = count;
  *trace_count = attn_plus(*trace_count, count);
  *at_least = attn_plus(*at_least, longer);
}

/* A plan while its tensors get their places. */
typedef struct {
  attn_plan *plan;
  const attn_problem *problem;
  int64_t at_least;
} layout;

static void place(layout *l, int32_t tensor, int32_t rank, const int64_t *shape) {
  attn_place(&l->plan->slots[tensor], &l->plan->trace_count, &l->at_least, rank, shape);
}
#define PLACE(tensor, ...) \
  place(l, ATTN_TENSOR_##tensor, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), (const int64_t[]){__VA_ARGS__})

/* A gradient has the shape of what it belongs to: a tensor of the trace, or an input as it was handed in. */
static void place_like_tensor(layout *l, int32_t tensor, int32_t like) {
  const attn_slot *slot = &l->plan->slots[like];
  if (slot->rank > 0) place(l, tensor, slot->rank, slot->shape);
}

static void place_like_input(layout *l, int32_t tensor, int32_t input) {
  const attn_tensor *t = &l->problem->inputs[input];
  if (attn_present(t)) place(l, tensor, t->rank > 0 ? t->rank : 1, t->rank > 0 ? t->shape : (const int64_t[]){1});
}

static void place_projections(layout *l) {
  const attn_plan *s = l->plan;
  if (attn_has(l->problem, ATTN_INPUT_x)) {
    PLACE(projected_query, s->batch, s->q_len, attn_times(s->heads, s->d_q));
    PLACE(projected_key, s->batch, s->kv_len, attn_times(s->kv_heads, s->d_k));
    PLACE(projected_value, s->batch, s->kv_len, attn_times(s->kv_heads, s->d_v));
  }
  PLACE(query, s->batch, s->heads, s->q_len, s->d_q);
  PLACE(key, s->batch, s->kv_heads, s->kv_len, s->d_k);
  PLACE(value, s->batch, s->kv_heads, s->kv_len, s->d_v);
}

static void place_scores(layout *l, int32_t with_hidden) {
  const attn_plan *s = l->plan;
  if (s->hidden > 0 && with_hidden) PLACE(hidden, s->batch, s->heads, s->q_len, s->kv_len, s->hidden);
  PLACE(scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(scaled_scores, s->batch, s->heads, s->q_len, s->kv_len);
  if (l->problem->softcap > 0) PLACE(capped_scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(masked_scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(row_max, s->batch, s->heads, s->q_len);
  PLACE(shifted_scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(shifted_exp, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(row_sum, s->batch, s->heads, s->q_len);
  PLACE(log_sum_exp, s->batch, s->heads, s->q_len);
  PLACE(weights, s->batch, s->heads, s->q_len, s->kv_len);
}

static void place_output(layout *l, int32_t with_weighted_values) {
  attn_plan *s = l->plan;
  const int64_t entries =
      attn_times(attn_times(attn_times(s->batch, s->heads), attn_times(s->kv_len, s->q_len)), s->d_v);
  if (with_weighted_values && entries <= (int64_t)attn_limit(ATTN_LIMIT_weighted_values_entries))
    PLACE(weighted_values, s->batch, s->heads, s->kv_len, s->q_len, s->d_v);
  else
    s->slots[ATTN_TENSOR_weighted_values].omitted = with_weighted_values;
  PLACE(mixed, s->batch, s->heads, s->q_len, s->d_v);
  PLACE(joined, s->batch, s->q_len, attn_times(s->heads, s->d_v));
  PLACE(output, s->batch, s->q_len, s->d_out);
}

static void place_gradients(layout *l) {
  static const struct {
    int8_t tensor, input;
  } of_inputs[] = {
      {ATTN_TENSOR_grad_x, ATTN_INPUT_x},         {ATTN_TENSOR_grad_x_kv, ATTN_INPUT_x_kv},
      {ATTN_TENSOR_grad_x_v, ATTN_INPUT_x_v},     {ATTN_TENSOR_grad_w_q, ATTN_INPUT_w_q},
      {ATTN_TENSOR_grad_w_k, ATTN_INPUT_w_k},     {ATTN_TENSOR_grad_w_v, ATTN_INPUT_w_v},
      {ATTN_TENSOR_grad_b_q, ATTN_INPUT_b_q},     {ATTN_TENSOR_grad_b_k, ATTN_INPUT_b_k},
      {ATTN_TENSOR_grad_b_v, ATTN_INPUT_b_v},     {ATTN_TENSOR_grad_w_o, ATTN_INPUT_w_o},
      {ATTN_TENSOR_grad_b_o, ATTN_INPUT_b_o},     {ATTN_TENSOR_grad_w_score, ATTN_INPUT_w_score},
      {ATTN_TENSOR_grad_w_1, ATTN_INPUT_w_1},     {ATTN_TENSOR_grad_w_2, ATTN_INPUT_w_2},
      {ATTN_TENSOR_grad_bias, ATTN_INPUT_bias},   {ATTN_TENSOR_grad_weights_override, ATTN_INPUT_weights_override},
      {ATTN_TENSOR_grad_query, ATTN_INPUT_query}, {ATTN_TENSOR_grad_key, ATTN_INPUT_key},
      {ATTN_TENSOR_grad_value, ATTN_INPUT_value},
  };
  static const struct {
    int8_t tensor, like;
  } of_tensors[] = {
      {ATTN_TENSOR_grad_projected_query, ATTN_TENSOR_projected_query},
      {ATTN_TENSOR_grad_projected_key, ATTN_TENSOR_projected_key},
      {ATTN_TENSOR_grad_projected_value, ATTN_TENSOR_projected_value},
      {ATTN_TENSOR_grad_query, ATTN_TENSOR_query},
      {ATTN_TENSOR_grad_key, ATTN_TENSOR_key},
      {ATTN_TENSOR_grad_value, ATTN_TENSOR_value},
      {ATTN_TENSOR_grad_scores, ATTN_TENSOR_scores},
      {ATTN_TENSOR_grad_scaled_scores, ATTN_TENSOR_scaled_scores},
      {ATTN_TENSOR_grad_capped_scores, ATTN_TENSOR_capped_scores},
      {ATTN_TENSOR_grad_masked_scores, ATTN_TENSOR_masked_scores},
      {ATTN_TENSOR_grad_weights, ATTN_TENSOR_weights},
      {ATTN_TENSOR_grad_mixed, ATTN_TENSOR_mixed},
      {ATTN_TENSOR_grad_joined, ATTN_TENSOR_joined},
      {ATTN_TENSOR_grad_output, ATTN_TENSOR_output},
  };
  for (size_t n = 0; n < sizeof of_inputs / sizeof of_inputs[0]; n++)
    place_like_input(l, of_inputs[n].tensor, of_inputs[n].input);
  for (size_t n = 0; n < sizeof of_tensors / sizeof of_tensors[0]; n++)
    if (l->plan->slots[of_tensors[n].tensor].rank == 0) place_like_tensor(l, of_tensors[n].tensor, of_tensors[n].like);
}

/* The tokens belong to the trace as well: what they need counts. */
static int64_t entries_of_tokens(const attn_problem *p) {
  int64_t entries = 0;
  for (int32_t n = ATTN_INPUT_x; n <= ATTN_INPUT_x_v; n++) entries = attn_plus(entries, attn_count(&p->inputs[n]));
  return entries;
}

attn_status attn_plan_stepwise(attn_plan *plan, const attn_problem *problem, int32_t backward, int64_t wanted,
                               attn_error *error) {
  attn_plan s;
  layout l = {&s, problem, 0};
  memset(&s, 0, sizeof s);
  attn_status status = attn_shape_derive(&s, problem, error);
  if (status != ATTN_OK) return status;

  l.at_least = entries_of_tokens(problem);
  s.backward = backward != 0;
  place_projections(&l);
  place_scores(&l, s.backward || (wanted >> ATTN_TENSOR_hidden & 1));
  place_output(&l, (int32_t)(wanted >> ATTN_TENSOR_weighted_values & 1));
  if (s.backward) place_gradients(&l);

  const double bytes = (double)l.at_least * sizeof(float), most = attn_limit(ATTN_LIMIT_stepwise_bytes);
  const attn_status too_large = backward ? ATTN_BACKWARD_TOO_LARGE : ATTN_TRACE_TOO_LARGE;
  if (bytes > most) return attn_refuse(error, too_large, -1, -1, -1, bytes, most);

  // each step has the scratch to itself
  s.scratch_bytes = attn_project_scratch(&s);
  s.scratch_bytes = attn_most(s.scratch_bytes, attn_scores_scratch(&s, problem));
  s.scratch_bytes = attn_most(s.scratch_bytes, attn_mix_scratch(&s));
  *plan = s;
  *error = (attn_error){ATTN_OK, -1, -1, -1, 0, 0};
  return ATTN_OK;
}
