/*
 * A recurrent state that reads one token at a time (Elman 1990), and the two functions that it shares with the decoder.
 *
 *   state_i = tanh(state_{i-1} w_state + x_i w_in + b_state)
 *
 * x (t, d_in). Row i of state (t + 1, d_s) belongs to token i, counted from 1; row 0 is initial_state.
 */
#include "internal.h"
#include "numeric.h"

/* Sums in double, input by input and b last, and rounds once before tanh. */
void attn_next_state(attn_real *next, const attn_weighed_row *rows, int32_t count, const attn_real *b, int64_t d_s) {
  for (int64_t c = 0; c < d_s; c++) {
    double sum = 0;
    for (const attn_weighed_row *row = rows; row < rows + count; row++)
      for (int64_t k = 0; k < row->n; k++) sum += (double)row->x[k] * (double)row->w[k * d_s + c];
    if (b != NULL) sum += (double)b[c];
    next[c] = attn_tanh((attn_real)sum);
  }
}

void attn_state_sum_backward(attn_real *grad_sum, const attn_real *grad_state, const attn_real *state, int64_t d_s) {
  for (int64_t c = 0; c < d_s; c++)
    grad_sum[c] = (attn_real)((double)grad_state[c] * (1 - (double)state[c] * (double)state[c]));
}

void attn_recurrent_encoder(attn_real *state, const attn_real *x, const attn_real *w_in, const attn_real *w_state,
                            const attn_real *b_state, const attn_real *initial_state, int64_t t, int64_t d_in,
                            int64_t d_s) {
  if (initial_state == NULL)
    attn_clear(state, d_s);
  else
    attn_copy(state, initial_state, d_s);
  for (int64_t i = 0; i < t; i++, state += d_s, x += d_in) {
    const attn_weighed_row rows[2] = {{state, w_state, d_s}, {x, w_in, d_in}};
    attn_next_state(state + d_s, rows, 2, b_state, d_s);
  }
}

static int64_t backward_scratch(int64_t t, int64_t d_in, int64_t d_s) {
  const int64_t rows = attn_most(t, 1);
  const int64_t most = attn_most(attn_linear_scratch(rows, d_s, d_s, true), attn_linear_scratch(rows, d_in, d_s, true));
  return attn_plus(attn_plus(most, attn_linear_scratch(1, d_s, d_s, true)), attn_taken_reals(attn_times(t, d_s)));
}

attn_status attn_plan_recurrent_encoder(int64_t *scratch_bytes, int64_t t, int64_t d_in, int64_t d_s, int32_t backward,
                                        attn_error *error) {
  if (t < 0) return attn_refuse(error, ATTN_SIZE, ATTN_INPUT_x, ATTN_NONE, 0, (double)t, 0);
  if (d_in < 1) return attn_refuse(error, ATTN_SIZE, ATTN_INPUT_x, ATTN_NONE, 1, (double)d_in, 1);
  if (d_s < 1) return attn_refuse(error, ATTN_SIZE, ATTN_NAME_w_state, ATTN_NONE, 1, (double)d_s, 1);
  const int64_t tokens = attn_times(t, d_in), states = attn_times(attn_plus(t, 1), d_s);
  // w_in, w_state, b_state and initial_state
  const int64_t parameters = attn_times(attn_plus(attn_plus(d_in, d_s), 2), d_s), given = attn_plus(tokens, parameters);
  // each has a gradient, and so have the states, both the given grad and the resulting grad_state
  const int64_t made = backward ? attn_plus(attn_times(3, states), given) : states;
  const int64_t trace = attn_times(attn_plus(tokens, made), (int64_t)sizeof(float));
  ATTN_TRY(attn_check_bytes(trace, ATTN_LIMIT_stepwise_bytes, ATTN_RECURRENT_TOO_LARGE, error));
  const int64_t scratch = backward ? backward_scratch(t, d_in, d_s) : 0;
  const int64_t call = attn_times(attn_plus(given, made), (int64_t)sizeof(float));
  ATTN_TRY(attn_check_call(attn_plus(call, scratch), error));
  *scratch_bytes = scratch;
  return ATTN_OK;
}

void attn_recurrent_encoder_backward(attn_real *grad_state, attn_real *grad_x, attn_real *grad_w_in,
                                     attn_real *grad_w_state, attn_real *grad_b_state, void *scratch,
                                     const attn_real *grad, const attn_real *state, const attn_real *x,
                                     const attn_real *w_in, const attn_real *w_state, int64_t t, int64_t d_in,
                                     int64_t d_s) {
  x = attn_somewhere(x);
  attn_real *grad_sums = attn_take(&scratch, attn_taken_reals(t * d_s));
  attn_copy(grad_state, grad, (t + 1) * d_s);
  for (int64_t i = t - 1; i >= 0; i--) {
    attn_real *before = grad_state + i * d_s, *grad_sum = grad_sums + i * d_s;
    attn_state_sum_backward(grad_sum, before + d_s, state + (i + 1) * d_s, d_s);
    attn_linear_input_backward(before, grad_sum, w_state, 1, d_s, d_s, true, scratch);
  }
  attn_linear_parameters_backward(grad_w_state, grad_b_state, grad_sums, state, NULL, t, d_s, d_s, scratch);
  attn_linear_parameters_backward(grad_w_in, NULL, grad_sums, x, NULL, t, d_in, d_s, scratch);
  attn_linear_input_backward(grad_x, grad_sums, w_in, t, d_in, d_s, false, scratch);
}
