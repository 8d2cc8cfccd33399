/* The one matrix product. Its order of summation stands at the head of matmul.c. */
#ifndef ATTN_PRODUCT_H
#define ATTN_PRODUCT_H

#include "block.h"
#include "internal.h"

#define ATTN_SMALL_WORK 262144 /* 2^18 terms; up to here a product is summed in double */

/*
 * c[i,j] = sum_k a[i,k] b[k,j], or c[i,j] += that sum if accumulate is true
 *
 * a (m, k), b (k, n), c (m, n); a_row is the step in entries from row to row of a,
 * a_col from column to column, so that a transposed matrix needs no copy. Columns
 * of c are neighbours. c overlaps neither a nor b. k = 0: sums are 0.
 */
typedef struct {
  attn_real *c;
  const attn_real *a, *b;
  int64_t c_row, a_row, a_col, b_row, b_col, m, n, k;
  bool accumulate;
  const attn_band *needed; /* NULL, or the band of c that is needed: the rest is left to chance */
  const attn_band *terms;  /* NULL, or the band of a that counts: the rest is not looked at */
} attn_product;

/* From .. to: from the first to the last column that one of `rows` neighbouring rows of c needs. */
static inline void attn_columns_needed(int64_t *from, int64_t *to, const attn_product *p, int64_t i, int64_t rows) {
  *from = 0, *to = p->n;
  if (p->needed != NULL) attn_band_rows(from, to, p->needed, i, attn_least(i + rows, p->m), p->n);
}

/* scratch: attn_matmul_scratch(m, n, k) bytes, 16-byte aligned. */
void attn_multiply(const attn_product *p, void *scratch);

/* The same, all of c. */
void attn_matmul(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col, const attn_real *b,
                 int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k, bool accumulate, void *scratch);

/* c = a b with the terms (i,k) left out where allowed[i * allowed_row + k * allowed_col] is false: whatever a and b
 * hold there, NaN included, has no effect. The other terms keep their chunks. */
void attn_matmul_selected(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col,
                          const attn_real *b, int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k,
                          const bool *allowed, int64_t allowed_row, int64_t allowed_col);

/* Bytes of scratch; 0 if m, n or k is. */
int64_t attn_matmul_scratch(int64_t m, int64_t n, int64_t k);

/* matmul_large.c: products beyond ATTN_SMALL_WORK; m, n and k are at least 1. */
void attn_multiply_large(const attn_product *p, void *scratch);
int64_t attn_multiply_large_scratch(int64_t n, int64_t k);

#endif
