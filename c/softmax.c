/*
 * Softmax: turns scores into weights that sum to one.
 *
 *   weights[i,j] = exp(x[i,j] - row_max[i]) / row_sum[i]
 *
 * The largest score of the row is subtracted so that no exponent is positive. A key whose score is -inf has a weight of
 * exactly 0. A row that is -inf everywhere has nothing to attend to, so its weights are 0, not NaN. A NaN makes its
 * whole row NaN, and so does +inf (inf - inf).
 */
#include "internal.h"
#include "numeric.h"

/* Returns the largest number of a row; NaN if there is one. Returns 0 for -0, since which of the two is found would
 * depend on the number of lanes. */
static attn_real row_max_of(const attn_real *x, int64_t n) {
  attn_vec most = attn_splat(-INFINITY);
  int64_t j = 0;
  for (; attn_more(j, ATTN_LANES, n); j += ATTN_LANES) {
    const attn_vec v = attn_load(x + j);
    most = attn_select((most > v) | (most != most), most, v);
  }
  attn_real max = most[0];
  for (int l = 1; l < ATTN_LANES; l++) max = attn_max(max, most[l]);
  for (; j < n; j++) max = attn_max(max, x[j]);
  return max + 0;
}

/* y = x - max; -inf stays -inf, even if max is -inf */
static void shift(attn_real *y, const attn_real *x, attn_real max, int64_t n) {
  const attn_vec none = attn_splat(-INFINITY), most = attn_splat(max);
  int64_t j = 0;
  for (; attn_more(j, ATTN_LANES, n); j += ATTN_LANES) {
    const attn_vec v = attn_load(x + j);
    attn_store(y + j, attn_select(v == none, v, v - most));
  }
  for (; j < n; j++) y[j] = x[j] == -INFINITY ? x[j] : x[j] - max;
}

/* y = x / sum in double, rounded once */
static void divide(attn_real *y, const attn_real *x, double sum, int64_t n) {
  int64_t j = 0;
  for (; attn_more(j, 2, n); j += 2) attn_narrow(y + j, attn_widen(x + j) / (attn_wide){sum, sum});
  for (; j < n; j++) y[j] = (attn_real)((double)x[j] / sum);
}

void attn_softmax_row(attn_real *row_max, attn_real *row_sum, attn_real *shifted, attn_real *exps, attn_real *weights,
                      const attn_real *x, int64_t n) {
  const attn_real max = row_max_of(x, n);
  shift(shifted, x, max, n);
  attn_exp_all(exps, shifted, n);
  double sum = 0;
  for (int64_t j = 0; j < n; j++) sum += (double)exps[j];

  // divides by the sum in double, before it is rounded to row_sum
  if (sum == 0)
    attn_fill_edges(weights, 0, 0, n, 0);
  else
    divide(weights, exps, sum, n);
  *row_max = max;
  *row_sum = (attn_real)sum;
}

/*
 * in the forward pass   y[j] = exp(x[j]) / sum_k exp(x[k])
 * so here               grad_x[j] = y[j] * (grad_y[j] - dot)
 *                       where dot = sum_k grad_y[k] * y[k]
 */
static void differentiate(attn_real *grad_x, const attn_real *grad_y, const attn_real *y, double dot, int64_t n) {
  int64_t j = 0;
  for (; attn_more(j, 2, n); j += 2)
    attn_narrow(grad_x + j, attn_widen(y + j) * (attn_widen(grad_y + j) - (attn_wide){dot, dot}));
  for (; j < n; j++) grad_x[j] = (attn_real)((double)y[j] * ((double)grad_y[j] - dot));
}

void attn_softmax_row_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *y, const bool *allowed,
                               int64_t n) {
  double dot = 0;
  for (int64_t j = 0; j < n; j++)
    if (allowed == NULL || allowed[j]) dot += (double)grad_y[j] * (double)y[j];
  differentiate(grad_x, grad_y, y, dot, n);
  for (int64_t j = 0; j < n && allowed != NULL; j++)
    if (!allowed[j]) grad_x[j] = 0;
}

void attn_softmax(attn_real *y, const attn_real *x, int64_t rows, int64_t cols) {
  attn_real max, sum;
  for (int64_t i = 0; i < rows; i++) {
    attn_real *row = y + i * cols;
    attn_softmax_row(&max, &sum, row, row, row, x + i * cols, cols);
  }
}

void attn_softmax_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *y, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows * cols; i += cols) attn_softmax_row_backward(grad_x + i, grad_y + i, y + i, NULL, cols);
}

/* --------------------------------------------------------- steps of a run */

/* Replaces the weights by weights_override, broadcast. */
static void override(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_steps at = attn_broadcast(&run->problem->inputs[ATTN_INPUT_weights_override]);
  const attn_real *given = attn_reals(run->problem, ATTN_INPUT_weights_override);
  attn_real *w = ATTN_AT(run, weights);
  for (int64_t b = 0; b < s->batch; b++)
    for (int64_t h = 0; h < s->heads; h++)
      for (int64_t i = 0; i < s->q_len; i++)
        for (int64_t j = 0; j < s->kv_len; j++)
          *w++ = given[b * at.step[0] + h * at.step[1] + i * at.step[2] + j * at.step[3]];
}

/* Fills in the pairs out of reach of a row without reading their scores. A row with a NaN is NaN throughout. */
static void close_edges(const attn_run *run, int64_t row, int64_t from, int64_t to) {
  const int64_t n = run->plan->kv_len, at = row * n;
  const attn_real sum = ATTN_AT(run, row_sum)[row];
  if (!attn_share(run->plan, ATTN_TENSOR_shifted_scores, ATTN_TENSOR_weights)) {
    attn_fill_edges(ATTN_AT(run, shifted_scores) + at, from, to, n, -INFINITY);
    attn_fill_edges(ATTN_AT(run, shifted_exp) + at, from, to, n, 0);
  }
  attn_fill_edges(ATTN_AT(run, weights) + at, from, to, n, sum == sum ? 0 : sum);
}

void attn_weights_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_band band = attn_band_of(s, run->problem);
  const int64_t rows = s->batch * s->heads * s->q_len, n = s->kv_len;
  attn_real *row_max = ATTN_AT(run, row_max), *row_sum = ATTN_AT(run, row_sum);
  attn_real *log_sum_exp = ATTN_AT(run, log_sum_exp);
  for (int64_t row = 0; row < rows; row++) {
    int64_t from, to;
    attn_band_row(&from, &to, &band, row % s->q_len, n);
    const int64_t at = row * n + from;
    attn_softmax_row(row_max + row, row_sum + row, ATTN_AT(run, shifted_scores) + at, ATTN_AT(run, shifted_exp) + at,
                     ATTN_AT(run, weights) + at, ATTN_AT(run, masked_scores) + at, to - from);
    close_edges(run, row, from, to);
    log_sum_exp[row] = (attn_real)((double)row_max[row] + attn_log_wide((double)row_sum[row]));
  }
  if (attn_has(run->problem, ATTN_INPUT_weights_override)) override(run);
}

void attn_weights_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  const attn_band band = attn_band_of(s, p);
  const int64_t n = s->kv_len, rows = s->batch * s->heads * s->q_len;
  const attn_real *weights = ATTN_AT(run, weights), *grad_weights = ATTN_AT(run, grad_weights);
  const attn_real *row_max = ATTN_AT(run, row_max);
  attn_real *grad = ATTN_AT(run, grad_masked_scores);
  const bool masked = attn_has(p, ATTN_INPUT_mask) || attn_has(p, ATTN_INPUT_key_mask) || attn_has(p, ATTN_INPUT_bias);
  if (attn_has(p, ATTN_INPUT_weights_override)) {
    attn_sum_broadcast(ATTN_AT(run, grad_weights_override), grad_weights, &p->inputs[ATTN_INPUT_weights_override], s);
    attn_clear(grad, rows * n);
    return;
  }
  for (int64_t row = 0; row < rows; row++) {
    const int64_t i = row % s->q_len, head = row / s->q_len;
    bool *allowed = masked ? run->scratch : NULL;
    int64_t from, to;
    attn_band_row(&from, &to, &band, i, n);
    if (row_max[row] == -INFINITY) to = from;  // the row sees no key, whatever the values are
    if (masked) attn_allowed(allowed, s, p, head / s->heads, head % s->heads, i, 1);
    const int64_t at = row * n + from;
    attn_softmax_row_backward(grad + at, grad_weights + at, weights + at, masked ? allowed + from : NULL, to - from);
    attn_fill_edges(grad + row * n, from, to, n, 0);
  }
}
