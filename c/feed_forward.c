/*
 * The feed-forward layer of a transformer block (Vaswani et al. 2017): each row goes separately through a linear layer
 * that widens it, an activation and a linear layer that narrows it.
 *
 *   hidden = x w_in + b_in,   activated = relu(hidden) or gelu(hidden),   output = activated w_out + b_out
 *
 * relu(h) is h above 0, else 0. gelu(h) is h times the share of the normal distribution below h,
 * h (1 + erf(h / sqrt 2)) / 2 (Hendrycks, Gimpel 2016). Products are summed as in every linear layer (matmul.c).
 */
#include "internal.h"
#include "numeric.h"

int64_t attn_feed_forward_scratch(int64_t rows, int64_t d_in, int64_t units, int64_t d_out, int32_t backward) {
  return attn_most(attn_linear_scratch(rows, d_in, units, backward), attn_linear_scratch(rows, units, d_out, backward));
}

static void activate(attn_real *y, const attn_real *h, int32_t activation, int64_t count) {
  for (int64_t n = 0; n < count; n++) {
    double density;
    if (activation == ATTN_GELU)
      y[n] = (attn_real)((double)h[n] * attn_normal(&density, (double)h[n]));
    else
      y[n] = attn_max(h[n], 0);
  }
}

void attn_feed_forward(attn_real *hidden, attn_real *activated, attn_real *output, const attn_real *x,
                       const attn_real *w_in, const attn_real *b_in, const attn_real *w_out, const attn_real *b_out,
                       void *scratch, int32_t activation, int64_t rows, int64_t d_in, int64_t units, int64_t d_out) {
  attn_linear_forward(hidden, x, w_in, b_in, rows, d_in, units, scratch);
  activate(activated, hidden, activation, rows * units);
  attn_linear_forward(output, activated, w_out, b_out, rows, units, d_out, scratch);
}

/* The slope of relu is 1 above 0, else 0; the slope of gelu is share + h density. */
static void activate_backward(attn_real *grad_h, const attn_real *grad_y, const attn_real *h, int32_t activation,
                              int64_t count) {
  for (int64_t n = 0; n < count; n++) {
    const double at = (double)h[n];
    double density;
    if (activation != ATTN_GELU) {
      grad_h[n] = at <= 0 ? 0 : grad_y[n];
      continue;
    }
    const double share = attn_normal(&density, at);
    grad_h[n] = (attn_real)((double)grad_y[n] * (share + at * density));
  }
}

void attn_feed_forward_backward(attn_real *grad_x, attn_real *grad_w_in, attn_real *grad_b_in, attn_real *grad_w_out,
                                attn_real *grad_b_out, attn_real *grad_hidden, attn_real *grad_activated,
                                const attn_real *grad_output, const attn_real *hidden, const attn_real *activated,
                                const attn_real *x, const attn_real *w_in, const attn_real *w_out, void *scratch,
                                int32_t activation, int64_t rows, int64_t d_in, int64_t units, int64_t d_out) {
  attn_linear_parameters_backward(grad_w_out, grad_b_out, grad_output, activated, NULL, rows, units, d_out, scratch);
  attn_linear_input_backward(grad_activated, grad_output, w_out, rows, units, d_out, false, scratch);
  activate_backward(grad_hidden, grad_activated, hidden, activation, rows * units);
  attn_linear_parameters_backward(grad_w_in, grad_b_in, grad_hidden, x, NULL, rows, d_in, units, scratch);
  attn_linear_input_backward(grad_x, grad_hidden, w_in, rows, d_in, units, false, scratch);
}
