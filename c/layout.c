/* The layout of the trace: the tensors that a run computes, with shapes and places, and the check of the limits. */
#include "internal.h"

/* A plan while its tensors are being placed. */
typedef struct {
  attn_plan *plan;
  const attn_problem *problem;
  int64_t at_least, wanted;
} layout;

static bool is_wanted(const layout *l, int32_t tensor) {
  return l->wanted >> tensor & 1;
}

enum { ANEW = -1 }; /* a new place, not that of another tensor */

/* Places a tensor in the place of the tensor `with`, which has as many entries, or in a new one if `with` is ANEW. */
static void place(layout *l, int32_t tensor, int32_t with, int32_t rank, const int64_t *shape) {
  int64_t there = with == ANEW ? 0 : l->plan->slots[with].offset;
  attn_place(&l->plan->slots[tensor], with == ANEW ? &l->plan->trace_count : &there, &l->at_least, rank, shape);
}
#define PLACE_IN(with, tensor, ...) \
  place(l, ATTN_TENSOR_##tensor, with, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), (const int64_t[]){__VA_ARGS__})
#define PLACE(tensor, ...) PLACE_IN(ANEW, tensor, __VA_ARGS__)

/* Places the gradient of a tensor of the trace, which has the shape of that tensor. */
static void place_like_tensor(layout *l, int32_t tensor, int32_t like, int32_t with) {
  const attn_slot *slot = &l->plan->slots[like];
  if (slot->rank > 0) place(l, tensor, with, slot->rank, slot->shape);
}

/* Places the gradient of an input, which has the shape of that input. Gradients of tokens are only computed if wanted,
 * but always count against the limits, so that what is refused does not depend on `wanted`. */
static void place_like_input(layout *l, int32_t tensor, int32_t input) {
  const attn_tensor *t = &l->problem->inputs[input];
  if (!attn_present(t)) return;
  place(l, tensor, ANEW, t->rank > 0 ? t->rank : 1, t->rank > 0 ? t->shape : (const int64_t[]){1});
  if (input > ATTN_INPUT_x_v || is_wanted(l, tensor)) return;
  attn_slot *slot = &l->plan->slots[tensor];
  l->plan->trace_count = slot->offset;
  memset(slot, 0, sizeof *slot);
}

static void place_projections(layout *l) {
  const attn_plan *s = l->plan;
  int32_t in_query = ANEW, in_key = ANEW, in_value = ANEW;
  if (attn_has(l->problem, ATTN_INPUT_x)) {
    // a single head needs no splitting
    if (s->heads == 1) in_query = ATTN_TENSOR_projected_query;
    if (s->kv_heads == 1) in_key = ATTN_TENSOR_projected_key, in_value = ATTN_TENSOR_projected_value;
    PLACE(projected_query, s->batch, s->q_len, attn_times(s->heads, s->d_q));
    PLACE(projected_key, s->batch, s->kv_len, attn_times(s->kv_heads, s->d_k));
    PLACE(projected_value, s->batch, s->kv_len, attn_times(s->kv_heads, s->d_v));
  }
  PLACE_IN(in_query, query, s->batch, s->heads, s->q_len, s->d_q);
  PLACE_IN(in_key, key, s->batch, s->kv_heads, s->kv_len, s->d_k);
  PLACE_IN(in_value, value, s->batch, s->kv_heads, s->kv_len, s->d_v);
}

/* Reports whether any of the tensors first .. last is wanted. */
static bool one_wanted(const layout *l, int32_t first, int32_t last) {
  for (int32_t t = first; t <= last; t++)
    if (is_wanted(l, t)) return true;
  return false;
}

/* Scores turn into weights in place unless a tensor in between is wanted. The backward pass reads capped_scores, so
 * they keep a place of their own. */
static void place_scores(layout *l, bool with_hidden) {
  const attn_plan *s = l->plan;
  const int64_t *const n = (const int64_t[]){s->batch, s->heads, s->q_len, s->kv_len};
  const bool wanted = one_wanted(l, ATTN_TENSOR_scores, ATTN_TENSOR_masked_scores) ||
                      one_wanted(l, ATTN_TENSOR_shifted_scores, ATTN_TENSOR_shifted_exp);
  const bool capped = l->problem->softcap > 0;
  const int32_t late = wanted ? ANEW : ATTN_TENSOR_weights;
  const int32_t early = capped && !wanted ? ATTN_TENSOR_capped_scores : late;
  if (s->hidden > 0 && with_hidden) PLACE(hidden, s->batch, s->heads, s->q_len, s->kv_len, s->hidden);
  place(l, ATTN_TENSOR_weights, ANEW, 4, n);
  if (capped) place(l, ATTN_TENSOR_capped_scores, ANEW, 4, n);
  place(l, ATTN_TENSOR_scores, early, 4, n);
  place(l, ATTN_TENSOR_scaled_scores, early, 4, n);
  place(l, ATTN_TENSOR_masked_scores, late, 4, n);
  place(l, ATTN_TENSOR_shifted_scores, late, 4, n);
  place(l, ATTN_TENSOR_shifted_exp, late, 4, n);
  place(l, ATTN_TENSOR_row_max, ANEW, 3, n);
  place(l, ATTN_TENSOR_row_sum, ANEW, 3, n);
  place(l, ATTN_TENSOR_log_sum_exp, ANEW, 3, n);
}

static void place_output(layout *l, bool with_weighted_values) {
  attn_plan *s = l->plan;
  const bool plain = !attn_has(l->problem, ATTN_INPUT_w_o) && !attn_has(l->problem, ATTN_INPUT_b_o);
  const int64_t entries =
      attn_times(attn_times(attn_times(s->batch, s->heads), attn_times(s->kv_len, s->q_len)), s->d_v);
  if (with_weighted_values && entries <= (int64_t)attn_limit(ATTN_LIMIT_weighted_values_entries))
    PLACE(weighted_values, s->batch, s->heads, s->kv_len, s->q_len, s->d_v);
  else
    s->slots[ATTN_TENSOR_weighted_values].omitted = with_weighted_values;
  PLACE(mixed, s->batch, s->heads, s->q_len, s->d_v);
  PLACE_IN(s->heads == 1 ? ATTN_TENSOR_mixed : ANEW, joined, s->batch, s->q_len, attn_times(s->heads, s->d_v));
  PLACE_IN(plain ? ATTN_TENSOR_joined : ANEW, output, s->batch, s->q_len, s->d_out);
}

static void place_gradients_of_inputs(layout *l) {
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
  for (size_t n = 0; n < sizeof of_inputs / sizeof of_inputs[0]; n++)
    place_like_input(l, of_inputs[n].tensor, of_inputs[n].input);
}

/* Places the gradients of tensors, except those of inputs, which are placed already. Gradients that hold the same
 * numbers share a place; those from weights to scores also do so if none of them is wanted. */
static void place_gradients_of_tensors(layout *l) {
  const bool one = l->plan->heads == 1, one_kv = l->plan->kv_heads == 1;
  const bool in_place = !one_wanted(l, ATTN_TENSOR_grad_scores, ATTN_TENSOR_grad_weights);
  const struct {
    int32_t tensor, like, with;
  } of_tensors[] = {
      {ATTN_TENSOR_grad_projected_query, ATTN_TENSOR_projected_query, ANEW},
      {ATTN_TENSOR_grad_projected_key, ATTN_TENSOR_projected_key, ANEW},
      {ATTN_TENSOR_grad_projected_value, ATTN_TENSOR_projected_value, ANEW},
      {ATTN_TENSOR_grad_query, ATTN_TENSOR_query, one ? ATTN_TENSOR_grad_projected_query : ANEW},
      {ATTN_TENSOR_grad_key, ATTN_TENSOR_key, one_kv ? ATTN_TENSOR_grad_projected_key : ANEW},
      {ATTN_TENSOR_grad_value, ATTN_TENSOR_value, one_kv ? ATTN_TENSOR_grad_projected_value : ANEW},
      {ATTN_TENSOR_grad_scores, ATTN_TENSOR_scores, ANEW},
      {ATTN_TENSOR_grad_scaled_scores, ATTN_TENSOR_scaled_scores, in_place ? ATTN_TENSOR_grad_scores : ANEW},
      {ATTN_TENSOR_grad_capped_scores, ATTN_TENSOR_capped_scores, in_place ? ATTN_TENSOR_grad_scores : ANEW},
      {ATTN_TENSOR_grad_masked_scores, ATTN_TENSOR_masked_scores, in_place ? ATTN_TENSOR_grad_scores : ANEW},
      {ATTN_TENSOR_grad_weights, ATTN_TENSOR_weights, in_place ? ATTN_TENSOR_grad_scores : ANEW},
      {ATTN_TENSOR_grad_output, ATTN_TENSOR_output, ANEW},
      {ATTN_TENSOR_grad_joined, ATTN_TENSOR_joined,
       attn_has(l->problem, ATTN_INPUT_w_o) ? ANEW : ATTN_TENSOR_grad_output},
      {ATTN_TENSOR_grad_mixed, ATTN_TENSOR_mixed, one ? ATTN_TENSOR_grad_joined : ANEW},
  };
  for (size_t n = 0; n < sizeof of_tensors / sizeof of_tensors[0]; n++)
    if (l->plan->slots[of_tensors[n].tensor].rank == 0)
      place_like_tensor(l, of_tensors[n].tensor, of_tensors[n].like, of_tensors[n].with);
}

/* Returns the entries of the tokens, which count against the limit of the trace. */
static int64_t entries_of_tokens(const attn_problem *p) {
  int64_t entries = 0;
  for (int32_t n = ATTN_INPUT_x; n <= ATTN_INPUT_x_v; n++) entries = attn_plus(entries, attn_count(&p->inputs[n]));
  return entries;
}

static attn_status check_trace(layout *l, int64_t bytes, attn_error *error) {
  attn_error ignored;
  const attn_status too_large = l->plan->backward ? ATTN_BACKWARD_TOO_LARGE : ATTN_TRACE_TOO_LARGE;
  const attn_status status = attn_check_bytes(bytes, ATTN_LIMIT_stepwise_bytes, too_large, error);
  // do not suggest fused if it refuses the problem too; the plan is no longer needed
  if (status == ATTN_TRACE_TOO_LARGE && attn_plan_fused(l->plan, l->problem, &ignored) != ATTN_OK)
    error->status = ATTN_TRACE_FAR_TOO_LARGE;
  return (attn_status)error->status;
}

attn_status attn_plan_stepwise(attn_plan *plan, const attn_problem *problem, int32_t backward, int64_t wanted,
                               attn_error *error) {
  attn_plan s;
  layout l = {&s, problem, 0, wanted};
  memset(&s, 0, sizeof s);
  ATTN_TRY(attn_shape_derive(&s, problem, error));

  s.backward = backward != 0;
  place_projections(&l);
  place_scores(&l, s.backward || is_wanted(&l, ATTN_TENSOR_hidden));
  place_output(&l, is_wanted(&l, ATTN_TENSOR_weighted_values));
  if (s.backward) place_gradients_of_inputs(&l);
  if (s.backward) place_gradients_of_tensors(&l);

  const int64_t made = attn_times(l.at_least, (int64_t)sizeof(float));
  const int64_t trace = attn_times(attn_plus(l.at_least, entries_of_tokens(problem)), (int64_t)sizeof(float));
  ATTN_TRY(check_trace(&l, trace, error));

  // the steps reuse the same scratch
  s.scratch_bytes = attn_project_scratch(&s, problem);
  s.scratch_bytes = attn_most(s.scratch_bytes, attn_scores_scratch(&s, problem));
  s.scratch_bytes = attn_most(s.scratch_bytes, attn_mix_scratch(&s));
  ATTN_TRY(attn_check_call(attn_plus(attn_plus(attn_given_bytes(problem), made), s.scratch_bytes), error));
  *plan = s;
  return ATTN_OK;
}

/* ------------------------------------------------------------ traced tiles */

static void place_tiles(layout *l, int64_t tile) {
  const attn_plan *s = l->plan;
  const int64_t tiles = s->kv_len / tile + (s->kv_len % tile > 0);
  if (s->hidden > 0) PLACE(hidden, s->batch, s->heads, s->q_len, s->kv_len, s->hidden);
  PLACE(scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(scaled_scores, s->batch, s->heads, s->q_len, s->kv_len);
  if (l->problem->softcap > 0) PLACE(capped_scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(masked_scores, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(running_max, tiles, s->batch, s->heads, s->q_len);
  PLACE(correction, tiles, s->batch, s->heads, s->q_len);
  PLACE(tile_exp, s->batch, s->heads, s->q_len, s->kv_len);
  PLACE(running_sum, tiles, s->batch, s->heads, s->q_len);
  PLACE(running_mixed, tiles, s->batch, s->heads, s->q_len, s->d_v);
  PLACE(log_sum_exp, s->batch, s->heads, s->q_len);
}

attn_status attn_plan_fused_trace(attn_plan *plan, const attn_problem *problem, int64_t tile, attn_error *error) {
  attn_plan s;
  layout l = {&s, problem, 0, ATTN_EVERYTHING};
  memset(&s, 0, sizeof s);
  ATTN_TRY(attn_shape_derive(&s, problem, error));
  if (tile < 1) return attn_refuse(error, ATTN_TILE, ATTN_NAME_tile, ATTN_NONE, ATTN_NONE, (double)tile, 1);
  const int32_t keys = attn_has(problem, ATTN_INPUT_query) ? ATTN_INPUT_key : attn_key_source(problem);
  const double most = attn_limit(ATTN_LIMIT_fused_trace_keys);
  if ((double)s.kv_len > most)
    return attn_refuse(error, ATTN_FUSED_TRACE_TOO_LONG, keys, ATTN_NONE, ATTN_NONE, (double)s.kv_len, most);

  place_projections(&l);
  place_tiles(&l, tile);
  place_output(&l, false);
  const int64_t made = attn_times(l.at_least, (int64_t)sizeof(float));
  const int64_t trace = attn_times(attn_plus(l.at_least, entries_of_tokens(problem)), (int64_t)sizeof(float));
  ATTN_TRY(attn_check_bytes(trace, ATTN_LIMIT_stepwise_bytes, ATTN_FUSED_TRACE_TOO_LARGE, error));

  s.scratch_bytes = attn_most(attn_project_scratch(&s, problem), attn_scores_scratch(&s, problem));
  s.scratch_bytes = attn_most(s.scratch_bytes, attn_taken(s.kv_len));
  ATTN_TRY(attn_check_call(attn_plus(attn_plus(attn_given_bytes(problem), made), s.scratch_bytes), error));
  *plan = s;
  return ATTN_OK;
}
