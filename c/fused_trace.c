/*
 * The running softmax of the fused path, row by row, recording the state of the row
 * after every tile of keys.
 *
 *   max    the largest score so far             starts at -inf
 *   sum    of exp(score - max) so far           starts at 0
 *   mixed  of exp(score - max) * value so far   starts at 0
 *
 * When a tile raises max, sum and mixed are rescaled by exp(old max - new max). Sums
 * run over the keys in sequence, in double.
 */
#include "internal.h"
#include "numeric.h"

/* One query row. Arrays with a tile axis advance by `step` entries per tile, mixed by `step * d_v`. */
typedef struct {
  int64_t kv_len, tile, step, d_v;
  const attn_real *scores, *value;    /* (kv_len), (kv_len, d_v) */
  const bool *allowed;                /* (kv_len) */
  attn_real *max, *correction, *exps; /* (tiles), (tiles), (kv_len) */
  attn_real *sum, *mixed;             /* (tiles), (tiles, d_v) */
} traced_row;

/* Writes max, correction, tile_exp and sum of every tile. Returns the last sum, not rounded. */
static double run_sum(const traced_row *r) {
  attn_real before = -INFINITY;
  double sum = 0;
  for (int64_t first = 0, t = 0; first < r->kv_len; first += r->tile, t += r->step) {
    const int64_t end = first + attn_least(r->tile, r->kv_len - first);
    attn_real max = before;
    for (int64_t j = first; j < end; j++) max = attn_max(max, r->scores[j]);
    max += 0;  // turns -0 into 0
    // 0 if no key was seen before, since -inf - (-inf) would be NaN
    const attn_real correction = before == -INFINITY ? 0 : attn_exp(before - max);
    sum *= (double)correction;
    for (int64_t j = first; j < end; j++) {
      r->exps[j] = r->scores[j] == -INFINITY ? 0 : attn_exp(r->scores[j] - max);
      sum += (double)r->exps[j];
    }
    r->max[t] = before = max;
    r->correction[t] = correction;
    r->sum[t] = (attn_real)sum;
  }
  return sum;
}

/* Writes mixed[c] of every tile. Earlier sums are rescaled by correction, unless it is NULL; then no pair is skipped.
 * Returns the last sum, not rounded. */
static double run_mixed(const traced_row *r, const attn_real *weights, int64_t step, const attn_real *correction,
                        int64_t c) {
  double sum = 0;
  for (int64_t first = 0, t = 0; first < r->kv_len; first += r->tile, t += r->step) {
    const int64_t end = first + attn_least(r->tile, r->kv_len - first);
    if (correction != NULL) sum *= (double)correction[t];
    for (int64_t j = first; j < end; j++)
      if (correction == NULL || r->allowed[j]) sum += (double)weights[j * step] * (double)r->value[j * r->d_v + c];
    r->mixed[t * r->d_v + c] = (attn_real)sum;
  }
  return sum;
}

/* Writes the pairs of row i that count: the allowed ones, but none if the row sees no key. */
static void close_row(const attn_run *run, const traced_row *r, bool *allowed, int64_t b, int64_t h, int64_t i) {
  attn_allowed(allowed, run->plan, run->problem, b, h, i, 1);
  bool seen = false;
  for (int64_t j = 0; j < r->kv_len; j++) seen |= r->scores[j] != -INFINITY;
  for (int64_t j = 0; j < r->kv_len; j++) allowed[j] &= seen;
}

static void trace_row(const attn_run *run, int64_t tile, int64_t b, int64_t h, int64_t i) {
  const attn_plan *s = run->plan;
  const int64_t row = (b * s->heads + h) * s->q_len + i;
  const int64_t kv_head = b * s->kv_heads + h / (s->heads / s->kv_heads);
  const traced_row r = {s->kv_len,
                        tile,
                        s->batch * s->heads * s->q_len,
                        s->d_v,
                        ATTN_AT(run, masked_scores) + row * s->kv_len,
                        ATTN_AT(run, value) + kv_head * s->kv_len * s->d_v,
                        run->scratch,
                        ATTN_AT(run, running_max) + row,
                        ATTN_AT(run, correction) + row,
                        ATTN_AT(run, tile_exp) + row * s->kv_len,
                        ATTN_AT(run, running_sum) + row,
                        ATTN_AT(run, running_mixed) + row * s->d_v};
  const attn_tensor *override = &run->problem->inputs[ATTN_INPUT_weights_override];
  const attn_steps at = attn_broadcast(override);
  const attn_real *given = attn_entries(override);
  attn_real *mixed = ATTN_AT(run, mixed) + row * s->d_v;
  const double sum = run_sum(&r);
  const attn_real max = s->kv_len > 0 ? r.max[(s->kv_len - 1) / tile * r.step] : -INFINITY;
  ATTN_AT(run, log_sum_exp)[row] = sum == 0 ? -INFINITY : (attn_real)((double)max + attn_log_wide(sum));
  close_row(run, &r, run->scratch, b, h, i);
  if (given != NULL) given += b * at.step[0] + h * at.step[1] + i * at.step[2];
  for (int64_t c = 0; c < s->d_v; c++)
    if (given != NULL)
      mixed[c] = (attn_real)run_mixed(&r, given, at.step[3], NULL, c);
    else {
      const double last = run_mixed(&r, r.exps, 1, r.correction, c);
      mixed[c] = (attn_real)(sum == 0 ? 0 : last / sum);
    }
}

void attn_fused_trace(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem,
                      int64_t tile) {
  const attn_run run = {attn_somewhere(trace), attn_somewhere(scratch), plan, problem};
  attn_project_forward(&run);
  attn_split_forward(&run);
  attn_scores_forward(&run);
  attn_mask_forward(&run);
  for (int64_t b = 0; b < plan->batch; b++)
    for (int64_t h = 0; h < plan->heads; h++)
      for (int64_t i = 0; i < plan->q_len; i++) trace_row(&run, tile, b, h, i);
  attn_join_forward(&run);
  attn_output_forward(&run);
}
