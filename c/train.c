/* Training: the loss of an output, and one step of the parameters against the gradient. */
#include "internal.h"
#include "numeric.h"

/* loss = mean (output - target)^2,   grad = 2 (output - target) / count */
double attn_squared_error(attn_real *grad, const attn_real *output, const attn_real *target, int64_t count) {
  double sum = 0;
  for (int64_t n = 0; n < count; n++) {
    const double off = (double)output[n] - (double)target[n];
    sum += off * off;
    if (grad != NULL) grad[n] = (attn_real)(2 * off / (double)count);
  }
  return count == 0 ? 0 : sum / (double)count;
}

/* -log softmax(x)[target] of one row; grad = (softmax(x) - [c = target]) / counted */
static double row_loss(attn_real *grad, const attn_real *x, int32_t target, int64_t classes, double counted) {
  attn_real max = -INFINITY;
  double sum = 0;
  for (int64_t c = 0; c < classes; c++) max = attn_max(max, x[c]);
  if (grad == NULL) {
    for (int64_t c = 0; c < classes; c++) sum += (double)attn_exp(x[c] - max);
  } else {
    for (int64_t c = 0; c < classes; c++) grad[c] = x[c] - max;
    attn_exp_all(grad, grad, classes);
    for (int64_t c = 0; c < classes; c++) sum += (double)grad[c];
    for (int64_t c = 0; c < classes; c++) grad[c] = (attn_real)(((double)grad[c] / sum - (c == target)) / counted);
  }
  return attn_log_wide(sum) + ((double)max - (double)x[target]);
}

attn_status attn_cross_entropy(double *loss, attn_real *grad, const attn_real *output, const int32_t *target,
                               int64_t rows, int64_t classes, attn_error *error) {
  int64_t counted = 0;
  for (int64_t i = 0; i < rows; i++) {
    if (target[i] < -1 || target[i] >= classes)
      return attn_refuse(error, ATTN_TARGET, ATTN_NAME_target, ATTN_NONE, (int32_t)i, target[i], (double)(classes - 1));
    counted += target[i] >= 0;
  }
  double sum = 0;
  for (int64_t i = 0; i < rows; i++) {
    attn_real *row = grad == NULL ? NULL : grad + i * classes;
    if (target[i] >= 0)
      sum += row_loss(row, output + i * classes, target[i], classes, (double)counted);
    else if (row != NULL)
      attn_clear(row, classes);
  }
  *loss = counted == 0 ? 0 : sum / (double)counted;
  return ATTN_OK;
}

attn_status attn_sgd(attn_real *next, attn_real *velocity, const attn_real *parameter, const attn_real *grad,
                     double rate, double momentum, int64_t count) {
  // a loop of its own: merged with the next one, gcc 12 would continue with a velocity that is not rounded
  for (int64_t n = 0; velocity != NULL && n < count; n++)
    velocity[n] = (attn_real)(momentum * (double)velocity[n] + (double)grad[n]);
  const attn_real *along = velocity != NULL ? velocity : grad;
  const attn_wide rates = {rate, rate};
  int64_t n = 0;
  for (; attn_more(n, 2, count); n += 2)
    attn_narrow(next + n, attn_widen(parameter + n) - rates * attn_widen(along + n));
  for (; n < count; n++) next[n] = (attn_real)((double)parameter[n] - rate * (double)along[n]);
  // if a velocity is not finite, neither is its entry, whatever the rate
  return attn_all_finite(next, count) ? ATTN_OK : ATTN_STEP_NOT_FINITE;
}

/* x^n by squaring, for an integer n >= 0 */
static double power(double x, double n) {
  double y = 1;
  for (uint64_t left = (uint64_t)n; left > 0; left >>= 1, x *= x)
    if (left & 1) y *= x;
  return y;
}

/*
 * first <- 0.9 first + 0.1 grad,   second <- 0.999 second + 0.001 grad^2
 * next = parameter - rate * (first / (1 - 0.9^step)) / (sqrt(second / (1 - 0.999^step)) + 1e-8)
 */
attn_status attn_adam(attn_real *next, attn_real *first, attn_real *second, const attn_real *parameter,
                      const attn_real *grad, double rate, double step, int64_t count) {
  const double beta_1 = 0.9, beta_2 = 0.999, eps = 1e-8;
  const double most = step < 1e9 ? step : 1e9;  // the powers are 0 long before
  const double unbias_1 = 1 - power(beta_1, most), unbias_2 = 1 - power(beta_2, most);
  bool finite = true;
  for (int64_t n = 0; n < count; n++) {
    const double g = (double)grad[n];
    const double m = beta_1 * (double)first[n] + (1 - beta_1) * g;
    const double v = beta_2 * (double)second[n] + (1 - beta_2) * g * g;
    first[n] = (attn_real)m;
    second[n] = (attn_real)v;
    next[n] = (attn_real)((double)parameter[n] - rate * (m / unbias_1) / (sqrt(v / unbias_2) + eps));
    // first, a mean of finite gradients, is finite
    finite &= attn_is_finite((double)next[n]) && attn_is_finite((double)second[n]);
  }
  return finite ? ATTN_OK : ATTN_STEP_NOT_FINITE;
}
