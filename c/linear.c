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

int64_t attn_project_scratch(const attn_plan *s, const attn_problem *p) {
  const int64_t queries = attn_times(s->batch, s->q_len), keys = attn_times(s->batch, s->kv_len);
  const struct {
    int32_t w;
    int64_t rows, in, out;
  } products[] = {
      {ATTN_INPUT_w_q, queries, s->d_model, attn_times(s->heads, s->d_q)},
      {ATTN_INPUT_w_k, keys, s->d_kv, attn_times(s->kv_heads, s->d_k)},
      {ATTN_INPUT_w_v, keys, s->d_in_v, attn_times(s->kv_heads, s->d_v)},
      {ATTN_INPUT_w_o, queries, attn_times(s->heads, s->d_v), s->d_out},
  };
  int64_t most = 0;
  for (int32_t n = 0; n < 4; n++)
    if (attn_has(p, products[n].w))
      most = attn_most(most, attn_linear_scratch(products[n].rows, products[n].in, products[n].out, s->backward));
  return attn_plus(most, s->backward ? live_bytes(s) : 0);
}

void attn_project_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  const attn_real *x = attn_reals(p, ATTN_INPUT_x);
  const attn_real *x_k = attn_reals(p, attn_key_source(p)), *x_v = attn_reals(p, attn_value_source(p));
  if (!attn_has(p, ATTN_INPUT_x)) return;
  attn_linear_forward(ATTN_AT(run, projected_query), x, attn_reals(p, ATTN_INPUT_w_q), attn_reals(p, ATTN_INPUT_b_q),
                      s->batch * s->q_len, s->d_model, s->heads * s->d_q, run->scratch);
  attn_linear_forward(ATTN_AT(run, projected_key), x_k, attn_reals(p, ATTN_INPUT_w_k), attn_reals(p, ATTN_INPUT_b_k),
                      s->batch * s->kv_len, s->d_kv, s->kv_heads * s->d_k, run->scratch);
  attn_linear_forward(ATTN_AT(run, projected_value), x_v, attn_reals(p, ATTN_INPUT_w_v), attn_reals(p, ATTN_INPUT_b_v),
                      s->batch * s->kv_len, s->d_in_v, s->kv_heads * s->d_v, run->scratch);
}

/* The backward pass of a projection; grad_x may be NULL. */
static void backward(attn_real *grad_x, attn_real *grad_w, attn_real *grad_b, const attn_real *grad_y,
                     const attn_real *x, const attn_real *w, const bool *live, int64_t rows, int64_t in, int64_t out,
                     bool accumulate, void *scratch) {
  attn_linear_parameters_backward(grad_w, grad_b, grad_y, x, live, rows, in, out, scratch);
  if (grad_x != NULL) attn_linear_input_backward(grad_x, grad_y, w, rows, in, out, accumulate, scratch);
}

/* The gradient of x sums those of all projections made from it, of queries, keys and values; likewise x_kv and x_v. */
void attn_project_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  if (!attn_has(p, ATTN_INPUT_x)) return;
  const int32_t from_k = attn_key_source(p), from_v = attn_value_source(p);
  const attn_real *x = attn_reals(p, ATTN_INPUT_x), *x_k = attn_reals(p, from_k), *x_v = attn_reals(p, from_v);
  const int64_t queries = s->batch * s->q_len, keys = s->batch * s->kv_len;
  attn_real *const grad_x = ATTN_AT(run, grad_x);
  attn_real *const grad_x_k = from_k == ATTN_INPUT_x ? grad_x : ATTN_AT(run, grad_x_kv);
  attn_real *const grad_x_v = from_v == from_k ? grad_x_k : ATTN_AT(run, grad_x_v);

  void *scratch = run->scratch;
  bool *live_q = NULL, *live_k = NULL, *live_v = NULL;
  if (!attn_all_finite(x, queries * s->d_model) || (from_k != ATTN_INPUT_x && !attn_all_finite(x_k, keys * s->d_kv)) ||
      (from_v != from_k && !attn_all_finite(x_v, keys * s->d_in_v))) {
    live_q = attn_take(&scratch, s->batch * (s->q_len + 2 * s->kv_len));
    live_k = live_q + queries, live_v = live_k + keys;
    attn_live_rows(live_q, live_k, live_v, attn_take(&scratch, s->q_len * s->kv_len), run);
  }
  backward(grad_x, ATTN_AT(run, grad_w_q), ATTN_AT(run, grad_b_q), ATTN_AT(run, grad_projected_query), x,
           attn_reals(p, ATTN_INPUT_w_q), live_q, queries, s->d_model, s->heads * s->d_q, false, scratch);
  backward(grad_x_k, ATTN_AT(run, grad_w_k), ATTN_AT(run, grad_b_k), ATTN_AT(run, grad_projected_key), x_k,
           attn_reals(p, ATTN_INPUT_w_k), live_k, keys, s->d_kv, s->kv_heads * s->d_k, from_k == ATTN_INPUT_x, scratch);
  backward(grad_x_v, ATTN_AT(run, grad_w_v), ATTN_AT(run, grad_b_v), ATTN_AT(run, grad_projected_value), x_v,
           attn_reals(p, ATTN_INPUT_w_v), live_v, keys, s->d_in_v, s->kv_heads * s->d_v, from_v == from_k, scratch);
}

void attn_output_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  attn_linear_forward(ATTN_AT(run, output), ATTN_AT(run, joined), attn_reals(p, ATTN_INPUT_w_o),
                      attn_reals(p, ATTN_INPUT_b_o), s->batch * s->q_len, s->heads * s->d_v, s->d_out, run->scratch);
}

void attn_output_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  backward(ATTN_AT(run, grad_joined), ATTN_AT(run, grad_w_o), ATTN_AT(run, grad_b_o), ATTN_AT(run, grad_output),
           ATTN_AT(run, joined), attn_reals(run->problem, ATTN_INPUT_w_o), NULL, s->batch * s->q_len, s->heads * s->d_v,
           s->d_out, false, run->scratch);
}
