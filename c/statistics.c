/*
 * What is so of a row of numbers as a whole: mean and variance, how many fall where, and how evenly weights are shared
 * out. Sums run in sequence, in double.
 */
#include "internal.h"
#include "numeric.h"

void attn_statistics(attn_real *mean, attn_real *variance, const attn_real *x, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows; i++, x += cols) {
    double sum = 0, squares = 0;
    for (int64_t c = 0; c < cols; c++) sum += (double)x[c];
    const double middle = sum / (double)cols;
    for (int64_t c = 0; c < cols; c++) squares += ((double)x[c] - middle) * ((double)x[c] - middle);
    mean[i] = (attn_real)middle;
    variance[i] = (attn_real)(squares / (double)cols);
  }
}

/* The last edge that is not above x, by halving: edges[first] <= x < edges[first + 1]. */
static int64_t bin_of(attn_real x, const attn_real *edges, int64_t bins) {
  int64_t first = 0, end = bins;
  while (end - first > 1) {
    const int64_t middle = (first + end) / 2;
    if (x < edges[middle])
      end = middle;
    else
      first = middle;
  }
  return first;
}

void attn_histogram(attn_real *counts, const attn_real *x, const attn_real *edges, int64_t rows, int64_t cols,
                    int64_t bins) {
  for (int64_t i = 0; i < rows; i++, x += cols, counts += bins) {
    for (int64_t b = 0; b < bins; b++) counts[b] = 0;
    for (int64_t c = 0; c < cols; c++)
      if (x[c] == x[c]) counts[bin_of(x[c], edges, bins)] += 1;
  }
}

void attn_entropy(attn_real *bits, const attn_real *weights, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows; i++, weights += cols) {
    double sum = 0;
    for (int64_t c = 0; c < cols; c++) {
      const double w = (double)weights[c];
      if (w != 0) sum += w * attn_log_wide(w);
    }
    // not -sum, which would be -0 where one weight is all
    bits[i] = (attn_real)(0 - sum * 1.4426950408889634);
  }
}
