/* Linear layers: the projections of tokens and of the joined heads. */
#include "internal.h"
#include "product.h"

enum { COLUMNS = 128 }; /* column sums held at once */

int64_t attn_linear_scratch(int64_t rows, int64_t in, int64_t out, bool backward) {
  const int64_t forward = attn_matmul_scratch(rows, out, in);
  if (!backward) return forward;
  return attn_most(forward, attn_most(attn_matmul_scratch(rows, in, out), attn_matmul_scratch(in, out, rows)));
}

void attn_linear_forward(attn_real *y, const attn_real *x, const attn_real *w, const attn_real *b, int64_t rows,
                         int64_t in, int64_t out, void *scratch) {
  if (w != NULL)
    attn_matmul(y, out, x, in, 1, w, out, 1, rows, out, in, false, scratch);
  else
    attn_copy(y, x, rows * out);
  if (b == NULL) return;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t c = 0; c < out; c++) y[i * out + c] += b[c];
}

/* Writes sum (cols), the sum of the rows of x (rows, cols); in double, row by row. */
static void column_sums(attn_real *sum, const attn_real *x, int64_t rows, int64_t cols) {
  for (int64_t first = 0; first < cols; first += COLUMNS) {
    const int64_t count = attn_least(cols - first, COLUMNS);
    double acc[COLUMNS] = {0};
    for (int64_t i = 0; i < rows; i++)
      for (int64_t c = 0; c < count; c++) acc[c] += (double)x[i * cols + first + c];
    for (int64_t c = 0; c < count; c++) sum[first + c] = (attn_real)acc[c];
  }
}

/*
 * in the forward pass   y = x w + b
 * so here               grad_x (+)= grad_y w^T,  grad_w = x^T grad_y,  grad_b = sum of the rows of grad_y
 */
void attn_linear_input_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *w, int64_t rows,
                                int64_t in, int64_t out, bool accumulate, void *scratch) {
  if (w != NULL)
    attn_matmul(grad_x, in, grad_y, out, 1, w, 1, out, rows, in, out, accumulate, scratch);
  else if (accumulate)
    attn_add(grad_x, grad_x, grad_y, rows * in);
  else
    attn_copy(grad_x, grad_y, rows * in);
}

void attn_linear_parameters_backward(attn_real *grad_w, attn_real *grad_b, const attn_real *grad_y, const attn_real *x,
                                     const bool *live, int64_t rows, int64_t in, int64_t out, void *scratch) {
  if (grad_b != NULL) column_sums(grad_b, grad_y, rows, out);
  if (grad_w == NULL) return;
  // a row hidden from every pair has gradient 0, and 0 times a NaN of that row must not count
  if (live != NULL)
    attn_matmul_selected(grad_w, out, x, 1, in, grad_y, out, 1, in, out, rows, live, 0, 1);
  else
    attn_matmul(grad_w, out, x, 1, in, grad_y, out, 1, in, out, rows, false, scratch);
}

void attn_add(attn_real *y, const attn_real *a, const attn_real *b, int64_t count) {
  for (int64_t n = 0; n < count; n++) y[n] = a[n] + b[n];
}

/* --------------------------------------------------------- steps of a run */

static int64_t live_bytes(const attn_plan *s) {
  const int64_t rows = attn_plus(s->q_len, attn_times(2, s->kv_len));
  return attn_plus(attn_taken(attn_times(s->batch, rows)), attn_taken(attn_times(s->q_len, s->kv_len)));
}

void attn_projections(attn_projection to[3], const attn_plan *s, const attn_problem *p) {
  const int32_t x[] = {ATTN_INPUT_x, attn_key_source(p), attn_value_source(p)};
  const int64_t queries = attn_times(s->batch, s->q_len), keys = attn_times(s->batch, s->kv_len);
  to[0] = (attn_projection){.rows = queries, .in = s->d_model, .out = attn_times(s->heads, s->d_q)};
  to[1] = (attn_projection){.rows = keys, .in = s->d_kv, .out = attn_times(s->kv_heads, s->d_k)};
  to[2] = (attn_projection){.rows = keys, .in = s->d_in_v, .out = attn_times(s->kv_heads, s->d_v)};
  for (int32_t n = 0; n < 3; n++) {
    to[n].x = attn_reals(p, x[n]);
    to[n].w = attn_reals(p, ATTN_INPUT_w_q + n);
    to[n].b = attn_reals(p, ATTN_INPUT_b_q + n);
  }
}

int64_t attn_project_scratch(const attn_plan *s, const attn_problem *p) {
  attn_projection to[3];
  attn_projections(to, s, p);
  int64_t most = 0;
  for (int32_t n = 0; n < 3; n++)
    if (to[n].w != NULL) most = attn_most(most, attn_linear_scratch(to[n].rows, to[n].in, to[n].out, s->backward));
  if (attn_has(p, ATTN_INPUT_w_o))
    most = attn_most(most, attn_linear_scratch(to[0].rows, attn_times(s->heads, s->d_v), s->d_out, s->backward));
  return attn_plus(most, s->backward ? live_bytes(s) : 0);
}

void attn_project_forward(const attn_run *run) {
  attn_projection to[3];
  if (!attn_has(run->problem, ATTN_INPUT_x)) return;
  attn_projections(to, run->plan, run->problem);
  for (int32_t n = 0; n < 3; n++)
    attn_linear_forward(attn_tensor_at(run, ATTN_TENSOR_projected_query + n), to[n].x, to[n].w, to[n].b, to[n].rows,
                        to[n].in, to[n].out, run->scratch);
}

/* The backward pass of a projection; grad_x may be NULL. */
static void backward(attn_real *grad_x, attn_real *grad_w, attn_real *grad_b, const attn_real *grad_y,
                     const attn_projection *of, const bool *live, bool accumulate, void *scratch) {
  attn_linear_parameters_backward(grad_w, grad_b, grad_y, of->x, live, of->rows, of->in, of->out, scratch);
  if (grad_x != NULL) attn_linear_input_backward(grad_x, grad_y, of->w, of->rows, of->in, of->out, accumulate, scratch);
}

static bool is_finite(const attn_projection *of) {
  return attn_all_finite(of->x, of->rows * of->in);
}

/* The gradient of x sums those of all projections made from it, of queries, keys and values; likewise x_kv and x_v. */
void attn_project_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  if (!attn_has(p, ATTN_INPUT_x)) return;
  attn_projection of[3];
  attn_projections(of, s, p);
  const int32_t from_k = attn_key_source(p), from_v = attn_value_source(p);
  attn_real *const grad_x = ATTN_AT(run, grad_x);
  attn_real *const grad_x_k = from_k == ATTN_INPUT_x ? grad_x : ATTN_AT(run, grad_x_kv);
  attn_real *const grad_x_v = from_v == from_k ? grad_x_k : ATTN_AT(run, grad_x_v);

  void *scratch = run->scratch;
  bool *live_q = NULL, *live_k = NULL, *live_v = NULL;
  if (!is_finite(&of[0]) || (from_k != ATTN_INPUT_x && !is_finite(&of[1])) ||
      (from_v != from_k && !is_finite(&of[2]))) {
    live_q = attn_take(&scratch, s->batch * (s->q_len + 2 * s->kv_len));
    live_k = live_q + of[0].rows, live_v = live_k + of[1].rows;
    attn_live_rows(live_q, live_k, live_v, attn_take(&scratch, s->q_len * s->kv_len), run);
  }
  backward(grad_x, ATTN_AT(run, grad_w_q), ATTN_AT(run, grad_b_q), ATTN_AT(run, grad_projected_query), &of[0], live_q,
           false, scratch);
  backward(grad_x_k, ATTN_AT(run, grad_w_k), ATTN_AT(run, grad_b_k), ATTN_AT(run, grad_projected_key), &of[1], live_k,
           from_k == ATTN_INPUT_x, scratch);
  backward(grad_x_v, ATTN_AT(run, grad_w_v), ATTN_AT(run, grad_b_v), ATTN_AT(run, grad_projected_value), &of[2], live_v,
           from_v == from_k, scratch);
}

void attn_output_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  attn_linear_forward(ATTN_AT(run, output), ATTN_AT(run, joined), attn_reals(p, ATTN_INPUT_w_o),
                      attn_reals(p, ATTN_INPUT_b_o), s->batch * s->q_len, s->heads * s->d_v, s->d_out, run->scratch);
}

void attn_output_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_projection of = {.x = ATTN_AT(run, joined),
                              .w = attn_reals(run->problem, ATTN_INPUT_w_o),
                              .rows = s->batch * s->q_len,
                              .in = s->heads * s->d_v,
                              .out = s->d_out};
  backward(ATTN_AT(run, grad_joined), ATTN_AT(run, grad_w_o), ATTN_AT(run, grad_b_o), ATTN_AT(run, grad_output), &of,
           NULL, false, run->scratch);
}
