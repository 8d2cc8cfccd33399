/*
 * Checks that the inputs of a problem fit together and derives all sizes from them.
 *
 * The checks run in the order in which a person would read a problem: axes of each tensor, tokens, projections, heads,
 * output, score function, masks, options. The first failure is reported.
 */
#include "internal.h"

/* The fewest and the most axes of each input. */
static const struct {
  int8_t fewest, most;
} axes[ATTN_INPUT_COUNT] = {
    [ATTN_INPUT_x] = {2, 3},    [ATTN_INPUT_x_kv] = {2, 3},     [ATTN_INPUT_x_v] = {2, 3},
    [ATTN_INPUT_w_q] = {2, 2},  [ATTN_INPUT_w_k] = {2, 2},      [ATTN_INPUT_w_v] = {2, 2},
    [ATTN_INPUT_b_q] = {1, 1},  [ATTN_INPUT_b_k] = {1, 1},      [ATTN_INPUT_b_v] = {1, 1},
    [ATTN_INPUT_w_o] = {2, 2},  [ATTN_INPUT_b_o] = {1, 1},      [ATTN_INPUT_query] = {2, 4},
    [ATTN_INPUT_key] = {2, 4},  [ATTN_INPUT_value] = {2, 4},    [ATTN_INPUT_w_score] = {2, 2},
    [ATTN_INPUT_w_1] = {2, 2},  [ATTN_INPUT_w_2] = {1, 1},      [ATTN_INPUT_bias] = {0, 4},
    [ATTN_INPUT_mask] = {0, 4}, [ATTN_INPUT_key_mask] = {1, 2}, [ATTN_INPUT_weights_override] = {0, 4},
};

/* Checks that an axis of an input, counted from the right, has the expected length, which is that of `other`. */
static attn_status same(const attn_problem *p, int32_t input, int32_t from_right, int64_t expected, int32_t other,
                        attn_error *error) {
  const attn_tensor *t = &p->inputs[input];
  const int64_t got = attn_axis(t, from_right);
  const int32_t axis = t->rank - 1 - from_right;
  if (got == expected) return ATTN_OK;
  const attn_status status = axis < 0 ? ATTN_LEADING_AXIS : ATTN_AXIS;
  return attn_refuse(error, status, input, other, axis, (double)got, (double)expected);
}

static attn_status check_axes(const attn_problem *p, attn_error *error) {
  for (int32_t n = 0; n < ATTN_INPUT_COUNT; n++) {
    const attn_tensor *t = &p->inputs[n];
    if (!attn_present(t)) continue;
    if (t->rank > axes[n].most) return attn_refuse(error, ATTN_RANK, n, ATTN_NONE, ATTN_NONE, t->rank, axes[n].most);
    if (t->rank < axes[n].fewest)
      return attn_refuse(error, ATTN_AXES, n, ATTN_NONE, ATTN_NONE, t->rank, axes[n].fewest);
    for (int32_t a = 0; a < t->rank; a++)
      if (t->shape[a] < 0) return attn_refuse(error, ATTN_SIZE, n, ATTN_NONE, a, (double)t->shape[a], 0);
  }
  return ATTN_OK;
}

/* Checks that nothing has 0 features: neither the last axis of tokens nor any axis of parameters. */
static attn_status check_features(const attn_problem *p, attn_error *error) {
  for (int32_t n = 0; n < ATTN_INPUT_bias; n++) {
    const attn_tensor *t = &p->inputs[n];
    const bool tokens = n <= ATTN_INPUT_x_v || (n >= ATTN_INPUT_query && n <= ATTN_INPUT_value);
    if (!attn_present(t)) continue;
    for (int32_t a = tokens ? t->rank - 1 : 0; a < t->rank; a++)
      if (t->shape[a] == 0) return attn_refuse(error, ATTN_EMPTY_FEATURES, n, ATTN_NONE, a, 0, 1);
  }
  return ATTN_OK;
}

/* Divides the `features` that tensor `name` has along its last axis into equal shares for the heads. */
static attn_status split(int64_t *share, int64_t features, int64_t heads, const attn_problem *p, int32_t name,
                         attn_error *error) {
  if (features % heads != 0)
    return attn_refuse(error, ATTN_HEAD_SPLIT, name, ATTN_NONE, p->inputs[name].rank - 1, (double)features,
                       (double)heads);
  *share = features / heads;
  return ATTN_OK;
}

/* Finds the width of a projection and the input that sets it: the columns of w or, if w is absent, the features of the
 * tokens. */
static attn_status projected(int64_t *width, int32_t *who, const attn_problem *p, int32_t w, int32_t b, int32_t source,
                             attn_error *error) {
  *width = attn_axis(&p->inputs[source], 0);
  *who = source;
  if (attn_has(p, w)) {
    ATTN_TRY(same(p, w, 1, *width, source, error));
    *width = attn_axis(&p->inputs[w], 0);
    *who = w;
  }
  if (attn_has(p, b)) ATTN_TRY(same(p, b, 0, *width, *who, error));
  return ATTN_OK;
}

/* Derives sizes from x and its projections, split into heads. */
static attn_status derive_from_x(attn_plan *s, const attn_problem *p, attn_error *error) {
  const int32_t from_k = attn_key_source(p), from_v = attn_value_source(p);
  const attn_tensor *x = &p->inputs[ATTN_INPUT_x], *x_k = &p->inputs[from_k], *x_v = &p->inputs[from_v];
  int64_t wide_q, wide_k, wide_v;
  int32_t who_q, who_k, who_v;
  s->batch = attn_axis(x, 2), s->q_len = attn_axis(x, 1), s->d_model = attn_axis(x, 0);
  s->kv_len = attn_axis(x_k, 1), s->d_kv = attn_axis(x_k, 0), s->d_in_v = attn_axis(x_v, 0);
  ATTN_TRY(same(p, from_k, 2, s->batch, ATTN_INPUT_x, error));
  ATTN_TRY(same(p, from_v, 2, s->batch, ATTN_INPUT_x, error));
  ATTN_TRY(same(p, from_v, 1, s->kv_len, from_k, error));
  ATTN_TRY(projected(&wide_q, &who_q, p, ATTN_INPUT_w_q, ATTN_INPUT_b_q, ATTN_INPUT_x, error));
  ATTN_TRY(projected(&wide_k, &who_k, p, ATTN_INPUT_w_k, ATTN_INPUT_b_k, from_k, error));
  ATTN_TRY(projected(&wide_v, &who_v, p, ATTN_INPUT_w_v, ATTN_INPUT_b_v, from_v, error));

  s->heads = p->heads == 0 ? 1 : p->heads;
  s->kv_heads = p->kv_heads == 0 ? s->heads : p->kv_heads;
  if (p->heads < 0 || s->heads > wide_q)
    return attn_refuse(error, ATTN_HEADS, ATTN_NAME_heads, who_q, ATTN_NONE, (double)s->heads, (double)wide_q);
  if (p->kv_heads < 0 || s->heads % s->kv_heads != 0)
    return attn_refuse(error, ATTN_KV_HEADS, ATTN_NAME_kv_heads, ATTN_NONE, ATTN_NONE, (double)s->kv_heads,
                       (double)s->heads);
  ATTN_TRY(split(&s->d_q, wide_q, s->heads, p, who_q, error));
  ATTN_TRY(split(&s->d_k, wide_k, s->kv_heads, p, who_k, error));
  ATTN_TRY(split(&s->d_v, wide_v, s->kv_heads, p, who_v, error));
  if (p->score > ATTN_DOT || s->d_q == s->d_k) return ATTN_OK;
  if (who_k == who_q)  // the same features, shared among more queries than keys
    return attn_refuse(error, ATTN_MISSING, ATTN_INPUT_w_k, ATTN_NONE, ATTN_NONE, ATTN_NONE, 2);
  if (who_k == from_k && who_q == ATTN_INPUT_w_q)  // blame parameters rather than tokens
    return same(p, who_q, 0, attn_times(s->d_k, s->heads), who_k, error);
  return same(p, who_k, 0, attn_times(s->d_q, s->kv_heads), who_q, error);
}

/* Derives sizes from query, key and value. */
static attn_status derive_from_heads(attn_plan *s, const attn_problem *p, attn_error *error) {
  const attn_tensor *query = &p->inputs[ATTN_INPUT_query], *key = &p->inputs[ATTN_INPUT_key];
  for (int32_t n = ATTN_INPUT_x; n <= ATTN_INPUT_b_v; n++)
    if (attn_has(p, n))
      return attn_refuse(error, ATTN_BOTH_FORMS, n, ATTN_INPUT_query, ATTN_NONE, ATTN_NONE, ATTN_NONE);
  for (int32_t n = ATTN_INPUT_query; n <= ATTN_INPUT_value; n++)
    if (!attn_has(p, n)) return attn_refuse(error, ATTN_MISSING, n, ATTN_NONE, ATTN_NONE, ATTN_NONE, 2);
  s->batch = attn_axis(query, 3), s->heads = attn_axis(query, 2), s->q_len = attn_axis(query, 1);
  s->kv_heads = attn_axis(key, 2), s->kv_len = attn_axis(key, 1);
  s->d_q = attn_axis(query, 0), s->d_k = attn_axis(key, 0);
  s->d_v = attn_axis(&p->inputs[ATTN_INPUT_value], 0);

  ATTN_TRY(same(p, ATTN_INPUT_key, 3, s->batch, ATTN_INPUT_query, error));
  for (int32_t from_right = 3; from_right > 0; from_right--)
    ATTN_TRY(same(p, ATTN_INPUT_value, from_right, attn_axis(key, from_right), ATTN_INPUT_key, error));
  if (p->heads != 0 && p->heads != s->heads)
    return attn_refuse(error, ATTN_KV_HEADS_CONFLICT, ATTN_NAME_heads, ATTN_INPUT_query, ATTN_NONE, p->heads,
                       (double)s->heads);
  if (p->kv_heads != 0 && p->kv_heads != s->kv_heads)
    return attn_refuse(error, ATTN_KV_HEADS_CONFLICT, ATTN_NAME_kv_heads, ATTN_INPUT_key, ATTN_NONE, p->kv_heads,
                       (double)s->kv_heads);
  if (s->heads < 1 || s->heads > INT32_MAX)
    return attn_refuse(error, ATTN_HEAD_COUNT, ATTN_INPUT_query, ATTN_NONE, query->rank - 3, (double)s->heads,
                       INT32_MAX);
  if (s->kv_heads < 1 || s->heads % s->kv_heads != 0)
    return attn_refuse(error, ATTN_KV_HEADS, ATTN_NAME_kv_heads, ATTN_NONE, ATTN_NONE, (double)s->kv_heads,
                       (double)s->heads);
  if (p->score <= ATTN_DOT) ATTN_TRY(same(p, ATTN_INPUT_key, 0, s->d_q, ATTN_INPUT_query, error));
  return ATTN_OK;
}

static attn_status derive_output(attn_plan *s, const attn_problem *p, attn_error *error) {
  const int64_t joined = attn_times(s->heads, s->d_v);
  const int32_t who = attn_has(p, ATTN_INPUT_value) ? ATTN_INPUT_value
                      : attn_has(p, ATTN_INPUT_w_v) ? ATTN_INPUT_w_v
                                                    : attn_value_source(p);
  s->d_out = joined;
  if (attn_has(p, ATTN_INPUT_w_o)) {
    ATTN_TRY(same(p, ATTN_INPUT_w_o, 1, joined, who, error));
    s->d_out = attn_axis(&p->inputs[ATTN_INPUT_w_o], 0);
  }
  if (attn_has(p, ATTN_INPUT_b_o))
    ATTN_TRY(same(p, ATTN_INPUT_b_o, 0, s->d_out, attn_has(p, ATTN_INPUT_w_o) ? ATTN_INPUT_w_o : who, error));
  return ATTN_OK;
}

attn_status attn_check_score(const attn_tensor *given, int32_t score, attn_error *error) {
  static const int8_t needed_by[3] = {ATTN_BILINEAR, ATTN_ADDITIVE, ATTN_ADDITIVE};
  for (int32_t n = 0; n < 3; n++) {
    const int32_t name = ATTN_INPUT_w_score + n;
    const bool needed = score == needed_by[n];
    if (needed && !attn_present(&given[n]))
      return attn_refuse(error, ATTN_MISSING, name, ATTN_NONE, ATTN_NONE, ATTN_NONE, axes[name].most);
    if (!needed && attn_present(&given[n]))
      return attn_refuse(error, ATTN_UNUSED, name, ATTN_NONE, ATTN_NONE, ATTN_NONE, ATTN_NONE);
  }
  return ATTN_OK;
}

static attn_status derive_score(attn_plan *s, const attn_problem *p, attn_error *error) {
  ATTN_TRY(attn_check_score(&p->inputs[ATTN_INPUT_w_score], p->score, error));
  const int32_t queries = attn_has(p, ATTN_INPUT_query) ? ATTN_INPUT_query : ATTN_INPUT_x;
  const int32_t keys = attn_has(p, ATTN_INPUT_key) ? ATTN_INPUT_key : attn_key_source(p);
  if (p->score == ATTN_BILINEAR) {
    ATTN_TRY(same(p, ATTN_INPUT_w_score, 1, s->d_q, queries, error));
    ATTN_TRY(same(p, ATTN_INPUT_w_score, 0, s->d_k, keys, error));
  }
  s->hidden = 0;
  if (p->score == ATTN_ADDITIVE) {
    s->hidden = attn_axis(&p->inputs[ATTN_INPUT_w_1], 1);
    const int64_t wide = attn_axis(&p->inputs[ATTN_INPUT_w_1], 0), both = attn_plus(s->d_q, s->d_k);
    if (wide != both)
      return attn_refuse(error, ATTN_QUERY_AND_KEY, ATTN_INPUT_w_1, queries, 1, (double)wide, (double)both);
    ATTN_TRY(same(p, ATTN_INPUT_w_2, 0, s->hidden, ATTN_INPUT_w_1, error));
  }
  return ATTN_OK;
}

/* Checks that bias, mask and weights_override broadcast to (batch, heads, q_len, kv_len), and that key_mask is
 * (batch, kv_len) or (kv_len). */
static attn_status check_broadcast(const attn_plan *s, const attn_problem *p, attn_error *error) {
  const int64_t full[4] = {s->kv_len, s->q_len, s->heads, s->batch}, full_key_mask[2] = {s->kv_len, s->batch};
  for (int32_t n = ATTN_INPUT_bias; n < ATTN_INPUT_COUNT; n++) {
    const attn_tensor *t = &p->inputs[n];
    for (int32_t r = 0; r < t->rank; r++) {
      const bool exact = n == ATTN_INPUT_key_mask;
      const int64_t got = attn_axis(t, r), needed = exact ? full_key_mask[r] : full[r];
      if (exact)
        ATTN_TRY(same(p, n, r, needed, attn_has(p, ATTN_INPUT_key) ? ATTN_INPUT_key : attn_key_source(p), error));
      if (got != needed && got != 1)
        return attn_refuse(error, ATTN_BROADCAST, n, ATTN_NONE, t->rank - 1 - r, (double)got, (double)needed);
    }
  }
  return ATTN_OK;
}

static int64_t far(int64_t x) {
  return attn_least(ATTN_FAR, attn_most(-ATTN_FAR, x));
}

attn_status attn_derive_scale(double *scale, int32_t has_scale, double given, int32_t score, int64_t d_k,
                              attn_error *error) {
  *scale = (double)(attn_real)(has_scale ? given : score == ATTN_SCALED_DOT ? 1 / sqrt((double)d_k) : 1);
  if (attn_is_finite(*scale)) return ATTN_OK;
  return attn_refuse(error, ATTN_NOT_FINITE, ATTN_NAME_scale, ATTN_NONE, ATTN_NONE, given, ATTN_NONE);
}

static attn_status derive_options(attn_plan *s, const attn_problem *p, attn_error *error) {
  ATTN_TRY(attn_derive_scale(&s->scale, p->has_scale, p->scale, p->score, s->d_k, error));
  if (!attn_is_finite((double)(attn_real)p->softcap))
    return attn_refuse(error, ATTN_NOT_FINITE, ATTN_NAME_softcap, ATTN_NONE, ATTN_NONE, p->softcap, ATTN_NONE);
  if (p->softcap < 0 || (p->softcap > 0 && (attn_real)p->softcap == 0))
    return attn_refuse(error, ATTN_NOT_POSITIVE, ATTN_NAME_softcap, ATTN_NONE, ATTN_NONE, p->softcap, ATTN_NONE);
  if (p->causal < 0 || p->causal > ATTN_BOTTOM_RIGHT)
    return attn_refuse(error, ATTN_OPTION, ATTN_NAME_causal, ATTN_NONE, ATTN_NONE, p->causal, ATTN_BOTTOM_RIGHT);
  if (p->has_window && p->window_left < -1)
    return attn_refuse(error, ATTN_WINDOW, ATTN_NAME_window, ATTN_NONE, 0, (double)p->window_left, ATTN_NONE);
  if (p->has_window && p->window_right < -1)
    return attn_refuse(error, ATTN_WINDOW, ATTN_NAME_window, ATTN_NONE, 1, (double)p->window_right, ATTN_NONE);
  s->offset = p->has_causal_offset             ? far(p->causal_offset)
              : p->causal == ATTN_BOTTOM_RIGHT ? far(s->kv_len) - far(s->q_len)
                                               : 0;
  return ATTN_OK;
}

attn_status attn_shape_derive(attn_plan *plan, const attn_problem *problem, attn_error *error) {
  const attn_problem *p = problem;
  const bool split_already =
      attn_has(p, ATTN_INPUT_query) || attn_has(p, ATTN_INPUT_key) || attn_has(p, ATTN_INPUT_value);
  if (p->score < 0 || p->score > ATTN_ADDITIVE)
    return attn_refuse(error, ATTN_OPTION, ATTN_NAME_score, ATTN_NONE, ATTN_NONE, p->score, ATTN_ADDITIVE);
  ATTN_TRY(check_axes(p, error));
  ATTN_TRY(check_features(p, error));
  if (!split_already && !attn_has(p, ATTN_INPUT_x))
    return attn_refuse(error, ATTN_MISSING, ATTN_INPUT_x, ATTN_NONE, ATTN_NONE, ATTN_NONE, 2);
  ATTN_TRY(split_already ? derive_from_heads(plan, p, error) : derive_from_x(plan, p, error));
  ATTN_TRY(derive_output(plan, p, error));
  ATTN_TRY(derive_score(plan, p, error));
  ATTN_TRY(check_broadcast(plan, p, error));
  return derive_options(plan, p, error);
}
