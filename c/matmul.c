/*
 * The order of every sum of products, the same in every strict build:
 *
 *   m * n * k <= ATTN_SMALL_WORK   Each output is accumulated in double, terms in
 *                                  sequence, and rounded once. So small problems,
 *                                  the ones that people look at, are correctly
 *                                  rounded.
 *   larger                         In float32. Terms are added in sequence within
 *                                  chunks of ATTN_CHUNK = 32, which begin at
 *                                  multiples of 32; then the chunk sums in
 *                                  sequence, beginning at +0. Every product and
 *                                  every sum is rounded, without fused
 *                                  multiply-add.
 *
 * Lanes and register blocks hold different outputs, never parts of one sum. With
 * ATTN_DOUBLE every product is of the first kind. The relaxed build sums a large
 * product without chunks and may fuse multiplications with additions.
 */
#include "product.h"

typedef attn_product product;

const attn_vec attn_zeros = {0};

static bool is_small(int64_t m, int64_t n, int64_t k) {
  return sizeof(attn_real) == sizeof(double) || (double)m * (double)n * (double)k <= ATTN_SMALL_WORK;
}

/* ------------------------------------------------------------ small: double */

enum { SMALL_COLUMNS = 4 };

/* Writes `rows` rows and up to four columns of c from row i and column j on; b (k, 4) has the steps b_row and 1. */
ATTN_INLINE void small_block(const product *p, int64_t i, int64_t j, const int rows, const attn_real *b,
                             int64_t b_row) {
  const attn_real *a = p->a + i * p->a_row;
  attn_wide s[4][2];
  ATTN_UNROLL for (int r = 0; r < rows; r++) s[r][0] = s[r][1] = (attn_wide){0, 0};
  for (int64_t t = 0; t < p->k; t++, a += p->a_col, b += b_row) {
    const attn_wide left = {(double)b[0], (double)b[1]}, right = {(double)b[2], (double)b[3]};
    ATTN_UNROLL for (int r = 0; r < rows; r++) {
      const double x = (double)a[r * p->a_row];
      s[r][0] += x * left;
      s[r][1] += x * right;
    }
  }
  const int64_t columns = attn_least(p->n - j, SMALL_COLUMNS);
  ATTN_UNROLL for (int r = 0; r < rows; r++) {
    attn_real *c = p->c + (i + r) * p->c_row + j;
    ATTN_UNROLL for (int l = 0; l < SMALL_COLUMNS; l++) {
      const attn_real sum = (attn_real)s[r][l / 2][l % 2];
      if (l < columns) c[l] = p->accumulate ? c[l] + sum : sum;
    }
  }
}

static void multiply_small(const product *p, attn_real *packed) {
  for (int64_t j = 0; j < p->n; j += SMALL_COLUMNS) {
    const int64_t columns = attn_least(p->n - j, SMALL_COLUMNS);
    const attn_real *b = p->b + j * p->b_col;
    int64_t b_row = p->b_row, i = 0, from, to;
    if (p->b_col != 1 || columns < SMALL_COLUMNS) {
      for (int64_t t = 0; t < p->k; t++)
        for (int64_t l = 0; l < SMALL_COLUMNS; l++)
          packed[t * SMALL_COLUMNS + l] = l < columns ? b[t * p->b_row + l * p->b_col] : 0;
      b = packed, b_row = SMALL_COLUMNS;
    }
    for (; attn_more(i, 4, p->m); i += 4) {
      attn_columns_needed(&from, &to, p, i, 4);
      if (from < j + columns && j < to) small_block(p, i, j, 4, b, b_row);
    }
    for (; i < p->m; i++) small_block(p, i, j, 1, b, b_row);
  }
}

/* ------------------------------------------------------------------- calls */

int64_t attn_matmul_scratch(int64_t m, int64_t n, int64_t k) {
  if (m == 0 || n == 0 || k == 0) return 0;
  return is_small(m, n, k) ? attn_times(k, SMALL_COLUMNS * (int64_t)sizeof(attn_real))
                           : attn_multiply_large_scratch(n, k);
}

void attn_matmul(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col, const attn_real *b,
                 int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k, bool accumulate, void *scratch) {
  const product p = {c, a, b, c_row, a_row, a_col, b_row, b_col, m, n, k, accumulate, NULL, NULL};
  attn_multiply(&p, scratch);
}

void attn_dot_rows(attn_real *c, const attn_real *a, const attn_real *b, int64_t m, int64_t n, int64_t k,
                   const attn_band *needed, void *scratch) {
  const product p = {c, a, b, n, k, 1, 1, k, m, n, k, false, needed, NULL};
  attn_multiply(&p, scratch);
}

/* The product for k = 0, where every sum is 0: a and b are empty and may be NULL. */
static void multiply_nothing(const product *p) {
  for (int64_t i = 0; i < p->m; i++)
    for (int64_t j = 0; j < p->n; j++) {
      attn_real *c = p->c + i * p->c_row + j;
      *c = p->accumulate ? *c + 0 : 0;
    }
}

void attn_multiply(const product *p, void *scratch) {
  if (p->m == 0) return;  // without scratch, b cannot be packed
  if (p->k == 0)
    multiply_nothing(p);
  else if (is_small(p->m, p->n, p->k))
    multiply_small(p, scratch);
  else
    attn_multiply_large(p, scratch);
}

/* Returns the sum of the allowed ones of k products a[t a_col] b[t b_row], in the order above. */
static attn_real sum_selected(const attn_real *a, int64_t a_col, const attn_real *b, int64_t b_row, int64_t k,
                              bool small, const bool *allowed, int64_t allowed_col) {
  double wide = 0;
  attn_real sum = 0;
  for (int64_t first = 0; first < k; first += ATTN_CHUNK) {
    const int64_t end = attn_least(k, first + ATTN_CHUNK);
    attn_real chunk = 0;
    for (int64_t t = first; t < end; t++) {
      if (!allowed[t * allowed_col]) continue;
      if (small)
        wide += (double)a[t * a_col] * (double)b[t * b_row];
      else
        chunk += a[t * a_col] * b[t * b_row];
    }
    sum += chunk;
  }
  return small ? (attn_real)wide : sum;
}

void attn_matmul_selected(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col,
                          const attn_real *b, int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k,
                          const bool *allowed, int64_t allowed_row, int64_t allowed_col) {
  const bool small = is_small(m, n, k);
  for (int64_t i = 0; i < m; i++)
    for (int64_t j = 0; j < n; j++)
      c[i * c_row + j] =
          sum_selected(a + i * a_row, a_col, b + j * b_col, b_row, k, small, allowed + i * allowed_row, allowed_col);
}

double attn_terms(attn_real *products, const attn_real *factors, int64_t n, int64_t count, double work) {
  double exact = 0;
  attn_real total = 0;
  for (int64_t first = 0; first < count; first += ATTN_CHUNK) {
    const int64_t end = attn_least(first + ATTN_CHUNK, count);
    attn_real chunk = 0;
    for (int64_t t = first; t < end; t++) {
      double term = 1;
      for (int64_t f = 0; f < n; f++) term *= (double)factors[f * count + t];
      products[t] = (attn_real)term;
      exact += term;
      chunk += products[t];
    }
    total += chunk;
  }
  return work <= ATTN_SMALL_WORK ? (double)(attn_real)exact : (double)total;
}
