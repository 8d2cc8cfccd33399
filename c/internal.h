/* What the files of c/ share with one another and with nobody else. */
#ifndef ATTN_INTERNAL_H
#define ATTN_INTERNAL_H

#include <math.h>
#include <string.h>

#include "attn.h"

/* ------------------------------------------------------------------- sizes */

/* a * b and a + b of sizes; what does not fit stays at the largest number, which every limit refuses */
static inline int64_t attn_times(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > INT64_MAX / b ? INT64_MAX : a * b;
}
static inline int64_t attn_plus(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}
static inline int64_t attn_most(int64_t a, int64_t b) {
  return a > b ? a : b;
}

/* ------------------------------------------------------------------ inputs */

static inline int32_t attn_present(const attn_tensor *t) {
  return t->rank > 0 || t->data != NULL;
}
static inline int32_t attn_has(const attn_problem *p, int32_t input) {
  return attn_present(&p->inputs[input]);
}
static inline const attn_real *attn_reals(const attn_problem *p, int32_t input) {
  return p->inputs[input].data;
}

/* Length of an axis counted from the right: 0 = the last. An axis it does not have has length 1. */
static inline int64_t attn_axis(const attn_tensor *t, int32_t from_right) {
  return from_right < t->rank ? t->shape[t->rank - 1 - from_right] : 1;
}
int64_t attn_count(const attn_tensor *t);

/* Which input keys are made from, and which values: x_kv or x; x_v or that. */
static inline int32_t attn_key_source(const attn_problem *p) {
  return attn_has(p, ATTN_INPUT_x_kv) ? ATTN_INPUT_x_kv : ATTN_INPUT_x;
}
static inline int32_t attn_value_source(const attn_problem *p) {
  return attn_has(p, ATTN_INPUT_x_v) ? ATTN_INPUT_x_v : attn_key_source(p);
}

/* An input seen as (batch, heads, q_len, kv_len): the step in entries along each axis, 0 where it has length 1. */
typedef struct {
  int64_t step[4];
} attn_steps;
attn_steps attn_broadcast(const attn_tensor *t);

/* ----------------------------------------------------------------- checking */

/* Fills *error and returns its status. */
attn_status attn_refuse(attn_error *error, attn_status status, int32_t name, int32_t other, int32_t axis, double got,
                        double expected);

/* Checks ranks and axes of every tensor and every option of a problem against one another and fills all sizes,
 * offset and scale of the plan, and nothing else of it. Stepwise and fused plans both begin here. */
attn_status attn_shape_derive(attn_plan *plan, const attn_problem *problem, attn_error *error);

/* Gives a tensor its place at the end of the trace so far; shape has rank entries. */
void attn_place(attn_slot *slot, int64_t *trace_count, int32_t rank, const int64_t *shape);

/* --------------------------------------------------------------------- masks */

/* allowed (count, kv_len): for rows first .. first + count - 1 of head h, 1 where the pair may attend by mask,
 * key_mask, bias = -inf, causal and window. */
void attn_allowed(uint8_t *allowed, const attn_plan *plan, const attn_problem *problem, int64_t b, int64_t h,
                  int64_t first, int64_t count);

#endif
