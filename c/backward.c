/* The mirror of forward.c: the same lines from the bottom up. */
#include "internal.h"

void attn_backward(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem) {
  const attn_run run = {trace, scratch, plan, problem};
  attn_output_backward(&run);
  attn_join_backward(&run);
  attn_mix_backward(&run);
  attn_weights_backward(&run);
  attn_mask_backward(&run);
  attn_scores_backward(&run);
  attn_split_backward(&run);
  attn_project_backward(&run);
}
