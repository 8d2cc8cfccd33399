/*
 * The additive score function (Bahdanau, Cho, Bengio 2015): a small network reads query and key together.
 *
 *   scores[i,j] = w_2 . tanh(w_1 [query_i; key_j])
 *
 * w_1 has columns for the query and columns for the key, so each token is projected once:
 *   from_query (rows, hidden) = query w_1q^T,   from_key (kv_len, hidden) = key w_1k^T
 * These and all gradients are summed in double, term by term, and rounded once.
 */
#include "internal.h"
#include "numeric.h"

/* y (rows, hidden) = x (rows, d) times the columns first .. first + d - 1 of w_1, transposed */
static void project(double *y, const attn_real *x, int64_t rows, int64_t d, int64_t first, const attn_score *f) {
  const int64_t width = f->d_q + f->d_k;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t u = 0; u < f->hidden; u++) {
      const attn_real *w = f->w_1 + u * width + first;
      double sum = 0;
      for (int64_t c = 0; c < d; c++) sum += (double)x[i * d + c] * (double)w[c];
      *y++ = sum;
    }
}

int64_t attn_additive_scratch(const attn_score *f, int64_t rows, int64_t kv_len) {
  const int64_t token = attn_times(f->hidden, (int64_t)sizeof(double));
  return attn_plus(attn_taken(attn_times(rows, token)), attn_taken(attn_times(kv_len, token)));
}

void attn_additive_forward(attn_real *scores, attn_real *hidden, const attn_score *f, const attn_real *query,
                           const attn_real *key, int64_t rows, int64_t kv_len, void *scratch) {
  double *from_query = attn_take(&scratch, rows * f->hidden * (int64_t)sizeof(double));
  double *from_key = attn_take(&scratch, kv_len * f->hidden * (int64_t)sizeof(double));
  project(from_query, query, rows, f->d_q, 0, f);
  project(from_key, key, kv_len, f->d_k, f->d_q, f);
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < kv_len; j++) {
      double sum = 0;
      for (int64_t u = 0; u < f->hidden; u++) {
        const attn_real t = attn_tanh((attn_real)(from_query[i * f->hidden + u] + from_key[j * f->hidden + u]));
        if (hidden != NULL) *hidden++ = t;
        sum += (double)t * (double)f->w_2[u];
      }
      *scores++ = (attn_real)sum;
    }
}

/* grad_x (rows, d) = grad (rows, hidden) times the columns first .. first + d - 1 of w_1 */
static void project_backward(attn_real *grad_x, const double *grad, int64_t rows, int64_t d, int64_t first,
                             const attn_score *f) {
  const int64_t width = f->d_q + f->d_k;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t c = 0; c < d; c++) {
      double sum = 0;
      for (int64_t u = 0; u < f->hidden; u++) sum += grad[i * f->hidden + u] * (double)f->w_1[u * width + first + c];
      *grad_x++ = (attn_real)sum;
    }
}

/* columns first .. first + d - 1 of grad_w_1 += grad^T x; a token whose gradient is 0 is skipped, even if it is NaN */
static void project_parameters(double *grad_w_1, const double *grad, const attn_real *x, int64_t rows, int64_t d,
                               int64_t first, const attn_score *f) {
  const int64_t width = f->d_q + f->d_k;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t u = 0; u < f->hidden; u++) {
      const double g = grad[i * f->hidden + u];
      if (g == 0) continue;
      for (int64_t c = 0; c < d; c++) grad_w_1[u * width + first + c] += g * (double)x[i * d + c];
    }
}

/*
 * in the forward pass   scores[i,j] = sum_u w_2[u] t,   t = hidden[i,j,u] = tanh(from_query[i,u] + from_key[j,u])
 * so here               grad_w_2[u] += grad_scores[i,j] t
 *                       grad_from_query[i,u] += g,  grad_from_key[j,u] += g
 *                       where g = grad_scores[i,j] w_2[u] (1 - t^2)
 *
 * Pairs whose gradient is exactly 0, which includes all forbidden pairs, are skipped.
 */
void attn_additive_backward(attn_real *grad_query, attn_real *grad_key, attn_score_sums *sums,
                            const attn_real *grad_scores, const attn_real *hidden, const attn_score *f,
                            const attn_real *query, const attn_real *key, int64_t rows, int64_t kv_len, void *scratch) {
  const int64_t n_q = rows * f->hidden, n_k = kv_len * f->hidden;
  double *from_query = attn_take(&scratch, n_q * (int64_t)sizeof(double));
  double *from_key = attn_take(&scratch, n_k * (int64_t)sizeof(double));
  for (int64_t n = 0; n < n_q; n++) from_query[n] = 0;
  for (int64_t n = 0; n < n_k; n++) from_key[n] = 0;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < kv_len; j++) {
      const double grad = (double)grad_scores[i * kv_len + j];
      const attn_real *tanhs = hidden + (i * kv_len + j) * f->hidden;
      if (grad == 0) continue;
      for (int64_t u = 0; u < f->hidden; u++) {
        const double t = (double)tanhs[u], g = grad * (double)f->w_2[u] * (1 - t * t);
        from_query[i * f->hidden + u] += g;
        from_key[j * f->hidden + u] += g;
        if (sums != NULL) sums->w_2[u] += grad * t;
      }
    }
  if (grad_query != NULL) project_backward(grad_query, from_query, rows, f->d_q, 0, f);
  if (grad_key != NULL) project_backward(grad_key, from_key, kv_len, f->d_k, f->d_q, f);
  if (sums == NULL) return;
  project_parameters(sums->w_1, from_query, query, rows, f->d_q, 0, f);
  project_parameters(sums->w_1, from_key, key, kv_len, f->d_k, f->d_q, f);
}
