/* One run from the inputs to the output, a line a step. */
#include "internal.h"

void attn_forward(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem) {
  const attn_run run = {attn_somewhere(trace), attn_somewhere(scratch), plan, problem};
  attn_project_forward(&run);  // x w + b
  attn_split_forward(&run);    // query, key, value by head
  attn_scores_forward(&run);   // how well each query fits each key
  attn_mask_forward(&run);     // scale, softcap, bias, what is forbidden
  attn_weights_forward(&run);  // softmax by row
  attn_mix_forward(&run);      // values by weight
  attn_join_forward(&run);     // heads side by side
  attn_output_forward(&run);   // joined w_o + b_o
}
