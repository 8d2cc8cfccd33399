/*
 * Sequence to sequence with attention (Bahdanau, Cho, Bengio 2015).
 *
 *   weights_j = softmax(score(state_{j-1}, encoder_states))    the query is the previous state
 *   context_j = weights_j encoder_states
 *   state_j   = tanh(state_{j-1} w_state + context_j w_context + x_j w_in + b_state)
 *   logits_j  = [state_j; context_j] w_out + b_out
 *
 * encoder_states (t, d_h), state (steps + 1, d_s). Step j, counted from 1, has row j of state and row j - 1 of every
 * other tensor of the trace.
 */
#include "internal.h"
#include "product.h"
#include "numeric.h"

/* The context of a run. */
typedef struct {
  attn_real *trace;
  const attn_decoder_plan *plan;
  const attn_decoder *decoder;
  const attn_real *const *arriving; /* backward: gradients that other computations have for its tensors, or NULL */
} work;

static const attn_real *given(const attn_decoder *d, int32_t input) {
  return attn_entries(&d->inputs[input]);
}
#define GIVEN(name) given(w->decoder, ATTN_DECODER_INPUT_##name)

static attn_real *tensor_at(const work *w, int32_t tensor) {
  const attn_slot *slot = &w->plan->slots[tensor];
  return slot->rank == 0 ? NULL : w->trace + slot->offset;
}
#define AT(name) tensor_at(w, ATTN_DECODER_##name)

static attn_score score_of(const attn_decoder_plan *s, const attn_decoder *d) {
  return attn_score_of(d->score, s->d_s, s->d_h, s->hidden, &d->inputs[ATTN_DECODER_INPUT_w_score]);
}

static int64_t reals(int64_t rows, int64_t cols) {
  return attn_taken_reals(attn_times(rows, cols));
}

int64_t attn_decoder_scratch(const attn_decoder_plan *s, const attn_decoder *d) {
  const attn_score f = score_of(s, d);
  const int64_t both = attn_plus(s->d_s, s->d_h);
  int64_t most = attn_score_scratch(&f, 1, attn_most(s->steps, 1), s->t);
  most = attn_most(most, attn_over_scratch(attn_most(s->steps, 1), s->t, s->d_h));
  most = attn_most(most, attn_linear_scratch(s->steps, both, s->d_out, s->backward));
  most = attn_most(most, attn_linear_scratch(attn_most(s->steps, 1), both, s->d_s, s->backward));
  most = attn_most(most, attn_linear_scratch(attn_most(s->steps, 1), s->d_in, s->d_s, s->backward));
  most = attn_most(most, attn_matmul_scratch(1, s->t, s->d_h));
  most = attn_plus(most, attn_plus(reals(s->steps, both), reals(s->steps, s->d_s)));
  most = attn_plus(most, attn_plus(reals(1, s->d_s), reals(s->t, s->d_h)));
  return attn_plus(most, attn_score_sums_bytes(&f));
}

/* ----------------------------------------------------------------- forward */

/* Computes the context of row j: the scores of the previous state, their softmax and the mixed encoder states. */
static void attend(const work *w, int64_t j, void *scratch) {
  const attn_decoder_plan *s = w->plan;
  const attn_score f = score_of(s, w->decoder);
  const attn_group alone = {NULL, 0, 0, 1};
  const attn_real *states = GIVEN(encoder_states), scale = (attn_real)s->scale;
  const int64_t at = j * s->t;
  attn_real *hidden = AT(hidden) == NULL ? NULL : AT(hidden) + at * s->hidden;
  attn_real *row_max = AT(row_max) + j, *row_sum = AT(row_sum) + j;
  attn_score_forward(AT(scores) + at, hidden, &f, AT(state) + j * s->d_s, states, 1, 1, s->t, NULL, scratch);
  for (int64_t i = at; i < at + s->t; i++) AT(scaled_scores)[i] = AT(scores)[i] * scale;
  attn_copy(AT(masked_scores) + at, AT(scaled_scores) + at, s->t);
  attn_softmax_row(row_max, row_sum, AT(shifted_scores) + at, AT(shifted_exp) + at, AT(weights) + at,
                   AT(masked_scores) + at, s->t);
  AT(log_sum_exp)[j] = (attn_real)((double)*row_max + attn_log_wide((double)*row_sum));
  attn_over_keys(AT(context) + j * s->d_h, AT(weights) + at, states, 1, s->t, s->d_h, &alone, scratch);
}

/* Computes the next state from the previous state, the context and the input x. */
static void advance(const work *w, int64_t j) {
  const attn_decoder_plan *s = w->plan;
  const attn_real *x = GIVEN(x);
  attn_real *before = AT(state) + j * s->d_s;
  const attn_weighed_row rows[3] = {{before, GIVEN(w_state), s->d_s},
                                    {AT(context) + j * s->d_h, GIVEN(w_context), s->d_h},
                                    {x == NULL ? NULL : x + j * s->d_in, GIVEN(w_in), s->d_in}};
  attn_next_state(before + s->d_s, rows, x == NULL ? 2 : 3, GIVEN(b_state), s->d_s);
}

/* Writes both (steps, d_s + d_h): the new state and the context of each step side by side. */
static void side_by_side(attn_real *both, const work *w) {
  const attn_decoder_plan *s = w->plan;
  for (int64_t j = 0; j < s->steps; j++) {
    attn_real *row = both + j * (s->d_s + s->d_h);
    attn_copy(row, AT(state) + (j + 1) * s->d_s, s->d_s);
    attn_copy(row + s->d_s, AT(context) + j * s->d_h, s->d_h);
  }
}

void attn_decoder_forward(attn_real *trace, void *scratch, const attn_decoder_plan *plan, const attn_decoder *decoder) {
  const attn_decoder_plan *s = plan;
  const work here = {trace, plan, decoder, NULL}, *w = &here;
  attn_copy(AT(state), GIVEN(initial_state), s->d_s);
  for (int64_t j = 0; j < s->steps; j++) {
    attend(w, j, scratch);
    advance(w, j);
  }
  if (AT(logits) == NULL) return;
  attn_real *both = attn_take(&scratch, reals(s->steps, s->d_s + s->d_h));
  side_by_side(both, w);
  attn_linear_forward(AT(logits), both, GIVEN(w_out), GIVEN(b_out), s->steps, s->d_s + s->d_h, s->d_out, scratch);
  attn_softmax(AT(probabilities), AT(logits), s->steps, s->d_out);
}

/* ---------------------------------------------------------------- backward */

/* Adds the arriving gradient of entries first .. first + count - 1 of a tensor to grad. */
static void arrive(const work *w, attn_real *grad, int32_t tensor, int64_t first, int64_t count) {
  if (w->arriving != NULL && w->arriving[tensor] != NULL) attn_add(grad, grad, w->arriving[tensor] + first, count);
}

/* Writes the shares of grad_state and grad_context that come from the output of each step. */
static void output_backward(const work *w, void *scratch) {
  const attn_decoder_plan *s = w->plan;
  const int64_t d_both = s->d_s + s->d_h;
  attn_real *both = attn_take(&scratch, reals(s->steps, d_both));
  attn_clear(AT(grad_state), s->d_s);
  if (AT(logits) == NULL) {
    attn_copy(AT(grad_state) + s->d_s, AT(grad_output), s->steps * s->d_s);
    attn_clear(AT(grad_context), s->steps * s->d_h);
    return;
  }
  side_by_side(both, w);
  attn_linear_parameters_backward(AT(grad_w_out), AT(grad_b_out), AT(grad_output), both, NULL, s->steps, d_both,
                                  s->d_out, scratch);
  attn_linear_input_backward(both, AT(grad_output), GIVEN(w_out), s->steps, d_both, s->d_out, false, scratch);
  for (int64_t j = 0; j < s->steps; j++) {
    attn_copy(AT(grad_state) + (j + 1) * s->d_s, both + j * d_both, s->d_s);
    attn_copy(AT(grad_context) + j * s->d_h, both + j * d_both + s->d_s, s->d_h);
  }
}

/* The backward pass of row j: from the new state to the context, its weights and scores, and the previous state. */
static void step_backward(const work *w, attn_real *grad_sum, int64_t j, void *scratch) {
  const attn_decoder_plan *s = w->plan;
  const attn_score f = score_of(s, w->decoder);
  const attn_group alone = {NULL, 0, 0, 1};
  const attn_real *states = GIVEN(encoder_states), *state = AT(state) + (j + 1) * s->d_s;
  const attn_real *hidden = AT(hidden) == NULL ? NULL : AT(hidden) + j * s->t * s->hidden;
  attn_real *grad_before = AT(grad_state) + j * s->d_s, *grad_state = grad_before + s->d_s;
  attn_real *grad_context = AT(grad_context) + j * s->d_h;
  attn_real *grad_weights = AT(grad_weights) + j * s->t, *grad_scores = AT(grad_scores) + j * s->t;
  attn_real *grad_query = attn_take(&scratch, reals(1, s->d_s));

  attn_state_sum_backward(grad_sum, grad_state, state, s->d_s);
  attn_linear_input_backward(grad_context, grad_sum, GIVEN(w_context), 1, s->d_h, s->d_s, true, scratch);
  attn_linear_input_backward(grad_before, grad_sum, GIVEN(w_state), 1, s->d_s, s->d_s, true, scratch);
  attn_dot_rows(grad_weights, grad_context, states, 1, s->t, s->d_h, NULL, scratch);
  arrive(w, grad_weights, ATTN_DECODER_weights, j * s->t, s->t);
  attn_softmax_row_backward(grad_scores, grad_weights, AT(weights) + j * s->t, NULL, s->t);
  for (int64_t i = 0; i < s->t; i++) grad_scores[i] *= (attn_real)s->scale;
  arrive(w, grad_scores, ATTN_DECODER_scores, j * s->t, s->t);
  attn_score_backward(grad_query, NULL, NULL, grad_scores, hidden, &f, AT(state) + j * s->d_s, states, 1, s->t, &alone,
                      scratch);
  attn_add(grad_before, grad_before, grad_query, s->d_s);
}

/* Writes the gradients of x and of the state's parameters. grad_sums (steps, d_s): gradients of the sums in tanh. */
static void state_backward(const work *w, const attn_real *grad_sums, void *scratch) {
  const attn_decoder_plan *s = w->plan;
  attn_linear_parameters_backward(AT(grad_w_state), AT(grad_b_state), grad_sums, AT(state), NULL, s->steps, s->d_s,
                                  s->d_s, scratch);
  attn_linear_parameters_backward(AT(grad_w_context), NULL, grad_sums, AT(context), NULL, s->steps, s->d_h, s->d_s,
                                  scratch);
  if (GIVEN(x) == NULL) return;
  attn_linear_parameters_backward(AT(grad_w_in), NULL, grad_sums, GIVEN(x), NULL, s->steps, s->d_in, s->d_s, scratch);
  attn_linear_input_backward(AT(grad_x), grad_sums, GIVEN(w_in), s->steps, s->d_in, s->d_s, false, scratch);
}

/* Writes the gradient of encoder_states, the sum of those as values and as keys, and the gradients of the score
 * function's parameters. */
static void encoder_backward(const work *w, void *scratch) {
  const attn_decoder_plan *s = w->plan;
  const attn_score f = score_of(s, w->decoder);
  const attn_group alone = {NULL, 0, 0, 1};
  attn_real *grad_key = attn_take(&scratch, reals(s->t, s->d_h));
  attn_score_sums sums = attn_score_sums_begin(&f, &scratch);
  attn_over_queries(AT(grad_encoder_states), AT(weights), AT(grad_context), s->steps, s->t, s->d_h, &alone, scratch);
  attn_score_backward(NULL, grad_key, &sums, AT(grad_scores), AT(hidden), &f, AT(state), GIVEN(encoder_states),
                      s->steps, s->t, &alone, scratch);
  attn_add(AT(grad_encoder_states), AT(grad_encoder_states), grad_key, s->t * s->d_h);
  attn_score_sums_end(AT(grad_w_score), AT(grad_w_1), AT(grad_w_2), &sums, &f);
}

void attn_decoder_backward_from(attn_real *trace, void *scratch, const attn_decoder_plan *plan,
                                const attn_decoder *decoder, const attn_real *const *arriving) {
  const attn_decoder_plan *s = plan;
  const work here = {trace, plan, decoder, arriving}, *w = &here;
  attn_real *grad_sums = attn_take(&scratch, reals(s->steps, s->d_s));
  output_backward(w, scratch);
  arrive(w, AT(grad_state), ATTN_DECODER_state, 0, (s->steps + 1) * s->d_s);
  arrive(w, AT(grad_context), ATTN_DECODER_context, 0, s->steps * s->d_h);
  for (int64_t j = s->steps - 1; j >= 0; j--) step_backward(w, grad_sums + j * s->d_s, j, scratch);
  attn_copy(AT(grad_initial_state), AT(grad_state), s->d_s);
  state_backward(w, grad_sums, scratch);
  encoder_backward(w, scratch);
}

void attn_decoder_backward(attn_real *trace, void *scratch, const attn_decoder_plan *plan,
                           const attn_decoder *decoder) {
  attn_decoder_backward_from(trace, scratch, plan, decoder, NULL);
}
