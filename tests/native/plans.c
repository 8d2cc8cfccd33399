/*
 * Plans shapes without data, one per line of its input, and prints the size of each or why it is refused. Sizes may be
 * of any magnitude, so it is built to stop at the first sum or product that wraps.
 *
 *   0 backward wanted heads kv_heads score tensors    stepwise; tensors: their count, then input, rank, lengths of each
 *   1 heads kv_heads score tensors                    fused
 *   2 backward steps score tensors                    decoder
 *   3 backward t d_in d_s                             encoder
 *   4 bytes                                           a standalone tool
 *   5 m n k                                           scratch of a product (m, k) (k, n)
 *
 * It prints: status axis got expected trace_count scratch_bytes, then tensor offset count of every slot.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "product.h"

static int64_t number(void) {
  int64_t x;
  if (scanf("%" SCNd64, &x) != 1) exit(1);
  return x;
}

static void read_tensors(attn_tensor *inputs) {
  for (int64_t left = number(); left > 0; left--) {
    attn_tensor *t = &inputs[number()];
    t->rank = (int32_t)number();
    for (int32_t a = 0; a < t->rank; a++) t->shape[a] = number();
  }
}

static void answer(const attn_error *error, int64_t trace_count, int64_t scratch_bytes, const attn_slot *slots,
                   int32_t count) {
  printf("%" PRId32 " %" PRId32 " %.17g %.17g %" PRId64 " %" PRId64, error->status, error->axis, error->got,
         error->expected, trace_count, scratch_bytes);
  for (int32_t n = 0; n < count; n++)
    if (slots[n].rank > 0) printf(" %" PRId32 " %" PRId64 " %" PRId64, n, slots[n].offset, slots[n].count);
  printf("\n");
}

static void plan_attention(int32_t fused) {
  attn_problem p = {0};
  attn_plan plan = {0};
  attn_error error;
  const int32_t backward = fused ? 0 : (int32_t)number();
  const int64_t wanted = fused ? 0 : number();
  p.heads = (int32_t)number(), p.kv_heads = (int32_t)number(), p.score = (int32_t)number();
  read_tensors(p.inputs);
  if (fused)
    attn_plan_fused(&plan, &p, &error);
  else
    attn_plan_stepwise(&plan, &p, backward, wanted, &error);
  answer(&error, plan.trace_count, plan.scratch_bytes, plan.slots, ATTN_TENSOR_COUNT);
}

static void plan_decoder(void) {
  attn_decoder d = {0};
  attn_decoder_plan plan = {0};
  attn_error error;
  const int32_t backward = (int32_t)number();
  d.steps = number(), d.score = (int32_t)number();
  read_tensors(d.inputs);
  attn_plan_decoder(&plan, &d, backward, &error);
  answer(&error, plan.trace_count, plan.scratch_bytes, plan.slots, ATTN_DECODER_COUNT);
}

static void plan_encoder(void) {
  attn_error error;
  int64_t scratch = 0;
  const int32_t backward = (int32_t)number();
  const int64_t t = number(), d_in = number(), d_s = number();
  attn_plan_recurrent_encoder(&scratch, t, d_in, d_s, backward, &error);
  answer(&error, 0, scratch, NULL, 0);
}

int main(void) {
  int32_t kind;
  while (scanf("%" SCNd32, &kind) == 1) {
    attn_error error = {0};
    if (kind <= 1) plan_attention(kind);
    if (kind == 2) plan_decoder();
    if (kind == 3) plan_encoder();
    if (kind == 4) attn_check_call(number(), &error), answer(&error, 0, 0, NULL, 0);
    if (kind == 5) {
      const int64_t m = number(), n = number(), k = number();
      answer(&error, 0, attn_matmul_scratch(m, n, k), NULL, 0);
    }
  }
  return 0;
}
