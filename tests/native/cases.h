/*
 * Random problems for everything in c/, shared by hashing, gradient checks, sanitizers and fuzzing.
 *
 * Every choice comes from a stream: the bytes of a fuzzer while they last, then a generator. The includer supplies the
 * memory, block by block, so that a sanitizer can see the end of each block.
 */
#ifndef CASES_H
#define CASES_H

#include <math.h>
#include <string.h>

#include "attn.h"

typedef struct {
  const uint8_t *bytes;
  size_t left;
  uint32_t state;
  void *(*take)(size_t bytes); /* aligned to 16, not cleared */
  int32_t special;             /* 1: some numbers are NaN, infinite, denormal or huge */
} stream;

static uint32_t next(stream *s) {
  s->state ^= s->state << 13;
  s->state ^= s->state >> 17;
  s->state ^= s->state << 5;
  return s->state;
}

/* 0 .. n - 1 */
static int64_t pick(stream *s, int64_t n) {
  if (s->left == 0) return (int64_t)(next(s) >> 8) % n;
  s->left--;
  s->state = (uint32_t)((uint64_t)(s->state ^ *s->bytes) * 16777619u) | 1;
  return *s->bytes++ % n;
}

static int32_t one_in(stream *s, int64_t n) {
  return pick(s, n) == 0;
}

static attn_real number(stream *s) {
  static const float specials[] = {0.0f,   -0.0f,    1e-45f,    -1e-45f, 1.17549435e-38f, 3e38f,
                                   -3e38f, INFINITY, -INFINITY, NAN,     1e10f,           -1e10f};
  const uint32_t bits = next(s);
  if (s->special && bits % 13 == 0) return (attn_real)specials[(bits >> 8) % (sizeof specials / sizeof specials[0])];
  return (attn_real)((double)(bits >> 8) / 8388608 - 1);
}

static attn_real *numbers(stream *s, int64_t count) {
  attn_real *x = s->take((size_t)count * sizeof *x);
  for (int64_t n = 0; n < count; n++) x[n] = number(s);
  return x;
}

static attn_real *blank(stream *s, int64_t count) {
  attn_real *x = s->take((size_t)count * sizeof *x);
  for (int64_t n = 0; n < count; n++) x[n] = 777;
  return x;
}

/* ---------------------------------------------------------------- problems */

static void give(attn_tensor *t, const void *data, int32_t rank, int64_t a, int64_t b, int64_t c, int64_t d) {
  const int64_t shape[4] = {a, b, c, d};
  t->data = data;
  t->rank = rank;
  for (int32_t r = 0; r < rank; r++) t->shape[r] = shape[4 - rank + r];  // the last `rank` of a b c d
}

static void give_numbers(stream *s, attn_tensor *t, int32_t rank, int64_t a, int64_t b, int64_t c, int64_t d) {
  give(t, NULL, rank, a, b, c, d);
  int64_t count = 1;
  for (int32_t r = 0; r < rank; r++) count *= t->shape[r];
  t->data = numbers(s, count);
}

enum { NUMBERS, NUMBERS_AND_MINUS_INFINITY, BYTES };

/* Gives a tensor of any rank from 1 to 4, each axis of length 1 or full; most bytes are 1. */
static void give_broadcast(stream *s, attn_tensor *t, int32_t kind, int64_t b, int64_t h, int64_t q, int64_t k) {
  const int64_t full[4] = {b, h, q, k};
  int64_t shape[4], count = 1;
  const int32_t rank = 1 + (int32_t)pick(s, 4);
  for (int32_t a = 0; a < 4; a++) shape[a] = one_in(s, 3) ? 1 : full[a];
  for (int32_t a = 4 - rank; a < 4; a++) count *= shape[a];
  if (kind != BYTES) {
    attn_real *x = numbers(s, count);
    if (kind == NUMBERS_AND_MINUS_INFINITY && one_in(s, 2))
      for (int64_t n = 0; n < count; n++)
        if (one_in(s, 4)) x[n] = -INFINITY;
    give(t, x, rank, shape[0], shape[1], shape[2], shape[3]);
    return;
  }
  uint8_t *mask = s->take((size_t)count);
  for (int64_t n = 0; n < count; n++) mask[n] = !one_in(s, 3);
  give(t, mask, rank, shape[0], shape[1], shape[2], shape[3]);
}

/* Gives arriving gradients to some of a run's tensors: one in `one_of`, on average. */
static void give_arriving(stream *s, int64_t one_of, const attn_real **arriving, const int32_t *tensors, int32_t count,
                          const attn_slot *slots) {
  for (int32_t n = 0; n < count; n++)
    if (one_in(s, one_of)) arriving[tensors[n]] = numbers(s, slots[tensors[n]].count);
}

/* The tensors at which gradients may arrive, in an attention and in a decoder; not at scores if weights are given. */
enum { INSIDE = 5, INSIDE_DECODER = 4 };
static const int32_t inside[INSIDE] = {ATTN_TENSOR_query, ATTN_TENSOR_key, ATTN_TENSOR_value, ATTN_TENSOR_weights,
                                       ATTN_TENSOR_masked_scores};
static const int32_t inside_decoder[INSIDE_DECODER] = {ATTN_DECODER_scores, ATTN_DECODER_weights, ATTN_DECODER_context,
                                                       ATTN_DECODER_state};

static int32_t inside_count(const attn_problem *p) {
  return p->inputs[ATTN_INPUT_weights_override].rank > 0 ? INSIDE - 1 : INSIDE;
}

/* The sizes of a problem to be made. */
typedef struct {
  int64_t b, h, g, q, k, d_q, d_k, d_v;
} sizes;

static sizes pick_sizes(stream *s, attn_problem *p) {
  sizes z;  // one choice per line: the hash depends on the order of choices
  z.b = 1 + pick(s, 2);
  z.g = 1 + pick(s, 3);
  z.h = z.g * (1 + pick(s, 3));
  z.q = 1 + pick(s, 7);
  z.k = 1 + pick(s, 7);
  z.d_q = 1 + pick(s, 5);
  z.d_v = 1 + pick(s, 5);
  if (one_in(s, 40)) z.q = 0;
  if (one_in(s, 40)) z.k = 0;
  if (one_in(s, 60)) z.b = 0;
  if (s->bytes == NULL && one_in(s, 200)) {  // large enough for sums in chunks; too slow for a fuzzer
    z.b = z.g = 1, z.h = 2;
    z.q = 66 + pick(s, 9);
    z.k = 65 + pick(s, 9);
    z.d_q = 63 + pick(s, 3);
  }
  p->score = (int32_t)pick(s, 4);
  z.d_k = p->score <= ATTN_DOT ? z.d_q : 1 + pick(s, 5);
  return z;
}

/* Gives x and projections; a projection may be absent if the widths allow it. */
static void give_tokens(stream *s, attn_problem *p, const sizes *z) {
  attn_tensor *in = p->inputs;
  const int32_t rank = z->b == 1 && one_in(s, 2) ? 2 : 3;
  const int32_t cross = one_in(s, 2), other = cross && one_in(s, 3), plain_q = one_in(s, 6), plain_k = one_in(s, 6);
  const int32_t plain_v = one_in(s, 6), full = z->q > 60;
  int64_t d_x = plain_q ? z->h * z->d_q : 1 + pick(s, 6), d_kv = plain_k ? z->g * z->d_k : 1 + pick(s, 6);
  int64_t d_in_v = plain_v ? z->g * z->d_v : 1 + pick(s, 6);
  if (!cross) d_kv = d_x;
  if (!other) d_in_v = d_kv;
  give_numbers(s, &in[ATTN_INPUT_x], rank, 1, z->b, z->q, d_x);
  if (cross) give_numbers(s, &in[ATTN_INPUT_x_kv], rank, 1, z->b, z->k, d_kv);
  if (other) give_numbers(s, &in[ATTN_INPUT_x_v], rank, 1, z->b, z->k, d_in_v);
  if (!plain_q || full) give_numbers(s, &in[ATTN_INPUT_w_q], 2, 1, 1, d_x, z->h * z->d_q);
  if (!plain_k || d_kv != z->g * z->d_k) give_numbers(s, &in[ATTN_INPUT_w_k], 2, 1, 1, d_kv, z->g * z->d_k);
  if (!plain_v || d_in_v != z->g * z->d_v) give_numbers(s, &in[ATTN_INPUT_w_v], 2, 1, 1, d_in_v, z->g * z->d_v);
  if (one_in(s, 2)) give_numbers(s, &in[ATTN_INPUT_b_q], 1, 1, 1, 1, z->h * z->d_q);
  if (one_in(s, 2)) give_numbers(s, &in[ATTN_INPUT_b_k], 1, 1, 1, 1, z->g * z->d_k);
  if (one_in(s, 2)) give_numbers(s, &in[ATTN_INPUT_b_v], 1, 1, 1, 1, z->g * z->d_v);
  p->heads = (int32_t)z->h;
  p->kv_heads = (int32_t)z->g;
}

static void give_heads(stream *s, attn_problem *p, const sizes *z) {
  attn_tensor *in = p->inputs;
  const int32_t rank = z->b > 1 || z->b == 0 ? 4 : z->h > 1 || one_in(s, 2) ? 3 : 2;
  give_numbers(s, &in[ATTN_INPUT_query], rank, z->b, z->h, z->q, z->d_q);
  give_numbers(s, &in[ATTN_INPUT_key], rank, z->b, z->g, z->k, z->d_k);
  give_numbers(s, &in[ATTN_INPUT_value], rank, z->b, z->g, z->k, z->d_v);
}

static void give_options(stream *s, attn_problem *p, const sizes *z) {
  attn_tensor *in = p->inputs;
  if (one_in(s, 4)) p->has_scale = 1, p->scale = (double)pick(s, 9) / 4 - 1;
  if (one_in(s, 4)) p->softcap = (double)(1 + pick(s, 5));
  if (one_in(s, 3)) p->causal = 1 + (int32_t)pick(s, 2);
  if (one_in(s, 6)) p->has_causal_offset = 1, p->causal_offset = pick(s, 7) - 3;
  if (one_in(s, 5)) p->has_window = 1, p->window_left = pick(s, 4) - 1, p->window_right = pick(s, 4) - 1;
  if (one_in(s, 3)) give_broadcast(s, &in[ATTN_INPUT_bias], NUMBERS_AND_MINUS_INFINITY, z->b, z->h, z->q, z->k);
  if (one_in(s, 3)) give_broadcast(s, &in[ATTN_INPUT_mask], BYTES, z->b, z->h, z->q, z->k);
  if (one_in(s, 10)) give_broadcast(s, &in[ATTN_INPUT_weights_override], NUMBERS, z->b, z->h, z->q, z->k);
  if (one_in(s, 5)) {
    uint8_t *mask = s->take((size_t)(z->b * z->k));
    const int32_t rank = one_in(s, 2) ? 2 : 1;
    for (int64_t n = 0; n < z->b * z->k; n++) mask[n] = !one_in(s, 3);
    give(&in[ATTN_INPUT_key_mask], mask, rank, 1, 1, z->b, z->k);
  }
}

static attn_problem make_problem(stream *s) {
  attn_problem p;
  memset(&p, 0, sizeof p);
  sizes z = pick_sizes(s, &p);
  attn_tensor *in = p.inputs;
  if (one_in(s, 3)) {
    give_heads(s, &p, &z);
  } else {
    give_tokens(s, &p, &z);
    if (!in[ATTN_INPUT_x_kv].rank) z.k = z.q;  // self-attention
  }
  if (p.score == ATTN_BILINEAR) give_numbers(s, &in[ATTN_INPUT_w_score], 2, 1, 1, z.d_q, z.d_k);
  if (p.score == ATTN_ADDITIVE) {
    const int64_t hidden = 1 + pick(s, 4);
    give_numbers(s, &in[ATTN_INPUT_w_1], 2, 1, 1, hidden, z.d_q + z.d_k);
    give_numbers(s, &in[ATTN_INPUT_w_2], 1, 1, 1, 1, hidden);
  }
  if (one_in(s, 2)) {
    const int64_t d_out = 1 + pick(s, 5);
    give_numbers(s, &in[ATTN_INPUT_w_o], 2, 1, 1, z.h * z.d_v, d_out);
    if (one_in(s, 2)) give_numbers(s, &in[ATTN_INPUT_b_o], 1, 1, 1, 1, d_out);
  }
  give_options(s, &p, &z);
  return p;
}

static attn_decoder make_decoder(stream *s) {
  attn_decoder d;
  memset(&d, 0, sizeof d);
  attn_tensor *in = d.inputs;
  const int64_t t = pick(s, 6), d_h = 1 + pick(s, 4), d_in = 1 + pick(s, 4), d_out = 1 + pick(s, 4), u = 1 + pick(s, 4);
  d.score = (int32_t)pick(s, 4);
  d.steps = pick(s, 5);
  const int64_t d_s = d.score <= ATTN_DOT ? d_h : 1 + pick(s, 4);
  if (one_in(s, 3)) d.has_scale = 1, d.scale = 0.25 * (double)pick(s, 8);
  give_numbers(s, &in[ATTN_DECODER_INPUT_encoder_states], 2, 1, 1, t, d_h);
  give_numbers(s, &in[ATTN_DECODER_INPUT_initial_state], 1, 1, 1, 1, d_s);
  if (one_in(s, 2)) {
    give_numbers(s, &in[ATTN_DECODER_INPUT_x], 2, 1, 1, d.steps, d_in);
    give_numbers(s, &in[ATTN_DECODER_INPUT_w_in], 2, 1, 1, d_in, d_s);
  }
  give_numbers(s, &in[ATTN_DECODER_INPUT_w_state], 2, 1, 1, d_s, d_s);
  give_numbers(s, &in[ATTN_DECODER_INPUT_w_context], 2, 1, 1, d_h, d_s);
  if (one_in(s, 2)) give_numbers(s, &in[ATTN_DECODER_INPUT_b_state], 1, 1, 1, 1, d_s);
  if (one_in(s, 2)) {
    give_numbers(s, &in[ATTN_DECODER_INPUT_w_out], 2, 1, 1, d_s + d_h, d_out);
    if (one_in(s, 2)) give_numbers(s, &in[ATTN_DECODER_INPUT_b_out], 1, 1, 1, 1, d_out);
  }
  if (d.score == ATTN_BILINEAR) give_numbers(s, &in[ATTN_DECODER_INPUT_w_score], 2, 1, 1, d_s, d_h);
  if (d.score == ATTN_ADDITIVE) {
    give_numbers(s, &in[ATTN_DECODER_INPUT_w_1], 2, 1, 1, u, d_s + d_h);
    give_numbers(s, &in[ATTN_DECODER_INPUT_w_2], 1, 1, 1, 1, u);
  }
  return d;
}

#endif
