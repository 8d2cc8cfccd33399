/* Broadcasting: an axis of length 1 stands for every entry of the axis it is broadcast to. */
#include "internal.h"

attn_steps attn_broadcast(const attn_tensor *t) {
  attn_steps s = {{0, 0, 0, 0}};
  int64_t step = 1;
  for (int32_t r = 0; r < t->rank && r < 4; r++) {
    if (attn_axis(t, r) != 1) s.step[3 - r] = step;
    step = attn_times(step, attn_axis(t, r));
  }
  return s;
}

/* Returns the sum of full over the axes along which `like` has length 1, for entry (o[0], o[1], o[2], o[3]) of like. */
static double sum_over(const attn_real *full, const int64_t *size, const int64_t *like, const int64_t *o) {
  int64_t from[4], to[4];
  for (int32_t a = 0; a < 4; a++) {
    from[a] = like[a] == 1 ? 0 : o[a];
    to[a] = like[a] == 1 ? size[a] : o[a] + 1;
  }
  double sum = 0;
  for (int64_t b = from[0]; b < to[0]; b++)
    for (int64_t h = from[1]; h < to[1]; h++)
      for (int64_t i = from[2]; i < to[2]; i++)
        for (int64_t j = from[3]; j < to[3]; j++) sum += (double)full[((b * size[1] + h) * size[2] + i) * size[3] + j];
  return sum;
}

void attn_sum_broadcast(attn_real *grad, const attn_real *full, const attn_tensor *like, const attn_plan *plan) {
  const int64_t size[4] = {plan->batch, plan->heads, plan->q_len, plan->kv_len};
  const int64_t given[4] = {attn_axis(like, 3), attn_axis(like, 2), attn_axis(like, 1), attn_axis(like, 0)};
  int64_t o[4];
  for (o[0] = 0; o[0] < given[0]; o[0]++)
    for (o[1] = 0; o[1] < given[1]; o[1]++)
      for (o[2] = 0; o[2] < given[2]; o[2]++)
        for (o[3] = 0; o[3] < given[3]; o[3]++) *grad++ = (attn_real)sum_over(full, size, given, o);
}
