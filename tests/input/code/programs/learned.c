#include <stdio.h>
#include <stdlib.h>
#include "attn.h"

// every tensor of one attention, in a block of memory that has room for their gradients
static float *attend(attn_plan *plan, const attn_problem *problem) {
  attn_error error;
  char sentence[256];
  if (attn_plan_stepwise(plan, problem, 1, ATTN_EVERYTHING, &error)) {
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

// the same from the bottom up: every gradient
static void go_back(float *block, const attn_plan *plan, const attn_problem *problem) {
  void *scratch = malloc(plan->scratch_bytes);
  attn_backward(block, scratch, plan, problem);
  free(scratch);
}

// parameter <- parameter - learning_rate * gradient
static void take_step(float *parameter, const float *gradient, double learning_rate, int64_t count) {
  if (attn_sgd(parameter, NULL, parameter, gradient, learning_rate, 0, count)) {
    fputs("a parameter would not be finite\n", stderr);
    exit(1);
  }
}

// a name and its numbers on a line
static void show(const char *name, const float *data, const int *shape, int rank) {
  printf("%s ", name);
  print(data, shape, rank);
  puts("");
}

int main(void) {
  float x[3][4] = {
    {-1.0f, 0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f, 0.0f},
  };
  float w_q[4][4] = {
    {-1.0f, 0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f, 0.0f},
    {1.0f, -0.5f, 0.5f, -1.0f},
  };
  float w_k[4][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}, {0.0f, 1.0f}};
  float w_v[4][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}, {0.0f, 1.0f}};
  float b_v[2] = {-1, 0};
  float w_o[4][3] = {
    {-1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f},
    {0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f},
  };
  float b_o[3] = {-1, 0, 1};

  attn_problem problem = {
      .inputs[ATTN_INPUT_x] = {x, 2, {3, 4}},
      .inputs[ATTN_INPUT_w_q] = {w_q, 2, {4, 4}},
      .inputs[ATTN_INPUT_w_k] = {w_k, 2, {4, 2}},
      .inputs[ATTN_INPUT_w_v] = {w_v, 2, {4, 2}},
      .inputs[ATTN_INPUT_b_v] = {b_v, 1, {2}},
      .inputs[ATTN_INPUT_w_o] = {w_o, 2, {4, 3}},
      .inputs[ATTN_INPUT_b_o] = {b_o, 1, {3}},
      .heads = 2,
      .kv_heads = 1,
      .causal = ATTN_TOP_LEFT,
  };
  attn_plan plan;
  float *block = attend(&plan, &problem);

  const struct {
    const float *projected_query, *projected_key, *projected_value, *query, *key, *value,
        *scores, *scaled_scores, *masked_scores, *row_max, *shifted_scores, *shifted_exp,
        *row_sum, *weights, *mixed, *joined, *output;
  } trace = {
      .projected_query = block + plan.slots[ATTN_TENSOR_projected_query].offset,
      .projected_key = block + plan.slots[ATTN_TENSOR_projected_key].offset,
      .projected_value = block + plan.slots[ATTN_TENSOR_projected_value].offset,
      .query = block + plan.slots[ATTN_TENSOR_query].offset,  // what each token looks for
      .key = block + plan.slots[ATTN_TENSOR_key].offset,  // what each token offers
      .value = block + plan.slots[ATTN_TENSOR_value].offset,  // what each token passes on
      .scores = block + plan.slots[ATTN_TENSOR_scores].offset,  // every query meets every key
      .scaled_scores = block + plan.slots[ATTN_TENSOR_scaled_scores].offset,
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

  int32_t target[3] = {0, -1, 2};
  float *grad_output = block + plan.slots[ATTN_TENSOR_grad_output].offset;
  double loss;  // how far the output is from the target
  attn_error error;
  if (attn_cross_entropy(&loss, grad_output, trace.output, target, 3, 3, &error))
    return 1;
  go_back(block, &plan, &problem);  // every gradient, from the output back to the input

  const struct {
    const float *grad_output, *grad_b_o, *grad_w_o, *grad_joined, *grad_mixed, *grad_value,
        *grad_weights, *grad_masked_scores, *grad_scaled_scores, *grad_scores, *grad_query,
        *grad_key, *grad_projected_query, *grad_w_q, *grad_projected_key, *grad_w_k,
        *grad_projected_value, *grad_b_v, *grad_w_v, *grad_x;
  } gradients = {
      .grad_output = block + plan.slots[ATTN_TENSOR_grad_output].offset,
      .grad_b_o = block + plan.slots[ATTN_TENSOR_grad_b_o].offset,
      .grad_w_o = block + plan.slots[ATTN_TENSOR_grad_w_o].offset,
      .grad_joined = block + plan.slots[ATTN_TENSOR_grad_joined].offset,
      .grad_mixed = block + plan.slots[ATTN_TENSOR_grad_mixed].offset,
      .grad_value = block + plan.slots[ATTN_TENSOR_grad_value].offset,
      .grad_weights = block + plan.slots[ATTN_TENSOR_grad_weights].offset,
      .grad_masked_scores = block + plan.slots[ATTN_TENSOR_grad_masked_scores].offset,
      .grad_scaled_scores = block + plan.slots[ATTN_TENSOR_grad_scaled_scores].offset,
      .grad_scores = block + plan.slots[ATTN_TENSOR_grad_scores].offset,
      .grad_query = block + plan.slots[ATTN_TENSOR_grad_query].offset,
      .grad_key = block + plan.slots[ATTN_TENSOR_grad_key].offset,
      .grad_projected_query = block + plan.slots[ATTN_TENSOR_grad_projected_query].offset,
      .grad_w_q = block + plan.slots[ATTN_TENSOR_grad_w_q].offset,
      .grad_projected_key = block + plan.slots[ATTN_TENSOR_grad_projected_key].offset,
      .grad_w_k = block + plan.slots[ATTN_TENSOR_grad_w_k].offset,
      .grad_projected_value = block + plan.slots[ATTN_TENSOR_grad_projected_value].offset,
      .grad_b_v = block + plan.slots[ATTN_TENSOR_grad_b_v].offset,
      .grad_w_v = block + plan.slots[ATTN_TENSOR_grad_w_v].offset,
      .grad_x = block + plan.slots[ATTN_TENSOR_grad_x].offset,
  };

  const double learning_rate = 0.1;  // one step of gradient descent
  take_step((float *)w_q, gradients.grad_w_q, learning_rate, 16);
  take_step((float *)w_k, gradients.grad_w_k, learning_rate, 8);
  take_step((float *)w_v, gradients.grad_w_v, learning_rate, 8);
  take_step(b_v, gradients.grad_b_v, learning_rate, 2);
  take_step((float *)w_o, gradients.grad_w_o, learning_rate, 12);
  take_step(b_o, gradients.grad_b_o, learning_rate, 3);

  printf("loss %.9g\n", loss);
  show("grad_w_q", gradients.grad_w_q, (int[]){4, 4}, 2);
  show("w_q", (const float *)w_q, (int[]){4, 4}, 2);
  show("grad_w_k", gradients.grad_w_k, (int[]){4, 2}, 2);
  show("w_k", (const float *)w_k, (int[]){4, 2}, 2);
  show("grad_w_v", gradients.grad_w_v, (int[]){4, 2}, 2);
  show("w_v", (const float *)w_v, (int[]){4, 2}, 2);
  show("grad_b_v", gradients.grad_b_v, (int[]){2}, 1);
  show("b_v", b_v, (int[]){2}, 1);
  show("grad_w_o", gradients.grad_w_o, (int[]){4, 3}, 2);
  show("w_o", (const float *)w_o, (int[]){4, 3}, 2);
  show("grad_b_o", gradients.grad_b_o, (int[]){3}, 1);
  show("b_o", b_o, (int[]){3}, 1);

  print(trace.output, (int[]){3, 3}, 2);
  puts("");
}
