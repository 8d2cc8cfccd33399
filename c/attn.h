/*
 * attention-player: every kind of attention, with every intermediate number.
 *
 * This header is the manual of the C core. The core only computes: it does not
 * allocate, print, exit or keep state between calls. The caller owns all memory:
 *
 *   attn_plan p;  attn_error e;
 *   if (attn_plan_stepwise(&p, &problem, 0, ATTN_EVERYTHING, &e)) complain(attn_error_text(&e, text, sizeof text));
 *   block = malloc(p.trace_count * sizeof(attn_real));  scratch = malloc(p.scratch_bytes);
 *   attn_forward(block, scratch, &p, &problem);
 *   weights = block + p.slots[ATTN_TENSOR_weights].offset;
 *
 * Shapes are written (batch, heads, q_len, d_k), row-major, last axis fastest.
 *
 *   b  batch      h  query head       g  key/value head, g = h / (heads / kv_heads)
 *   i  query row  j  key row          c  feature
 *
 * Numbers are IEEE-754 float32. The order of every sum is fixed, whatever the
 * compiler and the instruction set, so every strict build gives the same bits
 * (NaN payloads aside); matmul.c documents that order.
 */
#ifndef ATTN_H
#define ATTN_H

#include <stddef.h>
#include <stdint.h>

/* The type of every tensor entry. The gradient check compiles the same source with double. */
#ifdef ATTN_DOUBLE
typedef double attn_real;
#else
typedef float attn_real;
#endif

#define ATTN_MAX_RANK 5

/* ------------------------------------------------------------------ limits */

/* The only table of limits; web/core reads it through attn_limit(). */
#define ATTN_LIMITS(L) \
  L(call_bytes, 536870912)            /* 512 MiB of inputs, tensors and scratch in one stepwise call */ \
  L(stepwise_bytes, 268435456)        /* 256 MiB of tensors in one trace */ \
  L(weighted_values_entries, 1048576) /* a larger tensor is omitted */ \
  L(fused_length, 32768)              /* q_len, kv_len */ \
  L(fused_features, 1024)             /* d_k, d_v */ \
  L(fused_heads, 1024)                /* batch * heads */ \
  L(fused_bytes, 536870912)           /* 512 MiB of inputs and output, and as much again in between */ \
  L(fused_trace_keys, 64)             /* kv_len of a traced fused run */

enum {
#define ATTN_LIMIT_ENUM(name, value) ATTN_LIMIT_##name,
  ATTN_LIMITS(ATTN_LIMIT_ENUM)
#undef ATTN_LIMIT_ENUM
      ATTN_LIMIT_COUNT
};
/* Return the value and the name of a limit (ATTN_LIMIT_*); 0 and "" for any other number. */
double attn_limit(int32_t limit);
const char *attn_limit_name(int32_t limit);

/* ---------------------------------------------------------------- statuses */

/* Name, public error code (shape value limit memory unsupported internal), sentence.
 * Placeholders: %t is the tensor at fault, %a its axis, %o the tensor it must
 * agree with, %g the number found, %e the number expected or allowed, %d every
 * divisor of %e. {g|entry|entries} gives "entry" if %g is 1, else "entries". */
#define ATTN_STATUSES(S) \
  S(OK, "internal", "No error.") \
  S(MISSING, "shape", "%t is missing; give it with %e {e|axis|axes}.") \
  S(RANK, "shape", "%t has %g {g|axis|axes}; give it at most %e.") \
  S(AXIS, "shape", "%t has %g {g|entry|entries} along axis %a; %o needs %e, so give %t that length.") \
  S(BROADCAST, "shape", "%t has %g {g|entry|entries} along axis %a; give 1 {e|there|or %e there}.") \
  S(EMPTY_FEATURES, "shape", "%t has %g features along axis %a; give at least %e.") \
  S(HEADS, "shape", "heads is %g, but %o has %e {e|feature|features} to share; give %d.") \
  S(HEAD_SPLIT, "shape", \
    "%t has %g {g|feature|features}, which %e heads cannot share equally; make it a multiple of %e.") \
  S(KV_HEADS, "shape", "heads is %e and kv_heads %g; kv_heads must divide heads, so give %d.") \
  S(KV_HEADS_CONFLICT, "shape", "%t is %g, but %o already has %e {e|head|heads}; leave %t out or give %e.") \
  S(BOTH_FORMS, "shape", \
    "%t is given together with query, key and value; give either those three or x with its projections.") \
  S(NOT_FINITE, "value", "%t is not a finite float32; give a number from -3.4e38 to 3.4e38.") \
  S(NOT_POSITIVE, "value", "%t is not a float32 above 0; give a number from 1.5e-45 to 3.4e38.") \
  S(WINDOW, "value", "window holds %g; give whole numbers of -1 (open) or more.") \
  S(TARGET, "value", "target entry %a is class %g; give -1 (ignored) or a class from 0 to %e.") \
  S(STEP_NOT_FINITE, "value", "the step is not finite; give a smaller, finite gradient or learning_rate.") \
  S(TRACE_TOO_LARGE, "limit", \
    "the trace needs %g bytes; at most %e are computed step by step, so give smaller inputs, or use fused on this " \
    "attention alone.") \
  S(FUSED_TOO_LONG, "limit", "%t has %g rows; fused takes at most %e, so shorten it.") \
  S(FUSED_TOO_WIDE, "limit", "%t has %g features per head; fused takes at most %e, so make it narrower.") \
  S(FUSED_TOO_MANY, "limit", "batch times heads is %g; fused takes at most %e, so give fewer of them.") \
  S(FUSED_TOO_LARGE, "limit", "inputs and output need %g bytes; fused takes at most %e, so give smaller inputs.") \
  S(UNUSED, "shape", "%t has no meaning with this score function; leave it out.") \
  S(AXES, "shape", "%t has %g {g|axis|axes}; give it at least %e.") \
  S(SIZE, "shape", "%t has %g {g|entry|entries} along axis %a; give %e or more.") \
  S(OPTION, "value", "%t is choice number %g; the choices are 0 to %e.") \
  S(NEGATIVE, "value", "%t is %g; give a whole number of at least %e.") \
  S(LEADING_AXIS, "shape", "%t lacks the axis along which %o has %e {e|entry|entries}; give it that axis.") \
  S(HEAD_COUNT, "shape", "%t has %g heads along axis %a; give 1 to %e.") \
  S(QUERY_AND_KEY, "shape", \
    "%t has %g {g|entry|entries} along axis %a; a query and a key together have %e, so give %t that length.") \
  S(STATE_AND_CONTEXT, "shape", \
    "%t has %g {g|entry|entries} along axis %a; a state and its context together have %e, so give %t that length.") \
  S(BACKWARD_TOO_LARGE, "limit", \
    "the trace and its gradients need %g bytes; at most %e are computed, so give smaller inputs.") \
  S(RECURRENT_TOO_LARGE, "limit", \
    "the trace needs %g bytes; at most %e are computed, so give fewer steps or smaller inputs.") \
  S(CALL_TOO_LARGE, "limit", \
    "inputs, tensors and scratch together need %g bytes; one stepwise call takes at most %e, so give smaller inputs.") \
  S(FUSED_WORK_TOO_LARGE, "limit", \
    "projections and scratch need %g bytes; fused takes at most %e, so give smaller inputs.") \
  S(TRACE_FAR_TOO_LARGE, "limit", \
    "the trace needs %g bytes; at most %e are computed step by step, and fused does not take this problem either, " \
    "so give smaller inputs.") \
  S(FUSED_TRACE_TOO_LONG, "limit", \
    "%t has %g rows; a traced fused run takes at most %e, so shorten it or leave trace out.") \
  S(FUSED_TRACE_TOO_LARGE, "limit", \
    "the trace needs %g bytes; at most %e are computed, so give a larger tile or leave trace out.") \
  S(TILE, "value", "tile is %g; give a whole number of at least %e.")

typedef enum {
#define ATTN_STATUS_ENUM(name, code, sentence) ATTN_##name,
  ATTN_STATUSES(ATTN_STATUS_ENUM)
#undef ATTN_STATUS_ENUM
      ATTN_STATUS_COUNT
} attn_status;

/* An error: its status, the input at fault, the number found and the number expected. */
typedef struct {
  int32_t status;
  int32_t name;    /* ATTN_NAME_*: the input or option at fault, or -1 */
  int32_t other;   /* ATTN_NAME_*: what it must agree with, or -1 */
  int32_t axis;    /* axis of `name`, counted from 0, or -1; for ATTN_TARGET, the index into target */
  double got;      /* %g of the sentence */
  double expected; /* %e of the sentence */
} attn_error;

const char *attn_status_code(int32_t status);     /* "shape", "limit", ... */
const char *attn_status_sentence(int32_t status); /* placeholders not yet filled in */

/* Writes the error as one sentence, cut to size - 1 bytes and null-terminated (nothing if size is 0). Returns text. */
char *attn_error_text(const attn_error *error, char *text, size_t size);

/* ------------------------------------------------------------------ inputs */

/* Every input, in the order of attn_problem.inputs. */
#define ATTN_INPUTS(T) \
  T(x)                /* (batch, q_len, d_model)    source of the queries */ \
  T(x_kv)             /* (batch, kv_len, d_kv)      source of the keys and values; absent: x */ \
  T(x_v)              /* (batch, kv_len, d_in_v)    source of the values; absent: x_kv */ \
  T(w_q)              /* (d_model, heads * d_q)     absent: identity */ \
  T(w_k)              /* (d_kv, kv_heads * d_k) */ \
  T(w_v)              /* (d_in_v, kv_heads * d_v) */ \
  T(b_q)              /* (heads * d_q)              absent: 0 */ \
  T(b_k)              /* (kv_heads * d_k) */ \
  T(b_v)              /* (kv_heads * d_v) */ \
  T(w_o)              /* (heads * d_v, d_out)       absent: output is joined */ \
  T(b_o)              /* (d_out) */ \
  T(query)            /* (batch, heads, q_len, d_q)     replaces x and its projections */ \
  T(key)              /* (batch, kv_heads, kv_len, d_k) */ \
  T(value)            /* (batch, kv_heads, kv_len, d_v) */ \
  T(w_score)          /* (d_q, d_k)                 bilinear: query w_score key */ \
  T(w_1)              /* (hidden, d_q + d_k)        additive: w_2 . tanh(w_1 [query; key]) */ \
  T(w_2)              /* (hidden) */ \
  T(bias)             /* broadcasts to (batch, heads, q_len, kv_len); added to the scores; -inf forbids */ \
  T(mask)             /* broadcasts like bias; bytes, 1 = may attend */ \
  T(key_mask)         /* (batch, kv_len) or (kv_len), bytes; 1 = may attend */ \
  T(weights_override) /* broadcasts like bias; replaces the weights */

enum {
#define ATTN_INPUT_ENUM(name) ATTN_INPUT_##name,
  ATTN_INPUTS(ATTN_INPUT_ENUM)
#undef ATTN_INPUT_ENUM
      ATTN_INPUT_COUNT
};

/* The names an error can refer to: the inputs above, then these. */
/* clang-format off */
#define ATTN_OTHER_NAMES(T) \
  T(heads) T(kv_heads) T(scale) T(softcap) T(window) T(causal) T(score) T(target) \
  T(encoder_states) T(initial_state) T(steps) T(w_state) T(w_context) T(w_in) \
  T(b_state) T(w_out) T(b_out) T(tile)
/* clang-format on */

enum {
#define ATTN_NAME_ENUM(name) ATTN_NAME_##name,
  ATTN_INPUTS(ATTN_NAME_ENUM) ATTN_OTHER_NAMES(ATTN_NAME_ENUM)
#undef ATTN_NAME_ENUM
      ATTN_NAME_COUNT
};
const char *attn_name(int32_t name); /* "x", "w_q", ..., "tile"; "a tensor" for any other number */

/* An input tensor. It is absent if rank is 0 and data is NULL. Missing leading
 * axes have length 1. mask and key_mask hold bytes, all others attn_real. Here
 * and elsewhere, a pointer to an empty block may be NULL. */
typedef struct {
  const void *data;
  int32_t rank;
  int64_t shape[ATTN_MAX_RANK];
} attn_tensor;

enum { ATTN_SCALED_DOT, ATTN_DOT, ATTN_BILINEAR, ATTN_ADDITIVE };
enum { ATTN_NOT_CAUSAL, ATTN_TOP_LEFT, ATTN_BOTTOM_RIGHT };

typedef struct {
  attn_tensor inputs[ATTN_INPUT_COUNT];
  double scale;          /* used if has_scale; otherwise 1/sqrt(d_k) for scaled_dot, 1 for the others */
  double softcap;        /* s <- softcap * tanh(s / softcap), before bias and masks; 0 = none */
  int64_t causal_offset; /* used if has_causal_offset, instead of the offset that `causal` implies */
  int64_t window_left;   /* used if has_window; -1 = open */
  int64_t window_right;
  int32_t heads;    /* 0 = absent: 1, or read from query */
  int32_t kv_heads; /* 0 = absent: heads, or read from key */
  int32_t score;
  int32_t causal; /* row i sees key j iff j <= i + offset; offset 0 (top-left) or kv_len - q_len (bottom-right) */
  int32_t has_scale;
  int32_t has_causal_offset;
  int32_t has_window; /* row i sees key j iff i + offset - left <= j <= i + offset + right */
  int32_t reserved;   /* 0 */
} attn_problem;

/* ------------------------------------------------------------------- trace */

/* Every tensor a run computes, forward and then backward, with its shape.
 * Axes: B batch, H heads, G kv_heads, Q q_len, K kv_len, T tiles of keys. A slot
 * has rank 0 if the problem has no such tensor. */
#define ATTN_TRACE(T) \
  T(projected_query) /* (B, Q, heads * d_q)        x w_q + b_q */ \
  T(projected_key)   /* (B, K, kv_heads * d_k)     x_kv w_k + b_k */ \
  T(projected_value) /* (B, K, kv_heads * d_v)     x_v w_v + b_v */ \
  T(query)           /* (B, H, Q, d_q) */ \
  T(key)             /* (B, G, K, d_k) */ \
  T(value)           /* (B, G, K, d_v) */ \
  T(hidden)          /* (B, H, Q, K, hidden)       additive: tanh(w_1 [query; key]) */ \
  T(scores)          /* (B, H, Q, K)               the score function's result */ \
  T(scaled_scores)   /* (B, H, Q, K)               scores * scale */ \
  T(capped_scores)   /* (B, H, Q, K)               softcap * tanh(scaled / softcap) */ \
  T(masked_scores)   /* (B, H, Q, K)               bias added, -inf where forbidden */ \
  T(running_max)     /* (T, B, H, Q)               this and the next four: attn_fused_trace only; see there */ \
  T(correction)      /* (T, B, H, Q) */ \
  T(tile_exp)        /* (B, H, Q, K) */ \
  T(running_sum)     /* (T, B, H, Q) */ \
  T(running_mixed)   /* (T, B, H, Q, d_v) */ \
  T(row_max)         /* (B, H, Q)                  -inf for a row that sees no key */ \
  T(shifted_scores)  /* (B, H, Q, K)               masked_scores - row_max; -inf where forbidden */ \
  T(shifted_exp)     /* (B, H, Q, K)               exp(shifted_scores); 0 where forbidden */ \
  T(row_sum)         /* (B, H, Q) */ \
  T(log_sum_exp)     /* (B, H, Q)                  row_max + log(row_sum) */ \
  T(weights)         /* (B, H, Q, K)               shifted_exp / row_sum (before it is rounded), or the override */ \
  T(weighted_values) /* (B, H, K, Q, d_v)          weights[i,j] * value[j], key first */ \
  T(mixed)           /* (B, H, Q, d_v)             sum over keys */ \
  T(joined)          /* (B, Q, heads * d_v)        heads side by side */ \
  T(output)          /* (B, Q, d_out)              joined w_o + b_o */

/* The gradient of an input has the shape of that input, summed over broadcast
 * axes; any other gradient has the shape of its tensor. If query, key and value
 * are inputs, their gradients have the shapes of the inputs. */
/* clang-format off */
#define ATTN_GRADIENTS(T) \
  T(grad_x) T(grad_x_kv) T(grad_x_v) \
  T(grad_w_q) T(grad_w_k) T(grad_w_v) T(grad_b_q) T(grad_b_k) T(grad_b_v) T(grad_w_o) T(grad_b_o) \
  T(grad_w_score) T(grad_w_1) T(grad_w_2) T(grad_bias) T(grad_weights_override) \
  T(grad_projected_query) T(grad_projected_key) T(grad_projected_value) \
  T(grad_query) T(grad_key) T(grad_value) \
  T(grad_scores) T(grad_scaled_scores) T(grad_capped_scores) T(grad_masked_scores) \
  T(grad_weights) T(grad_mixed) T(grad_joined) T(grad_output)
/* clang-format on */

enum {
#define ATTN_TENSOR_ENUM(name) ATTN_TENSOR_##name,
  ATTN_TRACE(ATTN_TENSOR_ENUM) ATTN_TRACE_COUNT,
  ATTN_TENSOR_BEFORE_GRADIENTS = ATTN_TRACE_COUNT - 1,
  ATTN_GRADIENTS(ATTN_TENSOR_ENUM)
#undef ATTN_TENSOR_ENUM
      ATTN_TENSOR_COUNT
};
const char *attn_tensor_name(int32_t tensor); /* "scores", "grad_w_q", ...; "" for any other number */

/* The place of one tensor in the trace; offset and count are in entries. */
typedef struct {
  int64_t offset;
  int64_t count;
  int64_t shape[ATTN_MAX_RANK];
  int32_t rank;    /* 0 = this run has no such tensor; then every other member but omitted is 0 */
  int32_t omitted; /* 1 = wanted, but larger than the limit allows; rank is 0 */
} attn_slot;

/* Every size of one run, derived once from a problem and checked. */
typedef struct {
  int64_t batch, heads, kv_heads, q_len, kv_len;
  int64_t d_model, d_kv, d_in_v; /* features of x, x_kv and x_v; 0 if query, key and value are given */
  int64_t d_q, d_k, d_v, d_out, hidden;
  int64_t offset;        /* of the causal and window masks */
  int64_t trace_count;   /* entries the caller provides for the trace */
  int64_t scratch_bytes; /* bytes the caller provides for scratch, 16-byte aligned */
  double scale;
  int32_t backward; /* 1 = the plan has gradient slots */
  attn_slot slots[ATTN_TENSOR_COUNT];
} attn_plan;

/* ------------------------------------------------------- one run, stepwise */

#define ATTN_EVERYTHING (-1) /* `wanted` with every bit set */

/*
 * Checks a problem, derives every size and lays out the trace.
 *
 * backward  1 = with gradient slots, 0 = forward only
 * wanted    bit t set = tensor t (ATTN_TENSOR_*) is wanted. A tensor that is
 *           neither wanted nor needed by a later step may have no slot (rank 0)
 *           or share its place with a tensor that overwrites it. Tensors that
 *           hold the same numbers, such as query and projected_query of a single
 *           head, share a place too
 *
 * Reads only shapes and options, never the data. On an error, writes nothing
 * but *error. Sizes are computed in 64 bits and checked against the limits, so
 * the caller never allocates too much.
 */
attn_status attn_plan_stepwise(attn_plan *plan, const attn_problem *problem, int32_t backward, int64_t wanted,
                               attn_error *error);

/* Computes every tensor of the plan. trace: plan->trace_count entries;
 * scratch: plan->scratch_bytes bytes. Cannot fail once the plan has succeeded. */
void attn_forward(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem);

/* The backward pass. It runs after attn_forward, on the same memory. The caller
 * writes slot grad_output first; this function writes every other grad_* slot. */
void attn_backward(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem);

/* The same if other computations read tensors of this run: arriving[t] is their gradient for tensor t, in its shape, or
 * NULL. Only query, key, value, masked_scores (without weights_override) and weights are read; arriving itself may be
 * NULL. The plan must be made with ATTN_EVERYTHING. */
void attn_backward_from(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem,
                        const attn_real *const *arriving);

/* Finds the rows from which mask, key_mask, bias = -inf, causal and window hide
 * every key: writes up to `most` triples (b, h, i) to rows and returns how many
 * such rows there are. */
int64_t attn_fully_masked_rows(int32_t *rows, int64_t most, const attn_plan *plan, const attn_problem *problem);

/* Returns the index of the first entry that is NaN or infinite, or -1. -inf
 * counts only if `minus_infinity` is 1: in masked_scores it marks forbidden pairs. */
int64_t attn_first_non_finite(const attn_real *x, int64_t count, int32_t minus_infinity);
/* Returns 1 if no entry is NaN or infinite, else 0. */
int32_t attn_all_finite(const attn_real *x, int64_t count);

/* ---------------------------------------------------------- one run, fused */

/* Computes softmax(q k^T scale + bias, masks) v tile by tile with an online
 * softmax, and never holds anything of size q_len x kv_len. The trace has mixed,
 * log_sum_exp and output. */
attn_status attn_plan_fused(attn_plan *plan, const attn_problem *problem, attn_error *error);
void attn_fused(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem);

/*
 * The same in parts, for work that is sliced or shared: begin once (projections),
 * then rows for every unit, in any order and divided among any calls and instances,
 * then end once (output). A unit is 8 query rows of one head: unit = (b * heads + h)
 * * ceil(q_len / 8) + i / 8. attn_fused_rows writes the rows of mixed and log_sum_exp
 * of the units first .. first + count - 1; the bits do not depend on the division.
 * scratch must be kept from begin to end.
 */
void attn_fused_begin(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem);
int64_t attn_fused_units(const attn_plan *plan);
void attn_fused_rows(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem, int64_t first,
                     int64_t count);
void attn_fused_end(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem);

/* begin and end split further into parts of about a millisecond. Every part runs once, in any order; the bits are the
 * same. */
int64_t attn_fused_begin_parts(const attn_plan *plan, const attn_problem *problem);
void attn_fused_begin_part(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem,
                           int64_t part);
int64_t attn_fused_end_parts(const attn_plan *plan, const attn_problem *problem);
void attn_fused_end_part(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem,
                         int64_t part);

/*
 * The same row by row, recording the state of each row after every tile of `tile` keys; there are ceil(kv_len / tile)
 * tiles. It shows how the online softmax works, so kv_len is limited to fused_trace_keys.
 *
 *   running_max    the largest of the previous running_max and the tile's masked_scores; starts at -inf
 *   correction     exp(previous running_max - running_max), the factor that rescales the earlier sums; 0 if no key was
 *                  seen before
 *   tile_exp       exp(masked_scores - running_max of the key's tile)
 *   running_sum    previous running_sum * correction + the sum of the tile's tile_exp; starts at 0, kept in double
 *   running_mixed  previous running_mixed * correction + the sum of the tile's tile_exp * value; likewise
 *   log_sum_exp    running_max + log(running_sum), and mixed = running_mixed / running_sum, after the last tile
 *
 * With weights_override, running_mixed sums the overriding weights times value, and mixed is its last state. The plan
 * has the tensors of a stepwise plan up to masked_scores, then these, mixed, joined and output. tile is at least 1; a
 * tile longer than kv_len makes one tile.
 */
attn_status attn_plan_fused_trace(attn_plan *plan, const attn_problem *problem, int64_t tile, attn_error *error);
void attn_fused_trace(attn_real *trace, void *scratch, const attn_plan *plan, const attn_problem *problem,
                      int64_t tile);

/* ------------------------------------------------------------ single tools */

/* Single tools have no plan. Before allocating for one, callers check the bytes of its inputs, results and scratch
 * together against the limit of one stepwise call (ATTN_CALL_TOO_LARGE). */
attn_status attn_check_call(int64_t bytes, attn_error *error);

/* y = softmax(x) by row; x, y (rows, cols). A row of -inf gives zeros. */
void attn_softmax(attn_real *y, const attn_real *x, int64_t rows, int64_t cols);
/* grad_x = y * (grad_y - sum(grad_y * y)) by row. */
void attn_softmax_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *y, int64_t rows, int64_t cols);

/*
 * Layer normalisation of each row of x (rows, cols) (Ba, Kiros, Hinton 2016). The
 * variance is biased; mean and variance are accumulated in double.
 *   y = (x - mean) * rstd * gamma + beta,  rstd = 1 / sqrt(variance + eps)
 * gamma, beta (cols) may be NULL, meaning 1 and 0. mean, rstd (rows) are written.
 * cols is at least 1; eps is above 0.
 */
void attn_layer_norm(attn_real *y, attn_real *mean, attn_real *rstd, const attn_real *x, const attn_real *gamma,
                     const attn_real *beta, double eps, int64_t rows, int64_t cols);
/* grad_gamma, grad_beta (cols) may be NULL. */
void attn_layer_norm_backward(attn_real *grad_x, attn_real *grad_gamma, attn_real *grad_beta, const attn_real *grad_y,
                              const attn_real *x, const attn_real *gamma, double eps, int64_t rows, int64_t cols);

/*
 * Batch normalisation over all axes but the last; x (rows, cols), with one mean
 * and variance per feature (Ioffe, Szegedy 2015). training 1 uses the statistics
 * of the batch (biased; mean 0 and variance 0 if there are no rows); training 0
 * uses running_mean and running_var (cols), which may otherwise be NULL. gamma,
 * beta as above. mean, rstd (cols) are written.
 */
void attn_batch_norm(attn_real *y, attn_real *mean, attn_real *rstd, const attn_real *x, const attn_real *gamma,
                     const attn_real *beta, const attn_real *running_mean, const attn_real *running_var, double eps,
                     int32_t training, int64_t rows, int64_t cols);
/* grad_gamma, grad_beta (cols) may be NULL. */
void attn_batch_norm_backward(attn_real *grad_x, attn_real *grad_gamma, attn_real *grad_beta, const attn_real *grad_y,
                              const attn_real *x, const attn_real *gamma, const attn_real *running_mean,
                              const attn_real *running_var, double eps, int32_t training, int64_t rows, int64_t cols);

/* y = a + b, entry by entry: for residual connections and for gradients that meet. */
void attn_add(attn_real *y, const attn_real *a, const attn_real *b, int64_t count);

/*
 * The feed-forward layer of a transformer block, row by row:
 *   hidden (rows, units) = x w_in + b_in
 *   activated (rows, units) = relu(hidden) or gelu(hidden)
 *   output (rows, d_out) = activated w_out + b_out
 * x (rows, d_in), w_in (d_in, units), w_out (units, d_out); b_in (units) and b_out (d_out) may be NULL, meaning 0.
 * ATTN_GELU is h (1 + erf(h / sqrt 2)) / 2. scratch: attn_feed_forward_scratch bytes, 16-byte aligned.
 */
enum { ATTN_RELU, ATTN_GELU };
int64_t attn_feed_forward_scratch(int64_t rows, int64_t d_in, int64_t units, int64_t d_out, int32_t backward);
void attn_feed_forward(attn_real *hidden, attn_real *activated, attn_real *output, const attn_real *x,
                       const attn_real *w_in, const attn_real *b_in, const attn_real *w_out, const attn_real *b_out,
                       void *scratch, int32_t activation, int64_t rows, int64_t d_in, int64_t units, int64_t d_out);
/* grad_b_in and grad_b_out may be NULL. The slope of relu at 0 is 0. */
void attn_feed_forward_backward(attn_real *grad_x, attn_real *grad_w_in, attn_real *grad_b_in, attn_real *grad_w_out,
                                attn_real *grad_b_out, attn_real *grad_hidden, attn_real *grad_activated,
                                const attn_real *grad_output, const attn_real *hidden, const attn_real *activated,
                                const attn_real *x, const attn_real *w_in, const attn_real *w_out, void *scratch,
                                int32_t activation, int64_t rows, int64_t d_in, int64_t units, int64_t d_out);

/* Writes the mean (rows) and biased variance (rows) of each row of x (rows, cols); cols is at least 1. */
void attn_statistics(attn_real *mean, attn_real *variance, const attn_real *x, int64_t rows, int64_t cols);
/* Writes counts (rows, bins): how many entries of each row of x (rows, cols) lie in edges[b] <= x < edges[b + 1]. edges
 * (bins + 1) ascend. Entries below the first edge count in the first bin, those from the last edge on in the last bin,
 * NaN in none. Counts are exact up to 2^24. */
void attn_histogram(attn_real *counts, const attn_real *x, const attn_real *edges, int64_t rows, int64_t cols,
                    int64_t bins);
/* bits (rows) = -sum_c w_c log2 w_c for each row of weights (rows, cols): 0 if one weight is 1, log2 cols if all are
 * equal. A weight of 0 adds nothing; a negative weight gives NaN. */
void attn_entropy(attn_real *bits, const attn_real *weights, int64_t rows, int64_t cols);

/*
 * The geometry of dot products: a (n, d), b (m, d).
 *   dot (n, m)         sum_c a_c b_c
 *   cosine (n, m)      dot / (|a| |b|), NaN if a length is 0
 *   angle (n, m)       in radians, 0 to pi; computed with atan2 so that small angles stay exact
 *   projection (n, m)  signed length of a's projection onto b, dot / |b|
 *   length_a (n), length_b (m)
 */
void attn_geometry(attn_real *dot, attn_real *cosine, attn_real *angle, attn_real *projection, attn_real *length_a,
                   attn_real *length_b, const attn_real *a, const attn_real *b, int64_t n, int64_t m, int64_t d);
/* Writes grad_a (n, d) and grad_b (m, d) from the gradients of the results above, any of which may be NULL. An angle
 * of 0 or pi and a length of 0 have no slope and contribute 0. */
void attn_geometry_backward(attn_real *grad_a, attn_real *grad_b, const attn_real *grad_dot,
                            const attn_real *grad_cosine, const attn_real *grad_angle, const attn_real *grad_projection,
                            const attn_real *grad_length_a, const attn_real *grad_length_b, const attn_real *a,
                            const attn_real *b, int64_t n, int64_t m, int64_t d);

/* Writes products[t], the product of column t of factors (n, count). Returns their sum, added up in the order that a
 * matrix product of `work` = m * n * k terms uses for one entry. */
double attn_terms(attn_real *products, const attn_real *factors, int64_t n, int64_t count, double work);

/* ------------------------------------------------------- recurrent encoder */

/*
 * state (t + 1, d_s): state_i = tanh(state_{i-1} w_state + x_i w_in + b_state); row 0 is initial_state.
 * x (t, d_in), w_in (d_in, d_s), w_state (d_s, d_s); b_state (d_s) and initial_state (d_s) may be NULL, meaning 0.
 */
void attn_recurrent_encoder(attn_real *state, const attn_real *x, const attn_real *w_in, const attn_real *w_state,
                            const attn_real *b_state, const attn_real *initial_state, int64_t t, int64_t d_in,
                            int64_t d_s);
/* Checks the sizes against the limits. Writes the bytes of scratch for the backward pass; 0 if backward is 0. */
attn_status attn_plan_recurrent_encoder(int64_t *scratch_bytes, int64_t t, int64_t d_in, int64_t d_s, int32_t backward,
                                        attn_error *error);
/* The backward pass. grad (t + 1, d_s) is the gradient that later computations have for the states. grad_state has the
 * same shape; its row 0 is the gradient of initial_state. grad_b_state may be NULL. */
void attn_recurrent_encoder_backward(attn_real *grad_state, attn_real *grad_x, attn_real *grad_w_in,
                                     attn_real *grad_w_state, attn_real *grad_b_state, void *scratch,
                                     const attn_real *grad, const attn_real *state, const attn_real *x,
                                     const attn_real *w_in, const attn_real *w_state, int64_t t, int64_t d_in,
                                     int64_t d_s);

/* ------------------------------------------------------- recurrent decoder */

/*
 * Sequence to sequence with attention (Bahdanau, Cho, Bengio 2015): at step j the
 * query is the previous state; keys and values are the encoder states themselves.
 *   context_j = sum_i weights_ji encoder_states_i
 *   state_j   = tanh(state_{j-1} w_state + context_j w_context + x_j w_in + b_state)
 *   logits_j  = [state_j; context_j] w_out + b_out
 */
#define ATTN_DECODER_INPUTS(T) \
  T(encoder_states)        /* (t, d_h) */ \
  T(initial_state)         /* (d_s) */ \
  T(x)                     /* (steps, d_in), absent: w_in is absent too */ \
  T(w_in)                  /* (d_in, d_s) */ \
  T(w_state)               /* (d_s, d_s) */ \
  T(w_context)             /* (d_h, d_s) */ \
  T(b_state)               /* (d_s), absent: 0 */ \
  T(w_out)                 /* (d_s + d_h, d_out), absent: no logits */ \
  T(b_out)                 /* (d_out) */ \
  T(w_score) T(w_1) T(w_2) /* as in attn_problem, d_q = d_s, d_k = d_h */

/* clang-format off */
#define ATTN_DECODER_TRACE(T) \
  T(hidden)        /* (1, 1, steps, t, hidden)   additive only */ \
  T(scores)        /* (1, 1, steps, t) */ \
  T(scaled_scores) T(masked_scores) T(row_max) T(shifted_scores) T(shifted_exp) \
  T(row_sum) T(log_sum_exp) T(weights) \
  T(context)       /* (steps, d_h) */ \
  T(state)         /* (steps + 1, d_s)           state 0 is initial_state */ \
  T(logits)        /* (steps, d_out) */ \
  T(probabilities) /* (steps, d_out)             softmax of logits */ \
  T(grad_encoder_states) T(grad_initial_state) T(grad_x) T(grad_w_in) T(grad_w_state) \
  T(grad_w_context) T(grad_b_state) T(grad_w_out) T(grad_b_out) T(grad_w_score) T(grad_w_1) \
  T(grad_w_2) T(grad_scores) T(grad_weights) T(grad_context) T(grad_state) \
  T(grad_output)   /* written by the caller: (steps, d_out) for logits, or (steps, d_s) for states 1.. without w_out */
/* clang-format on */

enum {
#define ATTN_DECODER_INPUT_ENUM(name) ATTN_DECODER_INPUT_##name,
  ATTN_DECODER_INPUTS(ATTN_DECODER_INPUT_ENUM)
#undef ATTN_DECODER_INPUT_ENUM
      ATTN_DECODER_INPUT_COUNT
};
enum {
#define ATTN_DECODER_ENUM(name) ATTN_DECODER_##name,
  ATTN_DECODER_TRACE(ATTN_DECODER_ENUM)
#undef ATTN_DECODER_ENUM
      ATTN_DECODER_COUNT
};
const char *attn_decoder_tensor_name(int32_t tensor); /* "" for any other number */

typedef struct {
  attn_tensor inputs[ATTN_DECODER_INPUT_COUNT];
  double scale;  /* used if has_scale */
  int64_t steps; /* 0 = the number of rows of x */
  int32_t score;
  int32_t has_scale;
} attn_decoder;

typedef struct {
  int64_t steps, t, d_h, d_s, d_in, d_out, hidden;
  int64_t trace_count, scratch_bytes;
  double scale;
  int32_t backward;
  int32_t reserved;
  attn_slot slots[ATTN_DECODER_COUNT];
} attn_decoder_plan;

/* Like attn_plan_stepwise, attn_forward and attn_backward, for a decoder. Every tensor is computed. */
attn_status attn_plan_decoder(attn_decoder_plan *plan, const attn_decoder *decoder, int32_t backward,
                              attn_error *error);
void attn_decoder_forward(attn_real *trace, void *scratch, const attn_decoder_plan *plan, const attn_decoder *decoder);
void attn_decoder_backward(attn_real *trace, void *scratch, const attn_decoder_plan *plan, const attn_decoder *decoder);
/* Like attn_backward_from; reads arriving[t] for scores, weights, context and state. */
void attn_decoder_backward_from(attn_real *trace, void *scratch, const attn_decoder_plan *plan,
                                const attn_decoder *decoder, const attn_real *const *arriving);

/* ---------------------------------------------------------------- training */

/* Returns the mean of (output - target)^2 over count entries; grad (count) may be NULL. */
double attn_squared_error(attn_real *grad, const attn_real *output, const attn_real *target, int64_t count);

/* Writes the mean of -log softmax(output)[target] over the rows whose target is not
 * -1; output (rows, classes), target (rows); grad (rows, classes) may be NULL. If
 * every target is -1, the loss and all gradients are 0. Returns ATTN_TARGET if a
 * target is out of range. */
attn_status attn_cross_entropy(double *loss, attn_real *grad, const attn_real *output, const int32_t *target,
                               int64_t rows, int64_t classes, attn_error *error);

/* velocity <- momentum * velocity + grad;  next <- parameter - rate * velocity.
 * velocity may be NULL (momentum 0). Returns ATTN_STEP_NOT_FINITE if an entry is
 * not finite; the caller then discards `next` and `velocity`. */
attn_status attn_sgd(attn_real *next, attn_real *velocity, const attn_real *parameter, const attn_real *grad,
                     double rate, double momentum, int64_t count);

/* Adam (Kingma, Ba 2015) with beta 0.9 and 0.999 and eps 1e-8; step counts from 1. Returns ATTN_STEP_NOT_FINITE like
 * attn_sgd. */
attn_status attn_adam(attn_real *next, attn_real *first, attn_real *second, const attn_real *parameter,
                      const attn_real *grad, double rate, double step, int64_t count);

enum { ATTN_NORMAL, ATTN_XAVIER, ATTN_KAIMING };
/* Writes the first `count` entries of a random parameter (in, out). ATTN_NORMAL:
 * normal with standard deviation 1/sqrt(in). ATTN_XAVIER: uniform within
 * +-sqrt(6 / (in + out)) (Glorot, Bengio 2010). ATTN_KAIMING: normal with standard
 * deviation sqrt(2 / in) (He et al. 2015). The generator is xorshift32, seeded
 * through one round of splitmix; a seed gives the same bits everywhere. */
void attn_initialize(attn_real *x, int32_t init, uint32_t seed, int64_t in, int64_t out, int64_t count);

/* ---------------------------------------------------- for the WASM boundary */

/* Returns the first address above static data and stack, from which the caller may lay out memory; NULL outside
 * WebAssembly. */
void *attn_heap_base(void);
/* Returns the size in bytes of attn_problem, attn_plan, attn_decoder, attn_decoder_plan, attn_error, attn_slot or
 * attn_tensor, for `which` from 0 to 6; otherwise 0. */
int32_t attn_struct_size(int32_t which);
/* Returns a hash of n 32-bit words, for comparison with known answers: FNV-1a over words, rotated left by 13 bits after
 * each. */
uint32_t attn_checksum(const void *words, int64_t n);

#endif
