/* Sums over pairs of a query and a key: the weighted sum of values, and the gradients over the same pairs. */
#include "internal.h"
#include "product.h"

int64_t attn_over_scratch(int64_t rows, int64_t kv_len, int64_t n) {
  const int64_t product = attn_most(attn_matmul_scratch(rows, n, kv_len), attn_matmul_scratch(kv_len, n, rows));
  return attn_most(product, attn_taken(attn_times(rows, kv_len)));  // the map of pairs replaces the product's scratch
}

/*
 * The factor of a forbidden pair is 0 (or NaN in a row of NaN), and it may multiply a NaN or infinite number. If all
 * numbers are finite, adding its 0 changes no bit. So the plain product is right if its result or both factors are
 * finite, and this returns NULL. Otherwise it returns the map of selected pairs, in scratch.
 */
static const bool *map_if_needed(const attn_real *y, int64_t y_count, const attn_real *pairs, int64_t pairs_count,
                                 const attn_real *x, int64_t x_count, const attn_group *group, void *scratch) {
  if (group->run == NULL || attn_all_finite(y, y_count)) return NULL;
  if (attn_all_finite(x, x_count) && attn_all_finite(pairs, pairs_count)) return NULL;
  attn_selected(scratch, group);
  return scratch;
}

/* Reports whether causal or a window bounds the pairs, so that sums may skip those out of reach. With weights_override
 * all pairs count. */
static bool reach_ends(attn_band *band, const attn_group *group) {
  const attn_run *run = group->run;
  if (run == NULL || attn_has(run->problem, ATTN_INPUT_weights_override)) return false;
  *band = attn_band_of(run->plan, run->problem);
  return run->problem->causal != ATTN_NOT_CAUSAL || run->problem->has_window;
}

void attn_over_keys(attn_real *y, const attn_real *pairs, const attn_real *x, int64_t q_len, int64_t kv_len, int64_t n,
                    const attn_group *group, void *scratch) {
  attn_band band;
  const attn_band *terms = reach_ends(&band, group) ? &band : NULL;
  for (int64_t h = 0; h < group->count; h++) {
    const attn_product p = {
        y + h * q_len * n, pairs + h * q_len * kv_len, x, n, kv_len, 1, n, 1, q_len, n, kv_len, false, NULL, terms};
    attn_multiply(&p, scratch);
  }
  const int64_t rows = group->count * q_len;
  const bool *map = map_if_needed(y, rows * n, pairs, rows * kv_len, x, kv_len * n, group, scratch);
  for (int64_t first = 0; map != NULL && first < rows; first += q_len)
    attn_matmul_selected(y + first * n, n, pairs + first * kv_len, kv_len, 1, x, n, 1, q_len, n, kv_len,
                         map + first * kv_len, kv_len, 1);
}

void attn_over_queries(attn_real *y, const attn_real *pairs, const attn_real *x, int64_t q_len, int64_t kv_len,
                       int64_t n, const attn_group *group, void *scratch) {
  const int64_t rows = group->count * q_len;
  attn_band band;
  const bool ends = reach_ends(&band, group) && group->count == 1;  // the rows of several heads do not form a band
  if (ends) band = attn_band_turned(&band);
  const attn_product p = {y, pairs, x, n, 1, kv_len, n, 1, kv_len, n, rows, false, NULL, ends ? &band : NULL};
  attn_multiply(&p, scratch);
  const bool *map = map_if_needed(y, kv_len * n, pairs, rows * kv_len, x, rows * n, group, scratch);
  if (map != NULL) attn_matmul_selected(y, n, pairs, 1, kv_len, x, n, 1, kv_len, n, rows, map, 1, kv_len);
}

/* --------------------------------------------------------- steps of a run */

int64_t attn_mix_scratch(const attn_plan *s) {
  const int64_t rows = attn_times(s->heads / s->kv_heads, s->q_len);
  const int64_t dots = attn_matmul_scratch(s->q_len, s->kv_len, s->d_v);
  return attn_most(attn_over_scratch(rows, s->kv_len, s->d_v), dots);
}

/* weighted (kv_len, q_len, d_v) = weights[i,j] * value[j], key first; 0 if the pair is not selected */
static void weigh(attn_real *weighted, const attn_real *weights, const attn_real *value, const bool *selected,
                  const attn_plan *s) {
  for (int64_t j = 0; j < s->kv_len; j++)
    for (int64_t i = 0; i < s->q_len; i++) {
      const int64_t pair = i * s->kv_len + j;
      for (int64_t c = 0; c < s->d_v; c++) *weighted++ = selected[pair] ? weights[pair] * value[j * s->d_v + c] : 0;
    }
}

/* mixed[h,i] = sum over keys j of weights[h,i,j] value[g,j] */
void attn_mix_forward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const int64_t share = s->heads / s->kv_heads, pairs = s->q_len * s->kv_len;
  for (int64_t b = 0; b < s->batch; b++)
    for (int64_t h = 0; h < s->heads; h++) {
      const int64_t head = b * s->heads + h;
      const attn_group group = {run, b, h, 1};
      const attn_real *weights = ATTN_AT(run, weights) + head * pairs;
      const attn_real *value = ATTN_AT(run, value) + (b * s->kv_heads + h / share) * s->kv_len * s->d_v;
      attn_over_keys(ATTN_AT(run, mixed) + head * s->q_len * s->d_v, weights, value, s->q_len, s->kv_len, s->d_v,
                     &group, run->scratch);
      if (ATTN_AT(run, weighted_values) == NULL) continue;
      attn_selected(run->scratch, &group);
      weigh(ATTN_AT(run, weighted_values) + head * pairs * s->d_v, weights, value, run->scratch, s);
    }
}

/*
 * in the forward pass   mixed[i] = sum_j weights[i,j] value[j]
 * so here               grad_weights[i,j] = grad_mixed[i] . value[j],  grad_value[j] = sum_i weights[i,j] grad_mixed[i]
 *
 * where i runs over the rows of every head that reads the value. If grad_weights of a forbidden pair is not finite, it
 * becomes 0, so that nothing behind the mask has an effect.
 */
void attn_mix_backward(const attn_run *run) {
  const attn_plan *s = run->plan;
  const int64_t share = s->heads / s->kv_heads, pairs = s->q_len * s->kv_len;
  const attn_band band = attn_band_of(s, run->problem);
  // if gradients share one place, those out of reach are not needed
  const bool in_place = attn_share(s, ATTN_TENSOR_grad_weights, ATTN_TENSOR_grad_masked_scores) &&
                        !attn_has(run->problem, ATTN_INPUT_weights_override);
  for (int64_t b = 0; b < s->batch; b++)
    for (int64_t g = 0; g < s->kv_heads; g++) {
      const int64_t head = b * s->heads + g * share, kv_head = b * s->kv_heads + g;
      const attn_group group = {run, b, g * share, share};
      const attn_real *value = ATTN_AT(run, value) + kv_head * s->kv_len * s->d_v;
      const attn_real *grad_mixed = ATTN_AT(run, grad_mixed) + head * s->q_len * s->d_v;
      attn_real *grad_weights = ATTN_AT(run, grad_weights) + head * pairs;
      attn_over_queries(ATTN_AT(run, grad_value) + kv_head * s->kv_len * s->d_v, ATTN_AT(run, weights) + head * pairs,
                        grad_mixed, s->q_len, s->kv_len, s->d_v, &group, run->scratch);
      for (int64_t h = 0; h < share; h++)
        attn_dot_rows(grad_weights + h * pairs, grad_mixed + h * s->q_len * s->d_v, value, s->q_len, s->kv_len, s->d_v,
                      in_place ? &band : NULL, run->scratch);
      if (in_place) continue;
      if (attn_all_finite(grad_weights, share * pairs)) continue;
      const bool *selected = run->scratch;
      attn_selected(run->scratch, &group);
      for (int64_t n = 0; n < share * pairs; n++)
        if (!selected[n] && !attn_all_finite(grad_weights + n, 1)) grad_weights[n] = 0;
    }
}
