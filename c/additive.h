/* The additive score function, as scores.c calls it. rows counts queries of all heads that read the same keys. */
#ifndef ATTN_ADDITIVE_H
#define ATTN_ADDITIVE_H

#include "internal.h"

int64_t attn_additive_scratch(const attn_score *f, int64_t rows, int64_t kv_len);
void attn_additive_forward(attn_real *scores, attn_real *hidden, const attn_score *f, const attn_real *query,
                           const attn_real *key, int64_t rows, int64_t kv_len, void *scratch);
void attn_additive_backward(attn_real *grad_query, attn_real *grad_key, attn_score_sums *sums,
                            const attn_real *grad_scores, const attn_real *hidden, const attn_score *f,
                            const attn_real *query, const attn_real *key, int64_t rows, int64_t kv_len, void *scratch);

#endif
