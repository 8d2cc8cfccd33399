/*
 * From scores to masked scores: scale, softcap, bias and masks.
 *
 *   masked[i,j] = allowed[i,j] ? softcap * tanh(scores[i,j] * scale / softcap) + bias[i,j] : -inf
 *
 * Masking selects and never multiplies, so a NaN behind a mask has no effect.
 */
#include "internal.h"
#include "numeric.h"

/* ------------------------------------------------------------ who sees whom */

/* Everything that can forbid a pair. */
typedef struct {
  const attn_real *bias;
  const uint8_t *mask, *key_mask;
  attn_steps bias_at, mask_at;
  int64_t key_mask_row;
  attn_band band;
} gate;

static const attn_band unbounded = {-2 * ATTN_FAR, 2 * ATTN_FAR};

attn_band attn_band_of(const attn_plan *plan, const attn_problem *p) {
  const int64_t centre = plan->offset;
  attn_band band = unbounded;
  if (p->causal != ATTN_NOT_CAUSAL) band.high = centre + 1;
  if (p->has_window && p->window_left >= 0) band.low = centre - attn_least(p->window_left, unbounded.high);
  if (p->has_window && p->window_right >= 0)
    band.high = attn_least(band.high, centre + attn_least(p->window_right, unbounded.high) + 1);
  return band;
}

static gate gate_of(const attn_plan *plan, const attn_problem *p) {
  const attn_tensor *key_mask = &p->inputs[ATTN_INPUT_key_mask];
  gate g = {.band = attn_band_of(plan, p)};
  if (attn_has(p, ATTN_INPUT_bias)) g.bias = attn_reals(p, ATTN_INPUT_bias);
  if (attn_has(p, ATTN_INPUT_mask)) g.mask = p->inputs[ATTN_INPUT_mask].data;
  if (attn_has(p, ATTN_INPUT_key_mask)) g.key_mask = key_mask->data;
  g.bias_at = attn_broadcast(&p->inputs[ATTN_INPUT_bias]);
  g.mask_at = attn_broadcast(&p->inputs[ATTN_INPUT_mask]);
  g.key_mask_row = key_mask->rank == 2 ? plan->kv_len : 0;
  return g;
}

static int64_t at(const attn_steps *s, int64_t b, int64_t h, int64_t i, int64_t j) {
  return b * s->step[0] + h * s->step[1] + i * s->step[2] + j * s->step[3];
}

/* Reports whether only causal and window can forbid a pair. */
static bool reach_is_all(const gate *g) {
  return g->mask == NULL && g->key_mask == NULL && g->bias == NULL;
}

static bool is_open(const gate *g, int64_t b, int64_t h, int64_t i, int64_t j) {
  if (g->mask != NULL && !g->mask[at(&g->mask_at, b, h, i, j)]) return false;
  if (g->key_mask != NULL && !g->key_mask[b * g->key_mask_row + j]) return false;
  return g->bias == NULL || g->bias[at(&g->bias_at, b, h, i, j)] != -INFINITY;
}

void attn_allowed(bool *allowed, const attn_plan *plan, const attn_problem *problem, int64_t b, int64_t h,
                  int64_t first, int64_t count) {
  const gate g = gate_of(plan, problem);
  for (int64_t i = first; i < first + count; i++, allowed += plan->kv_len) {
    int64_t from, to;
    attn_band_row(&from, &to, &g.band, i, plan->kv_len);
    if (plan->kv_len > 0) memset(allowed, false, (size_t)plan->kv_len);
    if (reach_is_all(&g)) {
      if (to > from) memset(allowed + from, true, (size_t)(to - from));
      continue;
    }
    for (int64_t j = from; j < to; j++) allowed[j] = is_open(&g, b, h, i, j);
  }
}

int64_t attn_fully_masked_rows(int32_t *rows, int64_t most, const attn_plan *plan, const attn_problem *problem) {
  const gate g = gate_of(plan, problem);
  int64_t found = 0;
  for (int64_t b = 0; b < plan->batch; b++)
    for (int64_t h = 0; h < plan->heads; h++)
      for (int64_t i = 0; i < plan->q_len; i++) {
        int64_t j, to;
        attn_band_row(&j, &to, &g.band, i, plan->kv_len);
        while (j < to && !is_open(&g, b, h, i, j)) j++;
        if (j < to) continue;
        if (found < most) {
          int32_t *row = rows + 3 * found;
          row[0] = (int32_t)b, row[1] = (int32_t)h, row[2] = (int32_t)i;
        }
        found++;
      }
  return found;
}

void attn_selected(bool *selected, const attn_group *group) {
  const attn_run *run = group->run;
  const attn_plan *s = run->plan;
  const int64_t n = s->kv_len;
  if (n == 0) return;
  if (attn_has(run->problem, ATTN_INPUT_weights_override)) {
    memset(selected, true, (size_t)(group->count * s->q_len * n));
    return;
  }
  const attn_real *row_max = ATTN_AT(run, row_max) + (group->b * s->heads + group->first) * s->q_len;
  for (int64_t h = 0; h < group->count; h++) {
    attn_allowed(selected + h * s->q_len * n, s, run->problem, group->b, group->first + h, 0, s->q_len);
    for (int64_t i = h * s->q_len; i < (h + 1) * s->q_len; i++)
      if (row_max[i] == -INFINITY) memset(selected + i * n, false, (size_t)n);
  }
}

void attn_live_rows(bool *live_queries, bool *live_keys, bool *live_values, bool *pairs, const attn_run *run) {
  const attn_plan *s = run->plan;
  const bool overridden = attn_has(run->problem, ATTN_INPUT_weights_override);
  for (int64_t i = 0; i < s->batch * s->q_len; i++) live_queries[i] = false;
  for (int64_t j = 0; j < s->batch * s->kv_len; j++) live_keys[j] = false, live_values[j] = overridden;
  if (overridden) return;
  for (int64_t b = 0; b < s->batch; b++)
    for (int64_t h = 0; h < s->heads; h++) {
      const attn_group head = {run, b, h, 1};
      attn_selected(pairs, &head);
      for (int64_t i = 0; i < s->q_len; i++)
        for (int64_t j = 0; j < s->kv_len; j++)
          if (pairs[i * s->kv_len + j]) {
            live_queries[b * s->q_len + i] = true;
            live_keys[b * s->kv_len + j] = live_values[b * s->kv_len + j] = true;
          }
    }
}

/* --------------------------------------------------------- steps of a run */

/* y = x * factor; y may be x */
static void multiply(attn_real *y, const attn_real *x, attn_real factor, int64_t n) {
  int64_t j = 0;
  for (; attn_more(j, ATTN_LANES, n); j += ATTN_LANES) attn_store(y + j, attn_load(x + j) * attn_splat(factor));
  for (; j < n; j++) y[j] = x[j] * factor;
}

/* y = cap * tanh(x / cap) */
static void cap_row(attn_real *y, const attn_real *x, attn_real cap, int64_t n) {
  for (int64_t j = 0; j < n; j++) y[j] = x[j] / cap;
  attn_tanh_all(y, y, n);
  multiply(y, y, cap, n);
}

/* Writes columns from .. to - 1 of row i of a head: x plus bias, or -inf where the pair is forbidden. */
static void mask_row(attn_real *y, const attn_real *x, const gate *g, int64_t b, int64_t h, int64_t i, int64_t from,
                     int64_t to) {
  if (reach_is_all(g)) {
    attn_copy(y + from, x + from, to - from);
    return;
  }
  for (int64_t j = from; j < to; j++) {
    if (!is_open(g, b, h, i, j))
      y[j] = -INFINITY;
    else
      y[j] = g->bias == NULL ? x[j] : x[j] + g->bias[at(&g->bias_at, b, h, i, j)];
  }
}

/* If scores turn into weights in place, pairs out of reach are left alone here; softmax.c handles them. */
void attn_mask_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const gate g = gate_of(s, run->problem);
  const attn_real scale = (attn_real)s->scale, cap = (attn_real)run->problem->softcap;
  const bool in_place = attn_share(s, ATTN_TENSOR_scores, ATTN_TENSOR_scaled_scores);
  const int64_t n = s->kv_len, rows = s->batch * s->heads * s->q_len;
  for (int64_t row = 0; row < rows; row++) {
    const int64_t i = row % s->q_len, head = row / s->q_len;
    const attn_real *scores = ATTN_AT(run, scores) + row * n;
    attn_real *x = ATTN_AT(run, scaled_scores) + row * n, *masked = ATTN_AT(run, masked_scores) + row * n;
    int64_t from, to;
    attn_band_row(&from, &to, &g.band, i, n);
    const int64_t first = in_place ? from : 0, count = in_place ? to - from : n;
    multiply(x + first, scores + first, scale, count);
    if (ATTN_AT(run, capped_scores) != NULL) {
      attn_real *capped = ATTN_AT(run, capped_scores) + row * n;
      cap_row(capped + first, x + first, cap, count);
      x = capped;
    }
    mask_row(masked, x, &g, head / s->heads, head % s->heads, i, from, to);
    if (!in_place) attn_fill_edges(masked, from, to, n, -INFINITY);
  }
}

/*
 * in the forward pass   capped = softcap * tanh(scaled / softcap),  scaled = scores * scale
 * so here               grad_scaled = grad_capped * (1 - (capped / softcap)^2),  grad_scores = grad_scaled * scale
 *
 * bias is added, so it gets grad_masked itself. Forbidden pairs have gradient 0 already and keep it: if gradients share
 * one place, pairs out of reach are left alone.
 */
void attn_mask_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const attn_band band = attn_band_of(s, run->problem);
  const attn_real scale = (attn_real)s->scale;
  const double cap = (double)(attn_real)run->problem->softcap;
  const bool in_place = attn_share(s, ATTN_TENSOR_grad_scores, ATTN_TENSOR_grad_masked_scores);
  const int64_t n = s->kv_len, rows = s->batch * s->heads * s->q_len;

  if (attn_has(run->problem, ATTN_INPUT_bias))
    attn_sum_broadcast(ATTN_AT(run, grad_bias), ATTN_AT(run, grad_masked_scores),
                       &run->problem->inputs[ATTN_INPUT_bias], s);
  for (int64_t row = 0; row < rows; row++) {
    int64_t from = 0, to = n;
    if (in_place) attn_band_row(&from, &to, &band, row % s->q_len, n);
    const int64_t first = row * n + from, count = to - from;
    const attn_real *grad_masked = ATTN_AT(run, grad_masked_scores) + first;
    attn_real *grad_scaled = ATTN_AT(run, grad_scaled_scores) + first;
    attn_copy(grad_scaled, grad_masked, count);
    if (ATTN_AT(run, capped_scores) != NULL) {
      const attn_real *capped = ATTN_AT(run, capped_scores) + first;
      attn_real *grad_capped = ATTN_AT(run, grad_capped_scores) + first;
      attn_copy(grad_capped, grad_masked, count);
      for (int64_t j = 0; j < count; j++) {
        const double t = (double)capped[j] / cap;
        if (grad_capped[j] != 0) grad_scaled[j] = (attn_real)((double)grad_capped[j] * (1 - t * t));
      }
    }
    multiply(ATTN_AT(run, grad_scores) + first, grad_scaled, scale, count);
  }
}
