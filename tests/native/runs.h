/* Runs the problems of cases.h and all standalone tools. Each function returns
 * `hash` with every result mixed in. */
#ifndef RUNS_H
#define RUNS_H

#include "cases.h"
#include "internal.h"

ATTN_WRAPS static uint64_t mix_word(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x100000001b3u;
  return hash ^ hash >> 29;
}

/* Every bit counts, except that all NaN are the same. */
static uint64_t mix_reals(uint64_t hash, const attn_real *x, int64_t count) {
  for (int64_t n = 0; n < count; n++) {
    uint64_t word = 0;
    memcpy(&word, x + n, sizeof *x);
    hash = mix_word(hash, x[n] != x[n] ? 0x7fc00000u : word);
  }
  return hash;
}

static uint64_t mix_slots(uint64_t hash, const attn_slot *slots, int32_t count, const attn_real *trace) {
  for (int32_t n = 0; n < count; n++)
    if (slots[n].rank > 0 && trace != NULL)
      hash = mix_reals(mix_word(hash, (uint64_t)n), trace + slots[n].offset, slots[n].count);
  return hash;
}

static uint64_t mix_error(uint64_t hash, const attn_error *error) {
  char text[300];
  attn_error_text(error, text, sizeof text);
  for (const char *t = text; *t != 0; t++) hash = mix_word(hash, (uint8_t)*t);
  return hash;
}

/* Runs forward and backward, stepwise. */
static uint64_t run_stepwise(uint64_t hash, stream *s, const attn_problem *p) {
  attn_plan plan;
  attn_error error;
  const attn_real *arriving[ATTN_TENSOR_COUNT] = {NULL};
  int32_t rows[12];
  if (attn_plan_stepwise(&plan, p, 1, ATTN_EVERYTHING, &error) != ATTN_OK) return mix_error(hash, &error);
  attn_real *trace = blank(s, plan.trace_count);
  void *scratch = s->take((size_t)plan.scratch_bytes);
  const attn_slot *grad = &plan.slots[ATTN_TENSOR_grad_output];
  attn_forward(trace, scratch, &plan, p);
  for (int64_t n = 0; n < grad->count; n++) trace[grad->offset + n] = number(s);
  give_arriving(s, 8, arriving, inside, inside_count(p), plan.slots);
  attn_backward_from(trace, scratch, &plan, p, arriving);
  hash = mix_word(hash, (uint64_t)attn_fully_masked_rows(rows, 4, &plan, p));
  return mix_slots(hash, plan.slots, ATTN_TENSOR_COUNT, trace);
}

static uint64_t run_fused(uint64_t hash, stream *s, const attn_problem *p) {
  attn_plan plan;
  attn_error error;
  if (attn_plan_fused(&plan, p, &error) != ATTN_OK) return mix_error(hash, &error);
  attn_real *trace = blank(s, plan.trace_count);
  attn_fused(trace, s->take((size_t)plan.scratch_bytes), &plan, p);
  return mix_slots(hash, plan.slots, ATTN_TENSOR_COUNT, trace);
}

/* Runs the fused kernel with a trace of its tiles; refused if there are too many keys. */
static uint64_t run_fused_trace(uint64_t hash, stream *s, const attn_problem *p) {
  const int64_t tile = 1 + pick(s, 5);
  attn_plan plan;
  attn_error error;
  if (attn_plan_fused_trace(&plan, p, tile, &error) != ATTN_OK) return mix_error(hash, &error);
  attn_real *trace = blank(s, plan.trace_count);
  attn_fused_trace(trace, s->take((size_t)plan.scratch_bytes), &plan, p, tile);
  return mix_slots(hash, plan.slots, ATTN_TENSOR_COUNT, trace);
}

static uint64_t run_decoder(uint64_t hash, stream *s, const attn_decoder *d) {
  const attn_real *arriving[ATTN_DECODER_COUNT] = {NULL};
  attn_decoder_plan plan;
  attn_error error;
  if (attn_plan_decoder(&plan, d, 1, &error) != ATTN_OK) return mix_error(hash, &error);
  attn_real *trace = blank(s, plan.trace_count);
  void *scratch = s->take((size_t)plan.scratch_bytes);
  const attn_slot *grad = &plan.slots[ATTN_DECODER_grad_output];
  attn_decoder_forward(trace, scratch, &plan, d);
  for (int64_t n = 0; n < grad->count; n++) trace[grad->offset + n] = number(s);
  give_arriving(s, 8, arriving, inside_decoder, INSIDE_DECODER, plan.slots);
  attn_decoder_backward_from(trace, scratch, &plan, d, arriving);
  return mix_slots(hash, plan.slots, ATTN_DECODER_COUNT, trace);
}

static uint64_t run_encoder(uint64_t hash, stream *s) {
  const int64_t t = pick(s, 5), d_in = 1 + pick(s, 4), d_s = 1 + pick(s, 4), n = (t + 1) * d_s;
  const attn_real *x = numbers(s, t * d_in), *w_in = numbers(s, d_in * d_s), *w_state = numbers(s, d_s * d_s);
  const attn_real *b = one_in(s, 2) ? numbers(s, d_s) : NULL, *first = one_in(s, 2) ? numbers(s, d_s) : NULL;
  attn_real *state = blank(s, n), *grad_state = blank(s, n), *grad_x = blank(s, t * d_in);
  attn_real *grad_w_in = blank(s, d_in * d_s), *grad_w_state = blank(s, d_s * d_s), *grad_b = blank(s, d_s);
  int64_t bytes;
  attn_error error;
  if (attn_plan_recurrent_encoder(&bytes, t, d_in, d_s, 1, &error) != ATTN_OK) return mix_error(hash, &error);
  void *scratch = s->take((size_t)bytes);
  attn_recurrent_encoder(state, x, w_in, w_state, b, first, t, d_in, d_s);
  attn_recurrent_encoder_backward(grad_state, grad_x, grad_w_in, grad_w_state, b == NULL ? NULL : grad_b, scratch,
                                  numbers(s, n), state, x, w_in, w_state, t, d_in, d_s);
  hash = mix_reals(mix_reals(mix_reals(hash, state, n), grad_state, n), grad_x, t * d_in);
  hash = mix_reals(mix_reals(hash, grad_w_in, d_in * d_s), grad_w_state, d_s * d_s);
  return b == NULL ? hash : mix_reals(hash, grad_b, d_s);
}

static uint64_t run_norms(uint64_t hash, stream *s) {
  const int64_t rows = pick(s, 6), cols = one_in(s, 20) ? 130 : 1 + pick(s, 8), n = rows * cols;
  const int32_t parameters = one_in(s, 2), training = one_in(s, 2);
  const attn_real *x = numbers(s, n), *grad_y = numbers(s, n), *mean_in = numbers(s, cols);
  const attn_real *gamma = parameters ? numbers(s, cols) : NULL, *beta = parameters ? numbers(s, cols) : NULL;
  attn_real *var_in = numbers(s, cols), *y = blank(s, n), *grad_x = blank(s, n);
  attn_real *mean = blank(s, rows + cols), *rstd = blank(s, rows + cols);
  attn_real *grad_gamma = blank(s, cols), *grad_beta = blank(s, cols);
  for (int64_t c = 0; c < cols; c++) var_in[c] = fabs((double)var_in[c]) < 9 ? var_in[c] * var_in[c] : 1;
  attn_layer_norm(y, mean, rstd, x, gamma, beta, 1e-5, rows, cols);
  attn_layer_norm_backward(grad_x, grad_gamma, grad_beta, grad_y, x, gamma, 1e-5, rows, cols);
  hash = mix_reals(mix_reals(mix_reals(hash, y, n), mean, rows), rstd, rows);
  hash = mix_reals(mix_reals(mix_reals(hash, grad_x, n), grad_gamma, cols), grad_beta, cols);
  attn_batch_norm(y, mean, rstd, x, gamma, beta, mean_in, var_in, 1e-5, training, rows, cols);
  attn_batch_norm_backward(grad_x, grad_gamma, grad_beta, grad_y, x, gamma, mean_in, var_in, 1e-5, training, rows,
                           cols);
  hash = mix_reals(mix_reals(mix_reals(hash, y, n), mean, cols), rstd, cols);
  return mix_reals(mix_reals(mix_reals(hash, grad_x, n), grad_gamma, cols), grad_beta, cols);
}

static uint64_t run_feed_forward(uint64_t hash, stream *s) {
  const int64_t rows = pick(s, 5), d = 1 + pick(s, 5), units = one_in(s, 20) ? 130 : 1 + pick(s, 9), n = rows * units;
  const int64_t d_out = 1 + pick(s, 5);
  const int32_t activation = one_in(s, 2) ? ATTN_GELU : ATTN_RELU;
  const attn_real *x = numbers(s, rows * d), *w_in = numbers(s, d * units), *w_out = numbers(s, units * d_out);
  const attn_real *b_in = one_in(s, 2) ? numbers(s, units) : NULL, *b_out = one_in(s, 2) ? numbers(s, d_out) : NULL;
  attn_real *hidden = blank(s, n), *activated = blank(s, n), *output = blank(s, rows * d_out);
  attn_real *grad_x = blank(s, rows * d), *grad_hidden = blank(s, n), *grad_activated = blank(s, n);
  attn_real *grad_w_in = blank(s, d * units), *grad_b_in = blank(s, units);
  attn_real *grad_w_out = blank(s, units * d_out), *grad_b_out = blank(s, d_out);
  void *scratch = s->take((size_t)attn_feed_forward_scratch(rows, d, units, d_out, 1));
  attn_feed_forward(hidden, activated, output, x, w_in, b_in, w_out, b_out, scratch, activation, rows, d, units, d_out);
  attn_feed_forward_backward(grad_x, grad_w_in, grad_b_in, grad_w_out, grad_b_out, grad_hidden, grad_activated,
                             numbers(s, rows * d_out), hidden, activated, x, w_in, w_out, scratch, activation, rows, d,
                             units, d_out);
  hash = mix_reals(mix_reals(mix_reals(hash, hidden, n), activated, n), output, rows * d_out);
  hash = mix_reals(mix_reals(mix_reals(hash, grad_x, rows * d), grad_hidden, n), grad_activated, n);
  hash = mix_reals(mix_reals(hash, grad_w_in, d * units), grad_b_in, units);
  return mix_reals(mix_reals(hash, grad_w_out, units * d_out), grad_b_out, d_out);
}

static uint64_t run_tools(uint64_t hash, stream *s) {
  const int64_t n = pick(s, 5), m = pick(s, 5), d = 1 + pick(s, 40);
  const attn_real *a = numbers(s, n * d), *b = numbers(s, m * d), *grad_y = numbers(s, n * d);
  attn_real *y = blank(s, n * d), *grad_x = blank(s, n * d), *products = blank(s, d), *factors = numbers(s, 2 * d);
  attn_real *dot = blank(s, n * m), *cosine = blank(s, n * m), *angle = blank(s, n * m), *shadow = blank(s, n * m);
  attn_real *length_a = blank(s, n), *length_b = blank(s, m);
  attn_softmax(y, a, n, d);
  attn_softmax_backward(grad_x, grad_y, y, n, d);
  hash = mix_reals(mix_reals(hash, y, n * d), grad_x, n * d);
  attn_statistics(length_a, grad_x, y, n, d);
  hash = mix_reals(mix_reals(hash, length_a, n), grad_x, n);
  attn_entropy(length_a, y, n, d);
  attn_histogram(grad_x, a, (const attn_real[]){-1, 0, 2}, n, d, d < 2 ? 1 : 2);
  hash = mix_reals(mix_reals(hash, length_a, n), grad_x, n * (d < 2 ? 1 : 2));
  attn_geometry(dot, cosine, angle, shadow, length_a, length_b, a, b, n, m, d);
  hash = mix_reals(mix_reals(mix_reals(mix_reals(hash, dot, n * m), cosine, n * m), angle, n * m), shadow, n * m);
  hash = mix_reals(mix_reals(hash, length_a, n), length_b, m);
  const attn_real *asked = numbers(s, n * m);
  attn_real *grad_a = blank(s, n * d), *grad_b = blank(s, m * d);
  attn_geometry_backward(grad_a, grad_b, asked, asked, asked, asked, length_a, length_b, a, b, n, m, d);
  hash = mix_reals(mix_reals(hash, grad_a, n * d), grad_b, m * d);
  const double work = one_in(s, 2) ? 1 : 1e9;
  const attn_real sum = n > 0 && m > 0 ? (attn_real)attn_terms(products, factors, 2, d, work) : 0;
  attn_add(y, a, grad_y, n * d);
  const int32_t init = (int32_t)pick(s, 3);
  attn_initialize(grad_x, init, next(s), n + 1, d, n * d);
  return mix_reals(mix_reals(mix_reals(hash, &sum, 1), y, n * d), grad_x, n * d);
}

/* Runs the losses and ten steps of each optimizer. */
static uint64_t run_training(uint64_t hash, stream *s) {
  const int64_t rows = pick(s, 5), classes = 1 + pick(s, 6), n = rows * classes;
  const attn_real *output = numbers(s, n), *wanted = numbers(s, n);
  attn_real *grad = blank(s, n), *one = numbers(s, n), *two = blank(s, n), *first = blank(s, n), *second = blank(s, n);
  int32_t *target = s->take((size_t)rows * sizeof *target);
  attn_error error;
  double loss = 0;
  for (int64_t i = 0; i < rows; i++) target[i] = (int32_t)pick(s, classes + 1) - 1;
  attn_real both[2] = {(attn_real)attn_squared_error(grad, output, wanted, n), 0};
  hash = mix_reals(hash, grad, n);
  if (attn_cross_entropy(&loss, grad, output, target, rows, classes, &error) != ATTN_OK) return mix_error(hash, &error);
  both[1] = (attn_real)loss;
  hash = mix_reals(mix_reals(hash, both, 2), grad, n);
  for (int64_t k = 0; k < n; k++) first[k] = second[k] = 0;
  for (int32_t step = 1; step <= 10; step++) {
    hash = mix_word(hash, attn_sgd(two, first, one, grad, 0.1, 0.5, n));
    hash = mix_word(hash, attn_adam(one, first, second, two, grad, 0.01, step, n));
  }
  return mix_reals(mix_reals(mix_reals(hash, one, n), first, n), second, n);
}

#endif
