/*
 * Statistics of a row of numbers: mean and variance, a histogram, and the entropy of weights. Sums run in sequence, in
 * double.
 */
#include "internal.h"
#include "numeric.h"

void attn_moments(double *mean, double *variance, const attn_real *x, int64_t cols) {
  double sum = 0, squares = 0;
  for (int64_t c = 0; c < cols; c++) sum += (double)x[c];
  *mean = sum / (double)cols;
  for (int64_t c = 0; c < cols; c++) squares += ((double)x[c] - *mean) * ((double)x[c] - *mean);
  *variance = squares / (double)cols;
}

void attn_statistics(attn_real *mean, attn_real *variance, const attn_real *x, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows; i++, x += cols) {
    double m, v;
    attn_moments(&m, &v, x, cols);
    mean[i] = (attn_real)m;
    variance[i] = (attn_real)v;
  }
}

/* Returns the bin of x by bisection: the first or last bin if x is out of range, else the one with
 * edges[bin] <= x < edges[bin + 1]. */
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
    // not -sum, which would be -0 if one weight is 1
    bits[i] = (attn_real)(0 - sum * 1.4426950408889634);
  }
}
