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

  // look: attention
  float look_x[3][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}};
  float look_w_score[2][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}};

  attn_problem look_problem = {
      .inputs[ATTN_INPUT_x] = {look_x, 2, {3, 2}},
      .inputs[ATTN_INPUT_w_score] = {look_w_score, 2, {2, 2}},
      .score = ATTN_BILINEAR,
      .causal = ATTN_TOP_LEFT,
  };
  attn_plan look_plan;
  float *look_block = attend(&look_plan, &look_problem);

  const struct {
    const float *query, *key, *value, *scores, *masked_scores, *row_max, *shifted_scores,
        *shifted_exp, *row_sum, *weights, *output;
  } look_trace = {
      .query = look_block + look_plan.slots[ATTN_TENSOR_query].offset,
      .key = look_block + look_plan.slots[ATTN_TENSOR_key].offset,
      .value = look_block + look_plan.slots[ATTN_TENSOR_value].offset,
      .scores = look_block + look_plan.slots[ATTN_TENSOR_scores].offset,
      .masked_scores = look_block + look_plan.slots[ATTN_TENSOR_masked_scores].offset,
      .row_max = look_block + look_plan.slots[ATTN_TENSOR_row_max].offset,  // softmax, row by row
      .shifted_scores = look_block + look_plan.slots[ATTN_TENSOR_shifted_scores].offset,
      .shifted_exp = look_block + look_plan.slots[ATTN_TENSOR_shifted_exp].offset,
      .row_sum = look_block + look_plan.slots[ATTN_TENSOR_row_sum].offset,
      .weights = look_block + look_plan.slots[ATTN_TENSOR_weights].offset,  // each row adds up to 1
      .output = look_block + look_plan.slots[ATTN_TENSOR_output].offset,
  };

  // given: attention
  float given_weights_override[3][3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.5f, 0.5f}, {0.0f, 0.0f, 1.0f}};

  attn_problem given_problem = {
      .inputs[ATTN_INPUT_x] = {look_trace.output, 3, {1, 3, 2}},
      .inputs[ATTN_INPUT_weights_override] = {given_weights_override, 2, {3, 3}},
  };
  attn_plan given_plan;
  float *given_block = attend(&given_plan, &given_problem);

  const struct {
    const float *query, *key, *value, *scores, *scaled_scores, *weights, *output;
  } given_trace = {
      .query = given_block + given_plan.slots[ATTN_TENSOR_query].offset,
      .key = given_block + given_plan.slots[ATTN_TENSOR_key].offset,
      .value = given_block + given_plan.slots[ATTN_TENSOR_value].offset,
      .scores = given_block + given_plan.slots[ATTN_TENSOR_scores].offset,
      .scaled_scores = given_block + given_plan.slots[ATTN_TENSOR_scaled_scores].offset,
      .weights = given_block + given_plan.slots[ATTN_TENSOR_weights].offset,
      .output = given_block + given_plan.slots[ATTN_TENSOR_output].offset,
  };

  // sum: residual connection

  static float sum_numbers[6];
  attn_add(sum_numbers, (const float *)look_x, given_trace.output, 6);

  const struct {
    const float *output;
  } sum_trace = {
      .output = sum_numbers,  // what came in is added again
  };

  // norm: layer normalisation
  float norm_gamma[2] = {1, 2};
  float norm_beta[2] = {0, 1};

  static float norm_numbers[6];
  static float norm_mean_numbers[3];
  static float norm_rstd_numbers[3];
  attn_layer_norm(norm_numbers, norm_mean_numbers, norm_rstd_numbers, sum_trace.output,
      norm_gamma, norm_beta, 0.00001, 3, 2);

  const struct {
    const float *mean, *rstd, *output;
  } norm_trace = {
      .mean = norm_mean_numbers,
      .rstd = norm_rstd_numbers,
      .output = norm_numbers,  // mean 0, variance 1, then scaled and shifted
  };

  // learned: batch normalisation
  float learned_running_mean[2] = {0, 1};
  float learned_running_var[2] = {1, 4};

  static float learned_numbers[6];
  static float learned_mean_numbers[2];
  static float learned_rstd_numbers[2];
  attn_batch_norm(learned_numbers, learned_mean_numbers, learned_rstd_numbers, norm_trace.output,
      NULL, NULL, learned_running_mean, learned_running_var, 0.00001, 0, 3, 2);

  const struct {
    const float *mean, *rstd, *output;
  } learned_trace = {
      .mean = learned_mean_numbers,
      .rstd = learned_rstd_numbers,
      .output = learned_numbers,  // mean 0, variance 1, then scaled and shifted
  };

  // fresh: batch normalisation
  float fresh_gamma[2] = {2, 1};

  static float fresh_numbers[6];
  static float fresh_mean_numbers[2];
  static float fresh_rstd_numbers[2];
  attn_batch_norm(fresh_numbers, fresh_mean_numbers, fresh_rstd_numbers, learned_trace.output,
      fresh_gamma, NULL, NULL, NULL, 0.00001, 1, 3, 2);

  const struct {
    const float *mean, *rstd, *output;
  } fresh_trace = {
      .mean = fresh_mean_numbers,
      .rstd = fresh_rstd_numbers,
      .output = fresh_numbers,  // mean 0, variance 1, then scaled and shifted
  };
  (void)fresh_trace;

  // angles: geometry of dot products
  float angles_a[2][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
  float angles_b[3][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}};

  static float angles_dot_numbers[6];
  static float angles_cosine_numbers[6];
  static float angles_angle_numbers[6];
  static float angles_projection_numbers[6];
  static float angles_length_a_numbers[2];
  static float angles_length_b_numbers[3];
  attn_geometry(angles_dot_numbers, angles_cosine_numbers, angles_angle_numbers,
      angles_projection_numbers, angles_length_a_numbers, angles_length_b_numbers, (const float *)angles_a, (const float *)angles_b, 2, 3, 2);

  const struct {
    const float *length_a, *length_b, *dot, *cosine, *angle, *projection;
  } angles_trace = {
      .length_a = angles_length_a_numbers,
      .length_b = angles_length_b_numbers,
      .dot = angles_dot_numbers,  // lengths times the cosine between them
      .cosine = angles_cosine_numbers,
      .angle = angles_angle_numbers,  // in radians
      .projection = angles_projection_numbers,
  };

  print(angles_trace.projection, (int[]){2, 3}, 2);
  puts("");
}
