/* Sizes in 64 bits on every machine. A result that does not fit becomes INT64_MAX, which every limit refuses. */
#include "internal.h"

int64_t attn_times(int64_t a, int64_t b) {
  if (a == 0 || b == 0) return 0;
  return a > INT64_MAX / b ? INT64_MAX : a * b;
}

int64_t attn_plus(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

int64_t attn_taken(int64_t bytes) {
  return attn_plus(bytes, 15) & ~(int64_t)15;
}

int64_t attn_taken_reals(int64_t count) {
  return attn_taken(attn_times(count, (int64_t)sizeof(attn_real)));
}

int64_t attn_count(const attn_tensor *t) {
  int64_t count = 1;
  for (int32_t a = 0; a < t->rank; a++) count = attn_times(count, t->shape[a]);
  return attn_present(t) ? count : 0;
}

void *attn_somewhere(const void *block) {
  static attn_real nothing[4] __attribute__((aligned(16)));
  return block != NULL ? (void *)block : nothing;
}

const attn_real *attn_entries(const attn_tensor *t) {
  return attn_present(t) ? attn_somewhere(t->data) : NULL;
}

const attn_real *attn_reals(const attn_problem *p, int32_t input) {
  return attn_entries(&p->inputs[input]);
}

void attn_place(attn_slot *slot, int64_t *trace_count, int64_t *at_least, int32_t rank, const int64_t *shape) {
  int64_t count = 1, longer = 1;
  for (int32_t a = 0; a < rank; a++) {
    slot->shape[a] = shape[a];
    count = attn_times(count, shape[a]);
    longer = attn_times(longer, attn_most(shape[a], 1));
  }
  // every tensor begins at a multiple of four entries, aligned for vectors
  *trace_count = attn_plus(*trace_count, 3) & ~(int64_t)3;
  slot->rank = rank;
  slot->omitted = 0;
  slot->offset = *trace_count;
  slot->count = count;
  *trace_count = attn_plus(*trace_count, count);
  *at_least = attn_plus(*at_least, longer);
}

int64_t attn_given_bytes(const attn_problem *p) {
  int64_t bytes = 0;
  for (int32_t n = 0; n < ATTN_INPUT_COUNT; n++) {
    const bool is_bytes = n == ATTN_INPUT_mask || n == ATTN_INPUT_key_mask;
    const int64_t count = attn_count(&p->inputs[n]);
    bytes = attn_plus(bytes, is_bytes ? attn_taken(count) : attn_taken_reals(count));
  }
  return bytes;
}

attn_status attn_check_bytes(int64_t bytes, int32_t limit, attn_status too_large, attn_error *error) {
  const double most = attn_limit(limit);
  const attn_status status = (double)bytes > most ? too_large : ATTN_OK;
  return attn_refuse(error, status, ATTN_NONE, ATTN_NONE, ATTN_NONE, (double)bytes, most);
}

attn_status attn_check_call(int64_t bytes, attn_error *error) {
  return attn_check_bytes(bytes, ATTN_LIMIT_call_bytes, ATTN_CALL_TOO_LARGE, error);
}
