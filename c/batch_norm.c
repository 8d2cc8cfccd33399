/*
 * Batch normalisation (Ioffe, Szegedy 2015): gives every feature mean 0 and variance 1 over all rows.
 *
 *   y = (x - mean) * rstd * gamma + beta,   rstd = 1 / sqrt(variance + eps)
 *
 * In training the mean and the (biased) variance are those of the batch, computed in two passes in double; in inference
 * they are running_mean and running_var. x, y (rows, cols); all others (cols).
 */
#include "internal.h"

/* The mean and rstd of column c. Without rows, mean and variance are 0. */
static void moments(double *mean, double *rstd, const attn_real *x, double eps, int64_t rows, int64_t cols, int64_t c) {
  const double count = rows > 0 ? (double)rows : 1;
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < rows; i++) sum += (double)x[i * cols + c];
  *mean = sum / count;
  for (int64_t i = 0; i < rows; i++) {
    const double away = (double)x[i * cols + c] - *mean;
    squares += away * away;
  }
  *rstd = 1 / sqrt(squares / count + eps);
}

static void known_moments(double *mean, double *rstd, attn_real running_mean, attn_real running_var, double eps) {
  *mean = (double)running_mean;
  *rstd = 1 / sqrt((double)running_var + eps);
}

void attn_batch_norm(attn_real *y, attn_real *mean, attn_real *rstd, const attn_real *x, const attn_real *gamma,
                     const attn_real *beta, const attn_real *running_mean, const attn_real *running_var, double eps,
                     int32_t training, int64_t rows, int64_t cols) {
  for (int64_t c = 0; c < cols; c++) {
    double m, r;
    if (training)
      moments(&m, &r, x, eps, rows, cols, c);
    else
      known_moments(&m, &r, running_mean[c], running_var[c], eps);
    const double scale = gamma == NULL ? 1 : (double)gamma[c], moved = beta == NULL ? 0 : (double)beta[c];
    for (int64_t n = c; n < rows * cols; n += cols) y[n] = (attn_real)(((double)x[n] - m) * r * scale + moved);
    mean[c] = (attn_real)m;
    rstd[c] = (attn_real)r;
  }
}

/*
 * in the forward pass   y = n * gamma + beta,  n = (x - mean) * rstd
 * so here               grad_gamma = sum of grad_y n,  grad_beta = sum of grad_y
 *                       grad_x = rstd * gamma * (grad_y - (grad_beta + n * grad_gamma) / rows)   in training
 *                       grad_x = rstd * gamma * grad_y                                           in inference
 */
void attn_batch_norm_backward(attn_real *grad_x, attn_real *grad_gamma, attn_real *grad_beta, const attn_real *grad_y,
                              const attn_real *x, const attn_real *gamma, const attn_real *running_mean,
                              const attn_real *running_var, double eps, int32_t training, int64_t rows, int64_t cols) {
  for (int64_t c = 0; c < cols; c++) {
    double m, r, sum = 0, along = 0;
    if (training)
      moments(&m, &r, x, eps, rows, cols, c);
    else
      known_moments(&m, &r, running_mean[c], running_var[c], eps);
    for (int64_t n = c; n < rows * cols; n += cols) {
      sum += (double)grad_y[n];
      along += (double)grad_y[n] * (((double)x[n] - m) * r);
    }
    const double scale = r * (gamma == NULL ? 1 : (double)gamma[c]), count = (double)rows;
    for (int64_t n = c; n < rows * cols; n += cols) {
      const double shared = training ? (sum + ((double)x[n] - m) * r * along) / count : 0;
      grad_x[n] = (attn_real)(scale * ((double)grad_y[n] - shared));
    }
    if (grad_gamma != NULL) grad_gamma[c] = (attn_real)along;
    if (grad_beta != NULL) grad_beta[c] = (attn_real)sum;
  }
}
