// attention-player: {"scale":1}
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

// prints numbers as nested brackets; returns the position after them
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
  float x[3][4] = {{1, 0, 1, 0}, {0, 2, 0, 2}, {1, 1, 1, 1}};
  float w_q[4][3] = {{1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {0, 1, 1}};
  float w_k[4][3] = {{0, 0, 1}, {1, 1, 0}, {0, 1, 0}, {1, 1, 0}};
  float w_v[4][3] = {{0, 2, 0}, {0, 3, 0}, {1, 0, 3}, {1, 1, 0}};

  attn_problem problem = {
      .inputs[ATTN_INPUT_x] = {x, 2, {3, 4}},
      .inputs[ATTN_INPUT_w_k] = {w_k, 2, {4, 3}},
      .inputs[ATTN_INPUT_w_q] = {w_q, 2, {4, 3}},
      .inputs[ATTN_INPUT_w_v] = {w_v, 2, {4, 3}},
      .has_scale = 1,
      .scale = 1,
  };
  attn_plan plan;
  float *block = attend(&plan, &problem);

  const struct {
    const float *query, *key, *value, *scores, *row_max, *shifted_scores, *shifted_exp, *row_sum,
        *weights, *output;
  } trace = {
      .query = block + plan.slots[ATTN_TENSOR_query].offset,  // what each token looks for
      .key = block + plan.slots[ATTN_TENSOR_key].offset,  // what each token offers
      .value = block + plan.slots[ATTN_TENSOR_value].offset,  // what each token passes on
      .scores = block + plan.slots[ATTN_TENSOR_scores].offset,  // every query meets every key
      .row_max = block + plan.slots[ATTN_TENSOR_row_max].offset,  // softmax, row by row
      .shifted_scores = block + plan.slots[ATTN_TENSOR_shifted_scores].offset,
      .shifted_exp = block + plan.slots[ATTN_TENSOR_shifted_exp].offset,
      .row_sum = block + plan.slots[ATTN_TENSOR_row_sum].offset,
      .weights = block + plan.slots[ATTN_TENSOR_weights].offset,  // each row adds up to 1
      .output = block + plan.slots[ATTN_TENSOR_output].offset,  // weighted sums of the values
  };

  print(trace.output, (int[]){3, 3}, 2);
  puts("");
}
