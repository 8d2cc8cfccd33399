/* Makes one random call of the core, in blocks of exactly the requested size, so
 * that a sanitizer sees the first byte beyond. */
#ifndef EXERCISE_H
#define EXERCISE_H

#include <stdlib.h>

#include "runs.h"

enum { BLOCKS = 4096 };
static void *blocks[BLOCKS];
static int32_t block_count;

static void *take_block(size_t bytes) {
  if (block_count == BLOCKS) abort();
  if (bytes == 0) return NULL;  // an empty tensor may be NULL
  void *at = malloc(bytes);     // aligned to 16 here
  if (at == NULL) abort();
  blocks[block_count++] = at;
  return at;
}

static void release_blocks(void) {
  while (block_count > 0) free(blocks[--block_count]);
}

/* An extreme or invalid length. */
static int64_t wild_length(stream *s) {
  static const int64_t lengths[] = {0,  1,       2,          3,          7,         46341,     65536,
                                    -1, 1 << 20, 2147483647, 4294967296, INT64_MAX, INT64_MIN, 5};
  return lengths[pick(s, sizeof lengths / sizeof lengths[0])];
}

static double wild_number(stream *s) {
  static const double values[] = {0, -1, 0.5, 1e300, -1e-300, NAN, INFINITY, -INFINITY, 3e38};
  return values[pick(s, sizeof values / sizeof values[0])];
}

/* Gives new data to every tensor with a small shape. Returns 0 if another tensor
 * has none, so that the problem must not be run. */
static int32_t give_data_again(stream *s, attn_tensor *inputs, int32_t count) {
  for (int32_t n = 0; n < count; n++) {
    double entries = 1;
    if ((inputs[n].rank == 0 && inputs[n].data == NULL) || inputs[n].rank > ATTN_MAX_RANK) continue;
    for (int32_t a = 0; a < inputs[n].rank; a++) entries *= (double)inputs[n].shape[a];
    if (entries < 0 || entries > 4096) return 0;
    inputs[n].data = numbers(s, (int64_t)entries);  // a mask reads these as bytes
  }
  return 1;
}

static void bend_tensor(stream *s, attn_tensor *t) {
  if (one_in(s, 3)) t->rank = (int32_t)pick(s, 8) - 1;
  if (one_in(s, 2)) t->shape[pick(s, ATTN_MAX_RANK)] = wild_length(s);
}

static void bend_problem(stream *s, attn_problem *p) {
  for (int64_t n = 1 + pick(s, 3); n > 0; n--) bend_tensor(s, &p->inputs[pick(s, ATTN_INPUT_COUNT)]);
  if (one_in(s, 4)) p->scale = wild_number(s), p->has_scale = 1;
  if (one_in(s, 4)) p->softcap = wild_number(s);
  if (one_in(s, 4)) p->heads = (int32_t)wild_length(s);
  if (one_in(s, 4)) p->kv_heads = (int32_t)wild_length(s);
  if (one_in(s, 4)) p->causal_offset = wild_length(s), p->has_causal_offset = 1, p->causal = (int32_t)pick(s, 4);
  if (one_in(s, 4)) p->window_left = wild_length(s), p->window_right = wild_length(s), p->has_window = 1;
  if (one_in(s, 6)) p->score = (int32_t)pick(s, 7) - 1;
}

/* Plans a distorted problem and runs it if it is small enough: a plan must never
 * be wrong about its own size. */
static uint64_t run_bent(uint64_t hash, stream *s, attn_problem *p) {
  attn_plan plan;
  attn_error error;
  bend_problem(s, p);
  if (attn_plan_stepwise(&plan, p, one_in(s, 2), pick(s, 2) - 1, &error) != ATTN_OK)
    hash = mix_error(hash, &error);
  else if (plan.trace_count > 20000 || plan.scratch_bytes > 1000000 || plan.batch * plan.heads > 1000)
    return hash;
  if (attn_plan_fused(&plan, p, &error) != ATTN_OK) hash = mix_error(hash, &error);
  if (!give_data_again(s, p->inputs, ATTN_INPUT_COUNT)) return hash;
  return run_fused_trace(run_fused(run_stepwise(hash, s, p), s, p), s, p);
}

static uint64_t run_bent_decoder(uint64_t hash, stream *s, attn_decoder *d) {
  attn_decoder_plan plan;
  attn_error error;
  for (int64_t n = 1 + pick(s, 2); n > 0; n--) bend_tensor(s, &d->inputs[pick(s, ATTN_DECODER_INPUT_COUNT)]);
  if (one_in(s, 4)) d->steps = wild_length(s);
  if (one_in(s, 4)) d->scale = wild_number(s), d->has_scale = 1;
  if (one_in(s, 6)) d->score = (int32_t)pick(s, 7) - 1;
  if (attn_plan_decoder(&plan, d, 1, &error) != ATTN_OK) return mix_error(hash, &error);
  if (plan.trace_count > 20000 || plan.scratch_bytes > 1000000) return hash;
  return give_data_again(s, d->inputs, ATTN_DECODER_INPUT_COUNT) ? run_decoder(hash, s, d) : hash;
}

static uint64_t exercise(uint64_t hash, stream *s) {
  const int64_t kind = pick(s, 8), bent = one_in(s, 2);
  s->special = one_in(s, 4);
  if (kind == 0) {
    hash = run_training(hash, s);
  } else if (kind == 1) {
    hash = run_feed_forward(run_norms(run_tools(hash, s), s), s);
  } else if (kind == 2) {
    attn_decoder d = make_decoder(s);
    hash = bent ? run_bent_decoder(hash, s, &d) : run_encoder(run_decoder(hash, s, &d), s);
  } else {
    attn_problem p = make_problem(s);
    hash = bent ? run_bent(hash, s, &p) : run_fused_trace(run_fused(run_stepwise(hash, s, &p), s, &p), s, &p);
  }
  release_blocks();
  return hash;
}

#endif
