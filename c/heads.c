/* Splits rows into heads and joins heads into rows. */
#include "internal.h"

/* apart (batch, heads, rows, d)[b,h,i,c] = joined (batch, rows, heads * d)[b,i,h*d+c] */
static void split(attn_real *apart, const attn_real *joined, int64_t batch, int64_t heads, int64_t rows, int64_t d) {
  for (int64_t b = 0; b < batch; b++)
    for (int64_t h = 0; h < heads; h++)
      for (int64_t i = 0; i < rows; i++)
        attn_copy(apart + ((b * heads + h) * rows + i) * d, joined + ((b * rows + i) * heads + h) * d, d);
}

/* The inverse of split, and so its gradient; likewise the gradient of attn_join is split. */
void attn_join(attn_real *joined, const attn_real *apart, int64_t batch, int64_t heads, int64_t rows, int64_t d) {
  for (int64_t b = 0; b < batch; b++)
    for (int64_t h = 0; h < heads; h++)
      for (int64_t i = 0; i < rows; i++)
        attn_copy(joined + ((b * rows + i) * heads + h) * d, apart + ((b * heads + h) * rows + i) * d, d);
}

/* Writes query, key and value: the projections split into heads, or copies of the inputs. */
void attn_split_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_problem *p = run->problem;
  if (attn_has(p, ATTN_INPUT_x)) {
    split(ATTN_AT(run, query), ATTN_AT(run, projected_query), s->batch, s->heads, s->q_len, s->d_q);
    split(ATTN_AT(run, key), ATTN_AT(run, projected_key), s->batch, s->kv_heads, s->kv_len, s->d_k);
    split(ATTN_AT(run, value), ATTN_AT(run, projected_value), s->batch, s->kv_heads, s->kv_len, s->d_v);
    return;
  }
  attn_copy(ATTN_AT(run, query), attn_reals(p, ATTN_INPUT_query), s->batch * s->heads * s->q_len * s->d_q);
  attn_copy(ATTN_AT(run, key), attn_reals(p, ATTN_INPUT_key), s->batch * s->kv_heads * s->kv_len * s->d_k);
  attn_copy(ATTN_AT(run, value), attn_reals(p, ATTN_INPUT_value), s->batch * s->kv_heads * s->kv_len * s->d_v);
}

/* If query, key and value are inputs, their gradients are final already. */
void attn_split_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  if (!attn_has(run->problem, ATTN_INPUT_x)) return;
  attn_join(ATTN_AT(run, grad_projected_query), ATTN_AT(run, grad_query), s->batch, s->heads, s->q_len, s->d_q);
  attn_join(ATTN_AT(run, grad_projected_key), ATTN_AT(run, grad_key), s->batch, s->kv_heads, s->kv_len, s->d_k);
  attn_join(ATTN_AT(run, grad_projected_value), ATTN_AT(run, grad_value), s->batch, s->kv_heads, s->kv_len, s->d_v);
}

void attn_join_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  attn_join(ATTN_AT(run, joined), ATTN_AT(run, mixed), s->batch, s->heads, s->q_len, s->d_v);
}

void attn_join_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  split(ATTN_AT(run, grad_mixed), ATTN_AT(run, grad_joined), s->batch, s->heads, s->q_len, s->d_v);
}
