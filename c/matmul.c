/*
 * The order of every sum of products, the same in every build:
 *
 *   m * n * k <= ATTN_SMALL_WORK   each output is accumulated in double, terms in
 *                                  sequence, and rounded once. Small problems,
 *                                  the ones people look at, come out correctly
 *                                  rounded.
 *   larger                         float32: terms in sequence within chunks of
 *                                  ATTN_CHUNK = 32, which begin at multiples of
 *                                  32; the sums of the chunks in sequence,
 *                                  beginning at +0. Each product and each sum
 *                                  rounds, so no fused multiply-add.
 *
 * Lanes and register blocks hold different outputs, never parts of one sum. With
 * ATTN_DOUBLE everything is the first kind.
 */
#include "matmul.h"

/* One sum of k products a[t a_col] b[t b_row], in the order above. allowed NULL: no term is left out. */
static attn_real sum_products(const attn_real *a, int64_t a_col, const attn_real *b, int64_t b_row, int64_t k,
                              int32_t small, const uint8_t *allowed, int64_t allowed_col) {
  if (small) {
    double sum = 0;
    for (int64_t t = 0; t < k; t++) {
      if (allowed && !allowed[t * allowed_col]) continue;
      sum += (double)a[t * a_col] * (double)b[t * b_row];
    }
    return (attn_real)sum;
  }
  attn_real sum = 0;
  for (int64_t first = 0; first < k; first += ATTN_CHUNK) {
    int64_t end = first + ATTN_CHUNK < k ? first + ATTN_CHUNK : k;
    attn_real chunk = 0;
    for (int64_t t = first; t < end; t++) {
      if (allowed && !allowed[t * allowed_col]) continue;
      chunk += a[t * a_col] * b[t * b_row];
    }
    sum += chunk;
  }
  return sum;
}

static int32_t is_small(int64_t m, int64_t n, int64_t k) {
  return sizeof(attn_real) == sizeof(double) || (double)m * (double)n * (double)k <= ATTN_SMALL_WORK;
}

size_t attn_matmul_scratch(int64_t m, int64_t n, int64_t k) {
  return m == 0 || n == 0 || k == 0 ? 0 : 16;
}

void attn_matmul_selected(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col,
                          const attn_real *b, int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k,
                          int32_t accumulate, void *scratch, const uint8_t *allowed, int64_t allowed_row,
                          int64_t allowed_col) {
  (void)scratch;
  int32_t small = is_small(m, n, k);
  for (int64_t i = 0; i < m; i++) {
    for (int64_t j = 0; j < n; j++) {
      const uint8_t *may = allowed ? allowed + i * allowed_row : 0;
      attn_real sum = sum_products(a + i * a_row, a_col, b + j * b_col, b_row, k, small, may, allowed_col);
      c[i * c_row + j] = accumulate ? c[i * c_row + j] + sum : sum;
    }
  }
}

void attn_matmul(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col, const attn_real *b,
                 int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k, int32_t accumulate, void *scratch) {
  attn_matmul_selected(c, c_row, a, a_row, a_col, b, b_row, b_col, m, n, k, accumulate, scratch, 0, 0, 0);
}
