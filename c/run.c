/* One run from the inputs to the output, one line per step, and its backward pass, the same steps in reverse. */
#include "internal.h"

void attn_forward(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem) {
  const attn_run run = {attn_somewhere(trace), attn_somewhere(scratch), plan, problem};
  attn_project_forward(&run);  // x w + b
  attn_split_forward(&run);    // query, key, value by head
  attn_scores_forward(&run);   // how well each query fits each key
  attn_mask_forward(&run);     // scale, softcap, bias, masks
  attn_weights_forward(&run);  // softmax by row
  attn_mix_forward(&run);      // values by weight
  attn_join_forward(&run);     // heads side by side
  attn_output_forward(&run);   // joined w_o + b_o
}

/* Adds an arriving gradient to the gradient of a tensor, once the run has written its own share there. */
static void arrive(const attn_run *run, const attn_real *arriving, int32_t grad) {
  if (arriving == NULL) return;
  attn_real *own = run->trace + run->plan->slots[grad].offset;
  attn_add(own, own, arriving, run->plan->slots[grad].count);
}
#define ARRIVE(name) arrive(&run, at[ATTN_TENSOR_##name], ATTN_TENSOR_grad_##name)

/* Clears the gradients of forbidden scores: they are -inf whatever they were computed from. */
static void keep_allowed(const attn_run *run) {
  const attn_slot *slot = &run->plan->slots[ATTN_TENSOR_masked_scores];
  const attn_real *masked = run->trace + slot->offset;
  attn_real *grad = ATTN_AT(run, grad_masked_scores);
  for (int64_t n = 0; n < slot->count; n++)
    if (masked[n] == -INFINITY) grad[n] = 0;
}

void attn_backward_from(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem,
                        const attn_real *const *arriving) {
  static const attn_real *const nothing[ATTN_TENSOR_COUNT] = {NULL};
  const attn_real *const *at = arriving == NULL ? nothing : arriving;
  const attn_run run = {attn_somewhere(trace), attn_somewhere(scratch), plan, problem};
  attn_output_backward(&run);
  attn_join_backward(&run);
  attn_mix_backward(&run);
  ARRIVE(value);
  ARRIVE(weights);
  attn_weights_backward(&run);
  ARRIVE(masked_scores);
  if (at[ATTN_TENSOR_masked_scores] != NULL) keep_allowed(&run);
  attn_mask_backward(&run);
  attn_scores_backward(&run);
  ARRIVE(query);
  ARRIVE(key);
  attn_split_backward(&run);
  attn_project_backward(&run);
}

void attn_backward(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem) {
  attn_backward_from(trace, scratch, plan, problem, NULL);
}
