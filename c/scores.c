/*
 * How well a query fits a key: four score functions, forward and backward.
 *
 *   dot, scaled dot   query . key            (mask.c applies the scale)
 *   bilinear          query w_score key      (Luong, Pham, Manning 2015)
 *   additive          w_2 . tanh(w_1 [query; key])   in additive.c
 *
 * query (count * q_len, d_q) has the rows of `count` heads that read the same key (kv_len, d_k).
 */
#include "internal.h"
#include "product.h"

attn_score attn_score_of(int32_t score, int64_t d_q, int64_t d_k, int64_t hidden, const attn_tensor *w) {
  return (attn_score){score, d_q, d_k, hidden, attn_entries(w), attn_entries(w + 1), attn_entries(w + 2)};
}

int64_t attn_score_scratch(const attn_score *f, int64_t count, int64_t q_len, int64_t kv_len) {
  const int64_t rows = attn_times(count, q_len);
  if (f->score == ATTN_ADDITIVE) return attn_additive_scratch(f, rows, kv_len);
  int64_t most = attn_matmul_scratch(q_len, kv_len, f->d_k);
  most = attn_most(most, attn_matmul_scratch(rows, f->d_k, f->d_q));
  most = attn_most(most, attn_matmul_scratch(rows, f->d_q, f->d_k));
  most = attn_most(most, attn_over_scratch(rows, kv_len, f->d_k));
  return attn_plus(most, attn_times(2, attn_taken_reals(attn_times(rows, f->d_k))));
}

void attn_score_forward(attn_real *scores, attn_real *hidden, const attn_score *f, const attn_real *query,
                        const attn_real *key, int64_t count, int64_t q_len, int64_t kv_len, const attn_band *band,
                        void *scratch) {
  const int64_t rows = count * q_len;
  if (f->score == ATTN_ADDITIVE) {
    attn_additive_forward(scores, hidden, f, query, key, rows, kv_len, scratch);
    return;
  }
  if (f->score == ATTN_BILINEAR) {  // first projects the query into the space of the keys
    attn_real *turned = attn_take(&scratch, rows * f->d_k * (int64_t)sizeof *turned);
    attn_matmul(turned, f->d_k, query, f->d_q, 1, f->w_score, f->d_k, 1, rows, f->d_k, f->d_q, false, scratch);
    query = turned;
  }
  for (int64_t h = 0; h < count; h++)
    attn_dot_rows(scores + h * q_len * kv_len, query + h * q_len * f->d_k, key, q_len, kv_len, f->d_k, band, scratch);
}

/*
 * in the forward pass   scores = (query w_score) key^T
 * so here               grad_query = pull w_score^T,  grad_key = grad_scores^T (query w_score),
 *                       grad_w_score += query^T pull
 *                       where pull = grad_scores key
 */
static void bilinear_backward(attn_real *grad_query, attn_real *grad_key, attn_score_sums *sums,
                              const attn_real *grad_scores, const attn_score *f, const attn_real *query,
                              const attn_real *key, int64_t q_len, int64_t kv_len, const attn_group *group,
                              void *scratch) {
  const int64_t rows = group->count * q_len, d_q = f->d_q, d_k = f->d_k;
  attn_real *turned = attn_take(&scratch, rows * d_k * (int64_t)sizeof *turned);
  attn_real *pull = attn_take(&scratch, rows * d_k * (int64_t)sizeof *pull);
  if (grad_key != NULL) {
    attn_matmul(turned, d_k, query, d_q, 1, f->w_score, d_k, 1, rows, d_k, d_q, false, scratch);
    attn_over_queries(grad_key, grad_scores, turned, q_len, kv_len, d_k, group, scratch);
  }
  attn_over_keys(pull, grad_scores, key, q_len, kv_len, d_k, group, scratch);
  if (grad_query != NULL)
    attn_matmul(grad_query, d_q, pull, d_k, 1, f->w_score, 1, d_k, rows, d_q, d_k, false, scratch);
  if (sums == NULL) return;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t c = 0; c < d_k; c++) {
      const double g = (double)pull[i * d_k + c];
      if (g == 0) continue;  // skipped even if the query is NaN
      for (int64_t a = 0; a < d_q; a++) sums->w_score[a * d_k + c] += (double)query[i * d_q + a] * g;
    }
}

void attn_score_backward(attn_real *grad_query, attn_real *grad_key, attn_score_sums *sums,
                         const attn_real *grad_scores, const attn_real *hidden, const attn_score *f,
                         const attn_real *query, const attn_real *key, int64_t q_len, int64_t kv_len,
                         const attn_group *group, void *scratch) {
  if (f->score == ATTN_ADDITIVE) {
    attn_additive_backward(grad_query, grad_key, sums, grad_scores, hidden, f, query, key, group->count * q_len, kv_len,
                           scratch);
  } else if (f->score == ATTN_BILINEAR) {
    bilinear_backward(grad_query, grad_key, sums, grad_scores, f, query, key, q_len, kv_len, group, scratch);
  } else {  // scores = query key^T
    if (grad_query != NULL) attn_over_keys(grad_query, grad_scores, key, q_len, kv_len, f->d_k, group, scratch);
    if (grad_key != NULL) attn_over_queries(grad_key, grad_scores, query, q_len, kv_len, f->d_k, group, scratch);
  }
}

/* ---------------------------------------------------- sums for parameters */

static int64_t w_score_count(const attn_score *f) {
  return f->score == ATTN_BILINEAR ? attn_times(f->d_q, f->d_k) : 0;
}

int64_t attn_score_sums_bytes(const attn_score *f) {
  const int64_t w_1 = attn_times(f->hidden, attn_plus(f->d_q, f->d_k));
  const int64_t count = attn_plus(attn_plus(w_score_count(f), w_1), f->hidden);
  return attn_taken(attn_times(count, (int64_t)sizeof(double)));
}

attn_score_sums attn_score_sums_begin(const attn_score *f, void **scratch) {
  const int64_t bytes = attn_score_sums_bytes(f);
  double *sum = attn_take(scratch, bytes);
  for (int64_t n = 0; n < bytes / (int64_t)sizeof *sum; n++) sum[n] = 0;
  double *const w_1 = sum + w_score_count(f);
  return (attn_score_sums){sum, w_1, w_1 + f->hidden * (f->d_q + f->d_k)};
}

void attn_score_sums_end(attn_real *grad_w_score, attn_real *grad_w_1, attn_real *grad_w_2, const attn_score_sums *sums,
                         const attn_score *f) {
  const int64_t w_1 = f->hidden * (f->d_q + f->d_k);
  for (int64_t n = 0; n < w_score_count(f); n++) grad_w_score[n] = (attn_real)sums->w_score[n];
  for (int64_t n = 0; n < w_1; n++) grad_w_1[n] = (attn_real)sums->w_1[n];
  for (int64_t n = 0; n < f->hidden; n++) grad_w_2[n] = (attn_real)sums->w_2[n];
}

/* --------------------------------------------------------- steps of a run */

static attn_score score_of(const attn_plan *s, const attn_problem *p) {
  return attn_score_of(p->score, s->d_q, s->d_k, s->hidden, &p->inputs[ATTN_INPUT_w_score]);
}

int64_t attn_scores_scratch(const attn_plan *s, const attn_problem *p) {
  const attn_score f = score_of(s, p);
  return attn_plus(attn_score_sums_bytes(&f), attn_score_scratch(&f, s->heads / s->kv_heads, s->q_len, s->kv_len));
}

void attn_scores_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_score f = score_of(s, run->problem);
  const int64_t share = s->heads / s->kv_heads, pairs = s->q_len * s->kv_len;
  const attn_band band = attn_band_of(s, run->problem);
  const bool in_place = attn_share(s, ATTN_TENSOR_scores, ATTN_TENSOR_scaled_scores);
  for (int64_t g = 0; g < s->batch * s->kv_heads; g++) {  // heads that share a key are adjacent
    attn_real *hidden = ATTN_AT(run, hidden);
    if (hidden != NULL) hidden += g * share * pairs * s->hidden;
    attn_score_forward(ATTN_AT(run, scores) + g * share * pairs, hidden, &f,
                       ATTN_AT(run, query) + g * share * s->q_len * s->d_q, ATTN_AT(run, key) + g * s->kv_len * s->d_k,
                       share, s->q_len, s->kv_len, in_place ? &band : NULL, run->scratch);
  }
}

void attn_scores_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_score f = score_of(s, run->problem);
  const int64_t share = s->heads / s->kv_heads, pairs = s->q_len * s->kv_len;
  void *scratch = run->scratch;
  attn_score_sums sums = attn_score_sums_begin(&f, &scratch);
  // with weights_override no score affects the output, so all gradients are 0, even where there are NaNs
  const bool overridden = attn_has(run->problem, ATTN_INPUT_weights_override);
  if (overridden) {
    attn_clear(ATTN_AT(run, grad_query), s->batch * s->heads * s->q_len * s->d_q);
    attn_clear(ATTN_AT(run, grad_key), s->batch * s->kv_heads * s->kv_len * s->d_k);
  }
  for (int64_t g = 0; !overridden && g < s->batch * s->kv_heads; g++) {
    const attn_group group = {run, g / s->kv_heads, g % s->kv_heads * share, share};
    const int64_t queries = g * share * s->q_len * s->d_q, keys = g * s->kv_len * s->d_k;
    const attn_real *hidden = ATTN_AT(run, hidden);
    if (hidden != NULL) hidden += g * share * pairs * s->hidden;
    attn_score_backward(ATTN_AT(run, grad_query) + queries, ATTN_AT(run, grad_key) + keys, &sums,
                        ATTN_AT(run, grad_scores) + g * share * pairs, hidden, &f, ATTN_AT(run, query) + queries,
                        ATTN_AT(run, key) + keys, s->q_len, s->kv_len, &group, scratch);
  }
  attn_score_sums_end(ATTN_AT(run, grad_w_score), ATTN_AT(run, grad_w_1), ATTN_AT(run, grad_w_2), &sums, &f);
}
