#include <stdio.h>
#include <stdlib.h>
#include "attn.h"

// every tensor of one attention, in a block of memory
static float *attend(attn_plan *plan, const attn_problem *problem) {
  attn_error error;
  char sentence[256];
  if (attn_plan_stepwise(plan, problem, 0, ATTN_EVERYTHING, &error)) {
    fprintf(stderr, "%s\n", attn_error_text(&error, sentence, sizeof sentence));
    exit(1);
  }
  float *block = malloc(plan->trace_count * sizeof *block);
  void *scratch = malloc(plan->scratch_bytes);
  attn_forward(block, scratch, plan, problem);
  free(scratch);
  return block;
}

// prints numbers as nested brackets; what stands behind them
static const float *print(const float *data, const int *shape, int rank) {
  if (rank == 0) printf("%.9g", *data);
  if (rank == 0) return data + 1;
  for (int n = 0; n < shape[0]; n++) {
    fputs(n == 0 ? "[" : ", ", stdout);
    data = print(data, shape + 1, rank - 1);
  }
  fputs("]", stdout);
  return data;
}

int main(void) {
  float x[2][3][4] = {
    {{-1.0f, 0.0f, 1.0f, -0.5f}, {0.5f, -1.0f, 0.0f, 1.0f}, {-0.5f, 0.5f, -1.0f, 0.0f}},
    {{1.0f, -0.5f, 0.5f, -1.0f}, {0.0f, 1.0f, -0.5f, 0.5f}, {-1.0f, 0.0f, 1.0f, -0.5f}},
  };
  float w_q[4][8] = {
    {-1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f},
    {0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f},
  };
  float b_q[8] = {-1.0f, 0.0f, 1.0f, -0.5f, 0.5f, -1.0f, 0.0f, 1.0f};
  float w_k[4][4] = {
    {-1.0f, 0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f, 0.0f},
    {1.0f, -0.5f, 0.5f, -1.0f},
  };
  float w_v[4][4] = {
    {-1.0f, 0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f, 0.0f},
    {1.0f, -0.5f, 0.5f, -1.0f},
  };
  float bias[3][3] = {{-1.0f, 0.0f, 1.0f}, {-0.5f, 0.5f, -1.0f}, {0.0f, 1.0f, -0.5f}};
  uint8_t key_mask[2][3] = {{1, 1, 1}, {0, 1, 1}};
  float w_o[8][2] = {
    {-1.0f, 0.0f},
    {1.0f, -0.5f},
    {0.5f, -1.0f},
    {0.0f, 1.0f},
    {-0.5f, 0.5f},
    {-1.0f, 0.0f},
    {1.0f, -0.5f},
    {0.5f, -1.0f},
  };
  float b_o[2] = {-1, 0};

  attn_problem problem = {
      .inputs[ATTN_INPUT_x] = {x, 3, {2, 3, 4}},
      .inputs[ATTN_INPUT_w_q] = {w_q, 2, {4, 8}},
      .inputs[ATTN_INPUT_w_k] = {w_k, 2, {4, 4}},
      .inputs[ATTN_INPUT_w_v] = {w_v, 2, {4, 4}},
      .inputs[ATTN_INPUT_b_q] = {b_q, 1, {8}},
      .inputs[ATTN_INPUT_w_o] = {w_o, 2, {8, 2}},
      .inputs[ATTN_INPUT_b_o] = {b_o, 1, {2}},
      .inputs[ATTN_INPUT_bias] = {bias, 2, {3, 3}},
      .inputs[ATTN_INPUT_key_mask] = {key_mask, 2, {2, 3}},
      .heads = 4,
      .kv_heads = 2,
      .has_scale = 1,
      .scale = -0.5,
      .softcap = 5,
      .causal = ATTN_TOP_LEFT,
      .has_window = 1,
      .window_left = 1,
      .window_right = 0,
  };
  attn_plan plan;
  float *block = attend(&plan, &problem);

  const struct {
    const float *projected_query, *projected_key, *projected_value, *query, *key, *value,
        *scores, *scaled_scores, *capped_scores, *masked_scores, *row_max, *shifted_scores,
        *shifted_exp, *row_sum, *weights, *mixed, *joined, *output;
  } trace = {
      .projected_query = block + plan.slots[ATTN_TENSOR_projected_query].offset,
      .projected_key = block + plan.slots[ATTN_TENSOR_projected_key].offset,
      .projected_value = block + plan.slots[ATTN_TENSOR_projected_value].offset,
      .query = block + plan.slots[ATTN_TENSOR_query].offset,  // what each token looks for
      .key = block + plan.slots[ATTN_TENSOR_key].offset,  // what each token offers
      .value = block + plan.slots[ATTN_TENSOR_value].offset,  // what each token passes on
      .scores = block + plan.slots[ATTN_TENSOR_scores].offset,  // every query meets every key
      .scaled_scores = block + plan.slots[ATTN_TENSOR_scaled_scores].offset,
      .capped_scores = block + plan.slots[ATTN_TENSOR_capped_scores].offset,
      .masked_scores = block + plan.slots[ATTN_TENSOR_masked_scores].offset,
      .row_max = block + plan.slots[ATTN_TENSOR_row_max].offset,  // softmax, row by row
      .shifted_scores = block + plan.slots[ATTN_TENSOR_shifted_scores].offset,
      .shifted_exp = block + plan.slots[ATTN_TENSOR_shifted_exp].offset,
      .row_sum = block + plan.slots[ATTN_TENSOR_row_sum].offset,
      .weights = block + plan.slots[ATTN_TENSOR_weights].offset,  // each row adds up to 1
      .mixed = block + plan.slots[ATTN_TENSOR_mixed].offset,  // weighted sums of the values
      .joined = block + plan.slots[ATTN_TENSOR_joined].offset,  // heads side by side
      .output = block + plan.slots[ATTN_TENSOR_output].offset,  // one product makes the output
  };

  print(trace.output, (int[]){2, 3, 2}, 3);
  puts("");
}
