#include <stdio.h>
#include <stdlib.h>
#include "attn.h"

// the same of a decoder
static float *decode(attn_decoder_plan *plan, const attn_decoder *problem) {
  attn_error error;
  char sentence[256];
  if (attn_plan_decoder(plan, problem, 0, &error)) {
    fprintf(stderr, "%s\n", attn_error_text(&error, sentence, sizeof sentence));
    exit(1);
  }
  float *block = malloc(plan->trace_count * sizeof *block);
  void *scratch = malloc(plan->scratch_bytes);
  attn_decoder_forward(block, scratch, plan, problem);
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

  // encoder: recurrent encoder
  float encoder_x[3][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}, {0.5f, -1.0f}};
  float encoder_w_state[2][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
  float encoder_w_in[2][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
  float encoder_b_state[2] = {-1, 0};

  static float encoder_state_numbers[8];
  attn_recurrent_encoder(encoder_state_numbers, (const float *)encoder_x,
      (const float *)encoder_w_in, (const float *)encoder_w_state, encoder_b_state, NULL, 3, 2, 2);

  const struct {
    const float *state;
  } encoder_trace = {
      .state = encoder_state_numbers,  // the next state
  };

  // decoder: recurrent decoder with attention
  float decoder_initial_state[2] = {0.5f, -1.0f};
  float decoder_x[2][1] = {{-1}, {0}};
  float decoder_w_1[3][4] = {
    {-1.0f, 0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f, 0.0f},
  };
  float decoder_w_2[3] = {-1, 0, 1};
  float decoder_w_state[2][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
  float decoder_w_context[2][2] = {{-1.0f, 0.0f}, {1.0f, -0.5f}};
  float decoder_w_in[1][2] = {{-1, 0}};
  float decoder_w_out[4][3] = {
    {-1.0f, 0.0f, 1.0f},
    {-0.5f, 0.5f, -1.0f},
    {0.0f, 1.0f, -0.5f},
    {0.5f, -1.0f, 0.0f},
  };
  float decoder_b_out[3] = {-1, 0, 1};

  attn_decoder decoder_decoder = {
      .inputs[ATTN_DECODER_INPUT_encoder_states] = {encoder_trace.state, 2, {4, 2}},
      .inputs[ATTN_DECODER_INPUT_initial_state] = {decoder_initial_state, 1, {2}},
      .inputs[ATTN_DECODER_INPUT_x] = {decoder_x, 2, {2, 1}},
      .inputs[ATTN_DECODER_INPUT_w_in] = {decoder_w_in, 2, {1, 2}},
      .inputs[ATTN_DECODER_INPUT_w_state] = {decoder_w_state, 2, {2, 2}},
      .inputs[ATTN_DECODER_INPUT_w_context] = {decoder_w_context, 2, {2, 2}},
      .inputs[ATTN_DECODER_INPUT_w_1] = {decoder_w_1, 2, {3, 4}},
      .inputs[ATTN_DECODER_INPUT_w_2] = {decoder_w_2, 1, {3}},
      .inputs[ATTN_DECODER_INPUT_w_out] = {decoder_w_out, 2, {4, 3}},
      .inputs[ATTN_DECODER_INPUT_b_out] = {decoder_b_out, 1, {3}},
      .score = ATTN_ADDITIVE,
  };
  attn_decoder_plan decoder_plan;
  float *decoder_block = decode(&decoder_plan, &decoder_decoder);

  const struct {
    const float *hidden, *scores, *row_max, *shifted_scores, *shifted_exp, *row_sum, *weights,
        *context, *state, *logits, *probabilities;
  } decoder_trace = {
      .hidden = decoder_block + decoder_plan.slots[ATTN_DECODER_hidden].offset,
      .scores = decoder_block + decoder_plan.slots[ATTN_DECODER_scores].offset,
      .row_max = decoder_block + decoder_plan.slots[ATTN_DECODER_row_max].offset,
      .shifted_scores = decoder_block + decoder_plan.slots[ATTN_DECODER_shifted_scores].offset,
      .shifted_exp = decoder_block + decoder_plan.slots[ATTN_DECODER_shifted_exp].offset,
      .row_sum = decoder_block + decoder_plan.slots[ATTN_DECODER_row_sum].offset,
      .weights = decoder_block + decoder_plan.slots[ATTN_DECODER_weights].offset,
      .context = decoder_block + decoder_plan.slots[ATTN_DECODER_context].offset,
      .state = decoder_block + decoder_plan.slots[ATTN_DECODER_state].offset,  // the next state
      .logits = decoder_block + decoder_plan.slots[ATTN_DECODER_logits].offset,
      .probabilities = decoder_block + decoder_plan.slots[ATTN_DECODER_probabilities].offset,
  };

  print(decoder_trace.probabilities, (int[]){2, 3}, 2);
  puts("");
}
