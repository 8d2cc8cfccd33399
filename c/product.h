/* The matrix product. matmul.c documents its order of summation. */
#ifndef ATTN_PRODUCT_H
#define ATTN_PRODUCT_H

#include "block.h"
#include "internal.h"

#define ATTN_SMALL_WORK 262144 /* 2^18: the most terms of a product that is summed in double */

/*
 * c[i,j] = sum_k a[i,k] b[k,j], or c[i,j] += that sum if accumulate is true
 *
 * a (m, k), b (k, n), c (m, n). a_row is the step in entries from row to row of a,
 * a_col from column to column, so a transposed matrix needs no copy. The columns of
 * c are adjacent. c overlaps neither a nor b. If k is 0, every sum is 0.
 */
typedef struct {
  attn_real *c;
  const attn_real *a, *b;
  int64_t c_row, a_row, a_col, b_row, b_col, m, n, k;
  bool accumulate;
  const attn_band *needed; /* the band of c that is needed, NULL = all; the rest of c is unspecified */
  const attn_band *terms;  /* the band of a that counts, NULL = all; the rest of a is 0 and may be skipped */
} attn_product;

/* Finds the columns from .. to - 1 that any of `rows` adjacent rows of c, beginning at row i, needs. */
static inline void attn_columns_needed(int64_t *from, int64_t *to, const attn_product *p, int64_t i, int64_t rows) {
  *from = 0, *to = p->n;
  if (p->needed != NULL) attn_band_rows(from, to, p->needed, i, attn_least(i + rows, p->m), p->n);
}

/* scratch: attn_matmul_scratch(m, n, k) bytes, 16-byte aligned. */
void attn_multiply(const attn_product *p, void *scratch);

/* The same without bands. */
void attn_matmul(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col, const attn_real *b,
                 int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k, bool accumulate, void *scratch);

/* c[i,j] = a_i . b_j for the rows of a (m, k) and of b (n, k), where c is needed. */
void attn_dot_rows(attn_real *c, const attn_real *a, const attn_real *b, int64_t m, int64_t n, int64_t k,
                   const attn_band *needed, void *scratch);

/* c = a b without the terms (i,k) where allowed[i * allowed_row + k * allowed_col] is false: whatever a and b hold
 * there, even NaN, has no effect. The other terms keep their chunks. */
void attn_matmul_selected(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col,
                          const attn_real *b, int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k,
                          const bool *allowed, int64_t allowed_row, int64_t allowed_col);

/* Returns the bytes of scratch; 0 if m, n or k is 0. */
int64_t attn_matmul_scratch(int64_t m, int64_t n, int64_t k);

/* matmul_large.c: products of more than ATTN_SMALL_WORK terms; m, n and k are at least 1. */
void attn_multiply_large(const attn_product *p, void *scratch);
int64_t attn_multiply_large_scratch(int64_t n, int64_t k);

#endif
