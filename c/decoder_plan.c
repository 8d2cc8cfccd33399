/* Shapes, checks and trace of the recurrent decoder. */
#include "internal.h"

enum { STATES = ATTN_DECODER_INPUT_encoder_states, INITIAL = ATTN_DECODER_INPUT_initial_state };

/* For each input: its name in errors, its number of axes, and whether it is required. */
static const struct {
  int8_t name, axes;
  bool needed;
} inputs[ATTN_DECODER_INPUT_COUNT] = {
    [ATTN_DECODER_INPUT_encoder_states] = {ATTN_NAME_encoder_states, 2, true},
    [ATTN_DECODER_INPUT_initial_state] = {ATTN_NAME_initial_state, 1, true},
    [ATTN_DECODER_INPUT_x] = {ATTN_NAME_x, 2, false},
    [ATTN_DECODER_INPUT_w_in] = {ATTN_NAME_w_in, 2, false},
    [ATTN_DECODER_INPUT_w_state] = {ATTN_NAME_w_state, 2, true},
    [ATTN_DECODER_INPUT_w_context] = {ATTN_NAME_w_context, 2, true},
    [ATTN_DECODER_INPUT_b_state] = {ATTN_NAME_b_state, 1, false},
    [ATTN_DECODER_INPUT_w_out] = {ATTN_NAME_w_out, 2, false},
    [ATTN_DECODER_INPUT_b_out] = {ATTN_NAME_b_out, 1, false},
    [ATTN_DECODER_INPUT_w_score] = {ATTN_NAME_w_score, 2, false},
    [ATTN_DECODER_INPUT_w_1] = {ATTN_NAME_w_1, 2, false},
    [ATTN_DECODER_INPUT_w_2] = {ATTN_NAME_w_2, 1, false},
};

static bool has(const attn_decoder *d, int32_t input) {
  return attn_present(&d->inputs[input]);
}

static attn_status missing(int32_t input, attn_error *error) {
  return attn_refuse(error, ATTN_MISSING, inputs[input].name, ATTN_NONE, ATTN_NONE, ATTN_NONE, inputs[input].axes);
}

static attn_status check_axes(const attn_decoder *d, attn_error *error) {
  for (int32_t n = 0; n < ATTN_DECODER_INPUT_COUNT; n++) {
    const attn_tensor *t = &d->inputs[n];
    const int32_t most = inputs[n].axes;
    if (!attn_present(t) && inputs[n].needed) return missing(n, error);
    if (!attn_present(t)) continue;
    if (t->rank > most) return attn_refuse(error, ATTN_RANK, inputs[n].name, ATTN_NONE, ATTN_NONE, t->rank, most);
    if (t->rank < most) return attn_refuse(error, ATTN_AXES, inputs[n].name, ATTN_NONE, ATTN_NONE, t->rank, most);
    for (int32_t a = 0; a < t->rank; a++) {
      const bool tokens = a == 0 && (n == STATES || n == ATTN_DECODER_INPUT_x);
      if (t->shape[a] < 0) return attn_refuse(error, ATTN_SIZE, inputs[n].name, ATTN_NONE, a, (double)t->shape[a], 0);
      if (t->shape[a] == 0 && !tokens)
        return attn_refuse(error, ATTN_EMPTY_FEATURES, inputs[n].name, ATTN_NONE, a, 0, 1);
    }
  }
  return ATTN_OK;
}

/* Checks an axis that spans two vectors side by side: query and key for w_1, state and context for w_out. */
static attn_status beside(const attn_decoder *d, int32_t input, int32_t axis, int64_t both, attn_status status,
                          attn_error *error) {
  const attn_tensor *t = &d->inputs[input];
  if (!attn_present(t) || t->shape[axis] == both) return ATTN_OK;
  return attn_refuse(error, status, inputs[input].name, ATTN_NONE, axis, (double)t->shape[axis], (double)both);
}

/* Checks that an input, if present, has these lengths, which other_rows and other_cols have too. */
static attn_status shaped(const attn_decoder *d, int32_t input, int64_t rows, int32_t other_rows, int64_t cols,
                          int32_t other_cols, attn_error *error) {
  const attn_tensor *t = &d->inputs[input];
  if (!attn_present(t)) return ATTN_OK;
  if (t->rank > 1 && t->shape[0] != rows)
    return attn_refuse(error, ATTN_AXIS, inputs[input].name, other_rows, 0, (double)t->shape[0], (double)rows);
  if (attn_axis(t, 0) != cols)
    return attn_refuse(error, ATTN_AXIS, inputs[input].name, other_cols, t->rank - 1, (double)attn_axis(t, 0),
                       (double)cols);
  return ATTN_OK;
}

/* Checks which inputs come together: x and w_in need each other, b_out needs w_out, and each score function needs its
 * own parameters and allows no others. */
static attn_status check_company(const attn_decoder *d, attn_error *error) {
  if (has(d, ATTN_DECODER_INPUT_x) && !has(d, ATTN_DECODER_INPUT_w_in)) return missing(ATTN_DECODER_INPUT_w_in, error);
  if (has(d, ATTN_DECODER_INPUT_w_in) && !has(d, ATTN_DECODER_INPUT_x)) return missing(ATTN_DECODER_INPUT_x, error);
  if (has(d, ATTN_DECODER_INPUT_b_out) && !has(d, ATTN_DECODER_INPUT_w_out))
    return missing(ATTN_DECODER_INPUT_w_out, error);
  return attn_check_score(&d->inputs[ATTN_DECODER_INPUT_w_score], d->score, error);
}

static attn_status derive(attn_decoder_plan *s, const attn_decoder *d, attn_error *error) {
  const int32_t states = ATTN_NAME_encoder_states, initial = ATTN_NAME_initial_state, w_out = ATTN_NAME_w_out;
  if (d->score < 0 || d->score > ATTN_ADDITIVE)
    return attn_refuse(error, ATTN_OPTION, ATTN_NAME_score, ATTN_NONE, ATTN_NONE, d->score, ATTN_ADDITIVE);
  ATTN_TRY(check_axes(d, error));
  ATTN_TRY(check_company(d, error));
  if (d->steps < 0)
    return attn_refuse(error, ATTN_NEGATIVE, ATTN_NAME_steps, ATTN_NONE, ATTN_NONE, (double)d->steps, 0);
  s->t = d->inputs[STATES].shape[0], s->d_h = d->inputs[STATES].shape[1], s->d_s = d->inputs[INITIAL].shape[0];
  s->steps = d->steps;
  if (has(d, ATTN_DECODER_INPUT_x)) {
    s->d_in = d->inputs[ATTN_DECODER_INPUT_x].shape[1];
    if (s->steps == 0) s->steps = d->inputs[ATTN_DECODER_INPUT_x].shape[0];
  }
  if (has(d, ATTN_DECODER_INPUT_w_out)) s->d_out = attn_axis(&d->inputs[ATTN_DECODER_INPUT_w_out], 0);
  if (d->score == ATTN_ADDITIVE) s->hidden = attn_axis(&d->inputs[ATTN_DECODER_INPUT_w_1], 1);

  const int64_t both = attn_plus(s->d_s, s->d_h);
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_x, s->steps, ATTN_NAME_steps, s->d_in, ATTN_NONE, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_w_in, s->d_in, ATTN_NAME_x, s->d_s, initial, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_w_state, s->d_s, initial, s->d_s, initial, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_w_context, s->d_h, states, s->d_s, initial, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_b_state, 0, ATTN_NONE, s->d_s, initial, error));
  ATTN_TRY(beside(d, ATTN_DECODER_INPUT_w_out, 0, both, ATTN_STATE_AND_CONTEXT, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_b_out, 0, ATTN_NONE, s->d_out, w_out, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_w_score, s->d_s, initial, s->d_h, states, error));
  ATTN_TRY(beside(d, ATTN_DECODER_INPUT_w_1, 1, both, ATTN_QUERY_AND_KEY, error));
  ATTN_TRY(shaped(d, ATTN_DECODER_INPUT_w_2, 0, ATTN_NONE, s->hidden, ATTN_NAME_w_1, error));
  if (d->score <= ATTN_DOT && s->d_s != s->d_h)
    return attn_refuse(error, ATTN_AXIS, initial, states, 0, (double)s->d_s, (double)s->d_h);
  return attn_derive_scale(&s->scale, d->has_scale, d->scale, d->score, s->d_h, error);
}

/* ------------------------------------------------------------------ layout */

#define PLACE(tensor, ...) \
  attn_place(&s->slots[ATTN_DECODER_##tensor], &s->trace_count, at_least, \
             sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t), (const int64_t[]){__VA_ARGS__})

static void place_forward(attn_decoder_plan *s, int64_t *at_least) {
  if (s->hidden > 0) PLACE(hidden, 1, 1, s->steps, s->t, s->hidden);
  for (int32_t n = ATTN_DECODER_scores; n <= ATTN_DECODER_weights; n++) {
    const int64_t shape[4] = {1, 1, s->steps, s->t};
    const bool by_row = n == ATTN_DECODER_row_max || n == ATTN_DECODER_row_sum || n == ATTN_DECODER_log_sum_exp;
    attn_place(&s->slots[n], &s->trace_count, at_least, by_row ? 3 : 4, shape);
  }
  PLACE(context, s->steps, s->d_h);
  PLACE(state, attn_plus(s->steps, 1), s->d_s);
  if (s->d_out > 0) PLACE(logits, s->steps, s->d_out);
  if (s->d_out > 0) PLACE(probabilities, s->steps, s->d_out);
}

static void place_backward(attn_decoder_plan *s, const attn_decoder *d, int64_t *at_least) {
  for (int32_t n = 0; n < ATTN_DECODER_INPUT_COUNT; n++) {  // the gradients are in the order of the inputs
    const attn_tensor *t = &d->inputs[n];
    if (attn_present(t))
      attn_place(&s->slots[ATTN_DECODER_grad_encoder_states + n], &s->trace_count, at_least, t->rank, t->shape);
  }
  PLACE(grad_scores, 1, 1, s->steps, s->t);
  PLACE(grad_weights, 1, 1, s->steps, s->t);
  PLACE(grad_context, s->steps, s->d_h);
  PLACE(grad_state, attn_plus(s->steps, 1), s->d_s);
  PLACE(grad_output, s->steps, s->d_out > 0 ? s->d_out : s->d_s);
}

attn_status attn_plan_decoder(attn_decoder_plan *plan, const attn_decoder *decoder, int32_t backward,
                              attn_error *error) {
  attn_decoder_plan s;
  memset(&s, 0, sizeof s);
  ATTN_TRY(derive(&s, decoder, error));
  const attn_tensor *states = &decoder->inputs[STATES], *x = &decoder->inputs[ATTN_DECODER_INPUT_x];
  int64_t at_least = 0;
  s.backward = backward != 0;
  place_forward(&s, &at_least);
  if (s.backward) place_backward(&s, decoder, &at_least);
  const int64_t tokens = attn_plus(attn_count(states), attn_count(x));
  const int64_t trace = attn_times(attn_plus(at_least, tokens), (int64_t)sizeof(float));
  ATTN_TRY(attn_check_bytes(trace, ATTN_LIMIT_stepwise_bytes, ATTN_RECURRENT_TOO_LARGE, error));
  s.scratch_bytes = attn_decoder_scratch(&s, decoder);
  int64_t bytes = attn_plus(attn_times(at_least, (int64_t)sizeof(float)), s.scratch_bytes);
  for (int32_t n = 0; n < ATTN_DECODER_INPUT_COUNT; n++)
    bytes = attn_plus(bytes, attn_taken_reals(attn_count(&decoder->inputs[n])));
  ATTN_TRY(attn_check_call(bytes, error));
  *plan = s;
  return ATTN_OK;
}
