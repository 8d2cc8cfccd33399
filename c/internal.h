/* Declarations shared by the files of c/; not part of the public interface. */
#ifndef ATTN_INTERNAL_H
#define ATTN_INTERNAL_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "attn.h"

/* ------------------------------------------------------------------- sizes */

/* sizes.c: a * b and a + b of sizes; a result that does not fit becomes INT64_MAX, which every limit refuses */
int64_t attn_times(int64_t a, int64_t b);
int64_t attn_plus(int64_t a, int64_t b);

static inline int64_t attn_most(int64_t a, int64_t b) {
  return a > b ? a : b;
}
static inline int64_t attn_least(int64_t a, int64_t b) {
  return a < b ? a : b;
}

/* An offset far beyond any row or key, yet small enough that a sum of a few does not overflow. */
#define ATTN_FAR ((int64_t)1 << 60)

static inline bool attn_is_finite(double x) {
  return x - x == 0;
}

/* Marks a function whose unsigned numbers wrap on purpose. The sanitizers stop at any other wrap. */
#ifdef __clang__
#define ATTN_WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define ATTN_WRAPS
#endif

/* ------------------------------------------------------------------ inputs */

static inline bool attn_present(const attn_tensor *t) {
  return t->rank > 0 || t->data != NULL;
}
static inline bool attn_has(const attn_problem *p, int32_t input) {
  return attn_present(&p->inputs[input]);
}
/* Returns block or, if it is NULL because it is empty, an address on which pointer arithmetic is defined. */
void *attn_somewhere(const void *block);
/* Return the entries of an input; NULL if it is absent. */
const attn_real *attn_entries(const attn_tensor *t);
const attn_real *attn_reals(const attn_problem *p, int32_t input);

/* Returns the length of an axis counted from the right: 0 = the last. A missing leading axis has length 1. */
static inline int64_t attn_axis(const attn_tensor *t, int32_t from_right) {
  return from_right < t->rank ? t->shape[t->rank - 1 - from_right] : 1;
}
int64_t attn_count(const attn_tensor *t);
/* Returns the bytes of all inputs, each tensor rounded up to a multiple of 16. */
int64_t attn_given_bytes(const attn_problem *p);

/* The input that keys are made from, x_kv or else x; and the one that values are made from, x_v or else that. */
static inline int32_t attn_key_source(const attn_problem *p) {
  return attn_has(p, ATTN_INPUT_x_kv) ? ATTN_INPUT_x_kv : ATTN_INPUT_x;
}
static inline int32_t attn_value_source(const attn_problem *p) {
  return attn_has(p, ATTN_INPUT_x_v) ? ATTN_INPUT_x_v : attn_key_source(p);
}

/* An input viewed as (batch, heads, q_len, kv_len): the step in entries along each axis, 0 along axes of length 1. */
typedef struct {
  int64_t step[4];
} attn_steps;
attn_steps attn_broadcast(const attn_tensor *t);

/* ----------------------------------------------------------------- checking */

enum { ATTN_NONE = -1 }; /* in an error: no name, no axis or, if the sentence shows none, no number */

/* Fills *error and returns its status. */
attn_status attn_refuse(attn_error *error, attn_status status, int32_t name, int32_t other, int32_t axis, double got,
                        double expected);

/* Returns the status of a check from the calling function unless it is ATTN_OK. */
#define ATTN_TRY(check) \
  do { \
    attn_status status_ = (check); \
    if (status_ != ATTN_OK) return status_; \
  } while (0)

/* Checks ranks and axes of every tensor and every option of a problem against one another. Fills all sizes, offset and
 * scale of the plan, and nothing else in it. Stepwise and fused plans both begin here. */
attn_status attn_shape_derive(attn_plan *plan, const attn_problem *problem, attn_error *error);

/* Checks that of w_score, w_1 and w_2, given in this order, those that the score function needs are present, and no
 * others. */
attn_status attn_check_score(const attn_tensor *given, int32_t score, attn_error *error);
/* Finds the scale of a problem or a decoder: the given one or, if has_scale is 0, the default of the score function. */
attn_status attn_derive_scale(double *scale, int32_t has_scale, double given, int32_t score, int64_t d_k,
                              attn_error *error);

/* Checks bytes against a limit (ATTN_LIMIT_*); returns ATTN_OK or too_large. */
attn_status attn_check_bytes(int64_t bytes, int32_t limit, attn_status too_large, attn_error *error);

/* Places a tensor at the end of the trace so far. shape has rank entries. at_least counts entries as well, but treats
 * every axis as at least 1 long: limits are checked against it, so that loops over long axes of empty tensors are
 * limited too. */
void attn_place(attn_slot *slot, int64_t *trace_count, int64_t *at_least, int32_t rank, const int64_t *shape);

/* --------------------------------------------------------------------- run */

/* The context of a run, passed to every step. */
typedef struct {
  attn_real *trace;
  void *scratch; /* each step may use all of it */
  const attn_plan *plan;
  const attn_problem *problem;
} attn_run;

/* Returns the first entry of a tensor in the trace, or NULL if this run has no such tensor. */
static inline attn_real *attn_tensor_at(const attn_run *run, int32_t tensor) {
  const attn_slot *slot = &run->plan->slots[tensor];
  return slot->rank == 0 ? NULL : run->trace + slot->offset;
}
#define ATTN_AT(run, name) attn_tensor_at(run, ATTN_TENSOR_##name)

/* Reports whether two tensors share a place, so that a step turns the one into the other in place. */
static inline bool attn_share(const attn_plan *s, int32_t a, int32_t b) {
  return s->slots[a].rank > 0 && s->slots[a].offset == s->slots[b].offset;
}

/* Takes `bytes` from the front of a scratch block, which stays aligned to 16 bytes. */
static inline void *attn_take(void **scratch, int64_t bytes) {
  char *at = *scratch;
  *scratch = at + ((bytes + 15) & ~(int64_t)15);
  return at;
}
/* The bytes that attn_take removes for `bytes` bytes, and for `count` entries of attn_real. */
int64_t attn_taken(int64_t bytes);
int64_t attn_taken_reals(int64_t count);

/* memcpy and memset for a count of entries; if count is 0, pointers may be NULL. */
static inline void attn_copy(attn_real *y, const attn_real *x, int64_t count) {
  if (count > 0 && y != x) memcpy(y, x, (size_t)count * sizeof *y);
}
static inline void attn_clear(attn_real *y, int64_t count) {
  if (count > 0) memset(y, 0, (size_t)count * sizeof *y);
}

/* The steps of a run, forward and backward, and the scratch bytes they need. */
int64_t attn_project_scratch(const attn_plan *plan, const attn_problem *problem);
void attn_project_forward(const attn_run *run);
void attn_project_backward(const attn_run *run);
void attn_split_forward(const attn_run *run);
void attn_split_backward(const attn_run *run);
int64_t attn_scores_scratch(const attn_plan *plan, const attn_problem *problem);
void attn_scores_forward(const attn_run *run);
void attn_scores_backward(const attn_run *run);
void attn_mask_forward(const attn_run *run);
void attn_mask_backward(const attn_run *run);
void attn_weights_forward(const attn_run *run);
void attn_weights_backward(const attn_run *run);
int64_t attn_mix_scratch(const attn_plan *plan);
void attn_mix_forward(const attn_run *run);
void attn_mix_backward(const attn_run *run);
void attn_join_forward(const attn_run *run);
void attn_join_backward(const attn_run *run);
void attn_output_forward(const attn_run *run);
void attn_output_backward(const attn_run *run);

/* ----------------------------------------------------------------- kernels */

/* linear.c: y (rows, out) = x (rows, in) w (in, out) + b (out). w NULL means identity, b NULL means 0. */
int64_t attn_linear_scratch(int64_t rows, int64_t in, int64_t out, bool backward);
void attn_linear_forward(attn_real *y, const attn_real *x, const attn_real *w, const attn_real *b, int64_t rows,
                         int64_t in, int64_t out, void *scratch);
/* One such product: a projection of queries, keys or values. */
typedef struct {
  attn_real *y;
  const attn_real *x, *w, *b;
  int64_t rows, in, out;
} attn_projection;
/* Fills in the projections of queries, keys and values, in this order, without y. */
void attn_projections(attn_projection to[3], const attn_plan *plan, const attn_problem *problem);
/* The backward pass for x. If accumulate is true, adds to grad_x. */
void attn_linear_input_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *w, int64_t rows,
                                int64_t in, int64_t out, bool accumulate, void *scratch);
/* The backward pass for w and b. grad_w and grad_b may be NULL. live (rows) selects the rows of x that count in grad_w;
 * NULL selects all. */
void attn_linear_parameters_backward(attn_real *grad_w, attn_real *grad_b, const attn_real *grad_y, const attn_real *x,
                                     const bool *live, int64_t rows, int64_t in, int64_t out, void *scratch);

/* recurrent_encoder.c: next (d_s) = tanh(b + the sum of x (n) w (n, d_s) over `rows`), where b NULL means 0; and the
 * backward pass through tanh. */
typedef struct {
  const attn_real *x, *w;
  int64_t n;
} attn_weighed_row;
void attn_next_state(attn_real *next, const attn_weighed_row *rows, int32_t count, const attn_real *b, int64_t d_s);
void attn_state_sum_backward(attn_real *grad_sum, const attn_real *grad_state, const attn_real *state, int64_t d_s);

/* broadcast.c: the gradient of a tensor `like` that was broadcast to (batch, heads, q_len, kv_len). full has that
 * shape, grad the shape of like. Summed in double, in the order of full. */
void attn_sum_broadcast(attn_real *grad, const attn_real *full, const attn_tensor *like, const attn_plan *plan);

/* heads.c: joined (batch, rows, heads * d)[b,i,h*d+c] = apart (batch, heads, rows, d)[b,h,i,c] */
void attn_join(attn_real *joined, const attn_real *apart, int64_t batch, int64_t heads, int64_t rows, int64_t d);

/* numeric.c: sets y (n) to value, except entries from .. to - 1 */
void attn_fill_edges(attn_real *y, int64_t from, int64_t to, int64_t n, attn_real value);

/* mask.c */

/* The band that causal and window allow: row i sees the columns i + low .. i + high - 1, as far as they exist. */
typedef struct {
  int64_t low, high;
} attn_band;
attn_band attn_band_of(const attn_plan *plan, const attn_problem *problem);

/* Finds the columns from .. to - 1, out of n, that lie in row i of the band. */
static inline void attn_band_row(int64_t *from, int64_t *to, const attn_band *band, int64_t i, int64_t n) {
  *to = attn_least(n, attn_most(0, i + band->high));
  *from = attn_least(*to, attn_most(0, i + band->low));
}

/* The same for the rows first .. end - 1 together: from the first to the last column of any of them. */
static inline void attn_band_rows(int64_t *from, int64_t *to, const attn_band *band, int64_t first, int64_t end,
                                  int64_t n) {
  int64_t other;
  attn_band_row(from, &other, band, first, n);
  attn_band_row(&other, to, band, end - 1, n);
  *from = attn_least(*from, *to);
}

/* Returns the band of the transposed matrix. */
static inline attn_band attn_band_turned(const attn_band *band) {
  return (attn_band){1 - band->high, 1 - band->low};
}

/* Writes allowed (count, kv_len) for the rows first .. first + count - 1 of head h: true where mask, key_mask,
 * bias = -inf, causal and window all allow the pair. */
void attn_allowed(bool *allowed, const attn_plan *plan, const attn_problem *problem, int64_t b, int64_t h,
                  int64_t first, int64_t count);

/* The heads first .. first + count - 1 of batch entry b, which all read the same keys. If run is NULL, nothing is
 * forbidden. */
typedef struct {
  const attn_run *run;
  int64_t b, first, count;
} attn_group;

/* Writes selected (count * q_len, kv_len): the pairs of the group that count in sums over pairs. With weights_override
 * these are all pairs; otherwise the allowed pairs, except in rows whose scores are all -inf. */
void attn_selected(bool *selected, const attn_group *group);

/* Writes live_queries (batch, q_len), live_keys and live_values (batch, kv_len): true where any pair of that token is
 * selected. With weights_override scores have no gradient, so no query or key is live and every value is. pairs
 * (q_len, kv_len) is scratch. */
void attn_live_rows(bool *live_queries, bool *live_keys, bool *live_values, bool *pairs, const attn_run *run);

/* mix.c: sums over pairs that skip forbidden pairs. pairs (count * q_len, kv_len). */

/* y (count * q_len, n) = pairs x, x (kv_len, n) */
void attn_over_keys(attn_real *y, const attn_real *pairs, const attn_real *x, int64_t q_len, int64_t kv_len, int64_t n,
                    const attn_group *group, void *scratch);
/* y (kv_len, n) = pairs^T x, x (count * q_len, n) */
void attn_over_queries(attn_real *y, const attn_real *pairs, const attn_real *x, int64_t q_len, int64_t kv_len,
                       int64_t n, const attn_group *group, void *scratch);
int64_t attn_over_scratch(int64_t rows, int64_t kv_len, int64_t n);

/* scores.c: a score function with its parameters. */
typedef struct {
  int32_t score;
  int64_t d_q, d_k, hidden;
  const attn_real *w_score, *w_1, *w_2;
} attn_score;

/* Returns a score function with the parameters w: w_score, w_1 and w_2, in this order. */
attn_score attn_score_of(int32_t score, int64_t d_q, int64_t d_k, int64_t hidden, const attn_tensor *w);

/* The gradients of its parameters while they are being summed. */
typedef struct {
  double *w_score; /* (d_q, d_k) */
  double *w_1;     /* (hidden, d_q + d_k) */
  double *w_2;     /* (hidden) */
} attn_score_sums;

/* Computes scores (count * q_len, kv_len) from query (count * q_len, d_q) and key (kv_len, d_k). hidden (count * q_len,
 * kv_len, hidden) may be NULL. band (q_len, kv_len) marks the scores that are needed; NULL means all. */
void attn_score_forward(attn_real *scores, attn_real *hidden, const attn_score *f, const attn_real *query,
                        const attn_real *key, int64_t count, int64_t q_len, int64_t kv_len, const attn_band *band,
                        void *scratch);
/* Adds the gradients of the parameters to sums. grad_query, grad_key and sums may be NULL. */
void attn_score_backward(attn_real *grad_query, attn_real *grad_key, attn_score_sums *sums,
                         const attn_real *grad_scores, const attn_real *hidden, const attn_score *f,
                         const attn_real *query, const attn_real *key, int64_t q_len, int64_t kv_len,
                         const attn_group *group, void *scratch);
int64_t attn_score_scratch(const attn_score *f, int64_t count, int64_t q_len, int64_t kv_len);
int64_t attn_score_sums_bytes(const attn_score *f);
attn_score_sums attn_score_sums_begin(const attn_score *f, void **scratch);
/* Rounds the sums once and writes them to the gradients of the parameters. */
void attn_score_sums_end(attn_real *grad_w_score, attn_real *grad_w_1, attn_real *grad_w_2, const attn_score_sums *sums,
                         const attn_score *f);

/*
 * additive.c: the additive score function, called by scores.c. rows counts the queries of all heads that read the same
 * keys.
 */
int64_t attn_additive_scratch(const attn_score *f, int64_t rows, int64_t kv_len);
void attn_additive_forward(attn_real *scores, attn_real *hidden, const attn_score *f, const attn_real *query,
                           const attn_real *key, int64_t rows, int64_t kv_len, void *scratch);
void attn_additive_backward(attn_real *grad_query, attn_real *grad_key, attn_score_sums *sums,
                            const attn_real *grad_scores, const attn_real *hidden, const attn_score *f,
                            const attn_real *query, const attn_real *key, int64_t rows, int64_t kv_len, void *scratch);

/* statistics.c: the mean and the biased variance of a row, in two passes */
void attn_moments(double *mean, double *variance, const attn_real *x, int64_t cols);

/* recurrent.c */
int64_t attn_decoder_scratch(const attn_decoder_plan *plan, const attn_decoder *decoder);

/* softmax.c: the softmax of one row. The arrays may be the same. */
void attn_softmax_row(attn_real *row_max, attn_real *row_sum, attn_real *shifted, attn_real *exps, attn_real *weights,
                      const attn_real *x, int64_t n);
/* grad_x = y * (grad_y - sum grad_y y). Entries that are not allowed are skipped and get 0; allowed NULL allows all. */
void attn_softmax_row_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *y, const bool *allowed,
                               int64_t n);

#endif
