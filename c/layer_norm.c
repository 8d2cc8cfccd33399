/*
 * Layer normalisation (Ba, Kiros, Hinton 2016): gives every row mean 0 and variance 1, then scales and shifts it.
 *
 *   y = (x - mean) * rstd * gamma + beta,   rstd = 1 / sqrt(variance + eps)
 *
 * The variance is biased, sum (x - mean)^2 / cols. Mean and variance are computed in two passes in double: in float32,
 * or as E[x^2] - E[x]^2, a row of large numbers close to each other would lose all its digits.
 */
#include "internal.h"

enum { COLUMNS = 128 }; /* column sums held at once */

/* The mean and 1 / sqrt(variance + eps) of one row. */
static void moments(double *mean, double *rstd, const attn_real *x, double eps, int64_t cols) {
  double variance;
  attn_moments(mean, &variance, x, cols);
  *rstd = 1 / sqrt(variance + eps);
}

void attn_layer_norm(attn_real *y, attn_real *mean, attn_real *rstd, const attn_real *x, const attn_real *gamma,
                     const attn_real *beta, double eps, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows; i++, x += cols, y += cols) {
    double m, r;
    moments(&m, &r, x, eps, cols);
    for (int64_t c = 0; c < cols; c++) {
      const double normal = ((double)x[c] - m) * r, scaled = gamma == NULL ? normal : normal * (double)gamma[c];
      y[c] = (attn_real)(beta == NULL ? scaled : scaled + (double)beta[c]);
    }
    mean[i] = (attn_real)m;
    rstd[i] = (attn_real)r;
  }
}

/*
 * in the forward pass   y = n * gamma + beta,  n = (x - mean) * rstd
 * so here               grad_x = rstd * (g - mean of g - n * mean of g n),  g = grad_y * gamma
 */
static void row_backward(attn_real *grad_x, const attn_real *grad_y, const attn_real *x, const attn_real *gamma,
                         double eps, int64_t cols) {
  double m, r, sum = 0, along = 0;
  moments(&m, &r, x, eps, cols);
  for (int64_t c = 0; c < cols; c++) {
    const double g = (double)grad_y[c] * (gamma == NULL ? 1 : (double)gamma[c]);
    sum += g;
    along += g * (((double)x[c] - m) * r);
  }
  sum /= (double)cols, along /= (double)cols;
  for (int64_t c = 0; c < cols; c++) {
    const double g = (double)grad_y[c] * (gamma == NULL ? 1 : (double)gamma[c]);
    grad_x[c] = (attn_real)(r * (g - sum - ((double)x[c] - m) * r * along));
  }
}

/* grad_gamma = sum over rows of grad_y n, grad_beta = sum over rows of grad_y; in double, COLUMNS columns at a time */
static void parameters_backward(attn_real *grad_gamma, attn_real *grad_beta, const attn_real *grad_y,
                                const attn_real *x, double eps, int64_t rows, int64_t cols) {
  for (int64_t first = 0; first < cols; first += COLUMNS) {
    const int64_t end = attn_least(first + COLUMNS, cols);
    double by_gamma[COLUMNS] = {0}, by_beta[COLUMNS] = {0};
    for (int64_t i = 0; i < rows; i++) {
      double m, r;
      moments(&m, &r, x + i * cols, eps, cols);
      for (int64_t c = first; c < end; c++) {
        const double g = (double)grad_y[i * cols + c];
        by_gamma[c - first] += g * (((double)x[i * cols + c] - m) * r);
        by_beta[c - first] += g;
      }
    }
    for (int64_t c = first; c < end; c++) {
      if (grad_gamma != NULL) grad_gamma[c] = (attn_real)by_gamma[c - first];
      if (grad_beta != NULL) grad_beta[c] = (attn_real)by_beta[c - first];
    }
  }
}

void attn_layer_norm_backward(attn_real *grad_x, attn_real *grad_gamma, attn_real *grad_beta, const attn_real *grad_y,
                              const attn_real *x, const attn_real *gamma, double eps, int64_t rows, int64_t cols) {
  for (int64_t i = 0; i < rows; i++) row_backward(grad_x + i * cols, grad_y + i * cols, x + i * cols, gamma, eps, cols);
  if (grad_gamma != NULL || grad_beta != NULL) parameters_backward(grad_gamma, grad_beta, grad_y, x, eps, rows, cols);
}
