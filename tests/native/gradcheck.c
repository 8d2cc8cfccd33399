/*
 * Checks every gradient against central differences, in a build with double as
 * the real type:
 *
 *   |grad - (loss(x + eps) - loss(x - eps)) / 2 eps| <= 1e-7 + 1e-6 |grad|, eps
 * = 1e-6
 *
 * The loss is the sum of the output times fixed random numbers. Problems come
 * from cases.h, with every mask, score function, form of input and option; then
 * the encoder, the decoder, the feed-forward layer, the geometry, the norms,
 * softmax and the losses.
 *
 *   gradcheck [cases]   prints the partial derivatives checked; exits with 1 if
 * one is wrong or there are fewer than 20 per case
 */
#include <stdio.h>
#include <stdlib.h>

#include "cases.h"

static const double eps = 1e-6;
static int64_t checked, wrong;

/* A bump arena; every forward pass for a difference starts again at `mark`. */
static struct { unsigned char bytes[8 << 20]; } arena __attribute__((aligned(16)));
static size_t used;

static void *take(size_t bytes) {
  void *at = arena.bytes + used;
  used += (bytes + 15) & ~(size_t)15;
  if (used > sizeof arena.bytes) abort();
  return at;
}

static double weighed(const attn_real *y, const attn_real *r, int64_t count) {
  double sum = 0;
  for (int64_t n = 0; n < count; n++) sum += (double)y[n] * (double)r[n];
  return sum;
}

/* Skips entries that are not finite: a masked score is -inf whatever the inputs. */
static double weighed_finite(const attn_real *y, const attn_real *r, int64_t count) {
  double sum = 0;
  for (int64_t n = 0; n < count; n++)
    if (y[n] - y[n] == 0) sum += (double)y[n] * (double)r[n];
  return sum;
}

/* The loss whose gradients arrive at some of a run's tensors. */
static double asked(const attn_real *const *arriving, int32_t tensors, const attn_slot *slots, const attn_real *trace) {
  double loss = 0;
  for (int32_t t = 0; t < tensors; t++)
    if (arriving[t] != NULL) loss += weighed_finite(trace + slots[t].offset, arriving[t], slots[t].count);
  return loss;
}

typedef double loss_of(void *what);

/* Checks the gradient of every finite entry of x. */
static void check(const char *name, int64_t which, attn_real *x, const attn_real *grad, int64_t count, loss_of *loss,
                  void *what) {
  for (int64_t n = 0; n < count; n++) {
    const attn_real was = x[n];
    if (was - was != 0) continue;  // -inf in bias masks
    x[n] = was + (attn_real)eps;
    const double up = loss(what);
    x[n] = was - (attn_real)eps;
    const double down = loss(what);
    x[n] = was;
    const double slope = (up - down) / (2 * eps), off = fabs((double)grad[n] - slope);
    checked++;
    if (off <= 1e-7 + 1e-6 * fabs((double)grad[n])) continue;
    if (wrong++ < 20)
      printf("case %lld %s[%lld]: gradient %.12g, differences %.12g\n", (long long)which, name, (long long)n,
             (double)grad[n], slope);
  }
}

static int64_t count_of(const attn_tensor *t) {
  int64_t count = 1;
  for (int32_t a = 0; a < t->rank; a++) count *= t->shape[a];
  return count;
}

/* --------------------------------------------------------------- attention */

typedef struct {
  const attn_problem *problem;
  attn_plan plan;
  const attn_real *r;
  const attn_real *arriving[ATTN_TENSOR_COUNT];
} attention;

static double attention_loss(void *what) {
  const attention *a = what;
  const size_t mark = used;
  attn_real *trace = take((size_t)a->plan.trace_count * sizeof *trace);
  attn_forward(trace, take((size_t)a->plan.scratch_bytes), &a->plan, a->problem);
  const attn_slot *output = &a->plan.slots[ATTN_TENSOR_output];
  used = mark;
  return weighed(trace + output->offset, a->r, output->count) +
         asked(a->arriving, ATTN_TRACE_COUNT, a->plan.slots, trace);
}

static int32_t gradient_of(const char *input) {
  for (int32_t t = ATTN_TRACE_COUNT; t < ATTN_TENSOR_COUNT; t++)
    if (strcmp(attn_tensor_name(t) + strlen("grad_"), input) == 0) return t;
  return -1;
}

static void check_attention(stream *s, int64_t which) {
  const attn_problem p = make_problem(s);
  attention a = {.problem = &p};
  attn_error error;
  if (p.inputs[ATTN_INPUT_x].rank ? p.inputs[ATTN_INPUT_x].shape[p.inputs[ATTN_INPUT_x].rank - 2] > 60
                                  : p.inputs[ATTN_INPUT_query].shape[p.inputs[ATTN_INPUT_query].rank - 2] > 60)
    return;  // large problems serve other checks
  if (attn_plan_stepwise(&a.plan, &p, 1, ATTN_EVERYTHING, &error) != ATTN_OK) {
    wrong++;
    return;
  }
  attn_real *trace = take((size_t)a.plan.trace_count * sizeof *trace);
  void *scratch = take((size_t)a.plan.scratch_bytes);
  const attn_slot *grad = &a.plan.slots[ATTN_TENSOR_grad_output];
  a.r = numbers(s, grad->count);
  give_arriving(s, 6, a.arriving, inside, inside_count(&p), a.plan.slots);
  attn_forward(trace, scratch, &a.plan, &p);
  memcpy(trace + grad->offset, a.r, (size_t)grad->count * sizeof *trace);
  attn_backward_from(trace, scratch, &a.plan, &p, a.arriving);
  for (int32_t n = 0; n < ATTN_INPUT_COUNT; n++) {
    if (n == ATTN_INPUT_mask || n == ATTN_INPUT_key_mask || p.inputs[n].rank == 0) continue;
    const attn_slot *slot = &a.plan.slots[gradient_of(attn_name(n))];
    attn_real *x = (attn_real *)(uintptr_t)p.inputs[n].data;
    check(attn_name(n), which, x, trace + slot->offset, count_of(&p.inputs[n]), attention_loss, &a);
  }
}

/* ----------------------------------------------------------------- decoder */

typedef struct {
  const attn_decoder *decoder;
  attn_decoder_plan plan;
  const attn_real *r;
  const attn_real *arriving[ATTN_DECODER_COUNT];
} decoding;

static double decoder_loss(void *what) {
  const decoding *d = what;
  const size_t mark = used;
  attn_real *trace = take((size_t)d->plan.trace_count * sizeof *trace);
  attn_decoder_forward(trace, take((size_t)d->plan.scratch_bytes), &d->plan, d->decoder);
  const attn_slot *logits = &d->plan.slots[ATTN_DECODER_logits], *state = &d->plan.slots[ATTN_DECODER_state];
  const double more = asked(d->arriving, ATTN_DECODER_COUNT, d->plan.slots, trace);
  used = mark;
  if (logits->rank > 0) return more + weighed(trace + logits->offset, d->r, logits->count);
  return more + weighed(trace + state->offset + d->plan.d_s, d->r, state->count - d->plan.d_s);
}

static void check_decoder(stream *s, int64_t which) {
  const attn_decoder decoder = make_decoder(s);
  decoding d = {.decoder = &decoder};
  attn_error error;
  if (attn_plan_decoder(&d.plan, &decoder, 1, &error) != ATTN_OK) {
    wrong++;
    return;
  }
  attn_real *trace = take((size_t)d.plan.trace_count * sizeof *trace);
  void *scratch = take((size_t)d.plan.scratch_bytes);
  const attn_slot *grad = &d.plan.slots[ATTN_DECODER_grad_output];
  d.r = numbers(s, grad->count);
  give_arriving(s, 6, d.arriving, inside_decoder, INSIDE_DECODER, d.plan.slots);
  attn_decoder_forward(trace, scratch, &d.plan, &decoder);
  memcpy(trace + grad->offset, d.r, (size_t)grad->count * sizeof *trace);
  attn_decoder_backward_from(trace, scratch, &d.plan, &decoder, d.arriving);
  for (int32_t n = 0; n < ATTN_DECODER_INPUT_COUNT; n++) {
    const attn_slot *slot = &d.plan.slots[ATTN_DECODER_grad_encoder_states + n];
    attn_real *x = (attn_real *)(uintptr_t)decoder.inputs[n].data;
    if (slot->rank > 0)
      check(attn_decoder_tensor_name(ATTN_DECODER_grad_encoder_states + n), which, x, trace + slot->offset, slot->count,
            decoder_loss, &d);
  }
}

/* ----------------------------------------------------------------- encoder */

typedef struct {
  int64_t t, d_in, d_s;
  attn_real *x, *w_in, *w_state, *b_state, *initial_state, *state;
  const attn_real *r;
} encoding;

static double encoder_loss(void *what) {
  const encoding *e = what;
  attn_recurrent_encoder(e->state, e->x, e->w_in, e->w_state, e->b_state, e->initial_state, e->t, e->d_in, e->d_s);
  return weighed(e->state, e->r, (e->t + 1) * e->d_s);
}

static void check_encoder(stream *s, int64_t which) {
  encoding e = {.t = pick(s, 6), .d_in = 1 + pick(s, 4), .d_s = 1 + pick(s, 4)};
  const int64_t n = (e.t + 1) * e.d_s, n_x = e.t * e.d_in, n_in = e.d_in * e.d_s, n_state = e.d_s * e.d_s;
  e.x = numbers(s, n_x), e.w_in = numbers(s, n_in), e.w_state = numbers(s, n_state);
  e.b_state = numbers(s, e.d_s), e.initial_state = numbers(s, e.d_s);
  e.state = blank(s, n), e.r = numbers(s, n);
  attn_real *grad_state = blank(s, n), *grad_x = blank(s, n_x), *grad_w_in = blank(s, n_in);
  attn_real *grad_w_state = blank(s, n_state), *grad_b_state = blank(s, e.d_s);
  int64_t bytes;
  attn_error error;
  if (attn_plan_recurrent_encoder(&bytes, e.t, e.d_in, e.d_s, 1, &error) != ATTN_OK) exit(1);
  void *scratch = take((size_t)bytes);
  encoder_loss(&e);
  attn_recurrent_encoder_backward(grad_state, grad_x, grad_w_in, grad_w_state, grad_b_state, scratch, e.r, e.state, e.x,
                                  e.w_in, e.w_state, e.t, e.d_in, e.d_s);
  check("encoder x", which, e.x, grad_x, n_x, encoder_loss, &e);
  check("encoder w_in", which, e.w_in, grad_w_in, n_in, encoder_loss, &e);
  check("encoder w_state", which, e.w_state, grad_w_state, n_state, encoder_loss, &e);
  check("encoder b_state", which, e.b_state, grad_b_state, e.d_s, encoder_loss, &e);
  check("encoder initial_state", which, e.initial_state, grad_state, e.d_s, encoder_loss, &e);
}

/* ------------------------------------------------------------ feed-forward */

typedef struct {
  int64_t rows, d, units, d_out;
  int32_t activation;
  attn_real *x, *w_in, *b_in, *w_out, *b_out, *hidden, *activated, *output;
  const attn_real *r;
  void *scratch;
} feeding;

static double feed_forward_loss(void *what) {
  const feeding *f = what;
  attn_feed_forward(f->hidden, f->activated, f->output, f->x, f->w_in, f->b_in, f->w_out, f->b_out, f->scratch,
                    f->activation, f->rows, f->d, f->units, f->d_out);
  return weighed(f->output, f->r, f->rows * f->d_out);
}

static void check_feed_forward(stream *s, int64_t which) {
  feeding f = {.rows = 1 + pick(s, 4), .d = 1 + pick(s, 4), .units = 1 + pick(s, 6), .d_out = 1 + pick(s, 4)};
  const int64_t n = f.rows * f.units, n_in = f.d * f.units, n_out = f.units * f.d_out;
  f.activation = one_in(s, 2) ? ATTN_GELU : ATTN_RELU;
  f.x = numbers(s, f.rows * f.d), f.w_in = numbers(s, n_in), f.w_out = numbers(s, n_out);
  f.b_in = numbers(s, f.units), f.b_out = numbers(s, f.d_out), f.r = numbers(s, f.rows * f.d_out);
  f.hidden = blank(s, n), f.activated = blank(s, n), f.output = blank(s, f.rows * f.d_out);
  f.scratch = take((size_t)attn_feed_forward_scratch(f.rows, f.d, f.units, f.d_out, 1));
  attn_real *grad_x = blank(s, f.rows * f.d), *grad_w_in = blank(s, n_in), *grad_b_in = blank(s, f.units);
  attn_real *grad_w_out = blank(s, n_out), *grad_b_out = blank(s, f.d_out), *grad_hidden = blank(s, n);
  feed_forward_loss(&f);
  for (int64_t u = 0; u < n; u++)
    if (fabs(f.hidden[u]) < 1e-4) return;  // relu has no derivative at 0
  attn_feed_forward_backward(grad_x, grad_w_in, grad_b_in, grad_w_out, grad_b_out, grad_hidden, blank(s, n), f.r,
                             f.hidden, f.activated, f.x, f.w_in, f.w_out, f.scratch, f.activation, f.rows, f.d, f.units,
                             f.d_out);
  check("feed_forward x", which, f.x, grad_x, f.rows * f.d, feed_forward_loss, &f);
  check("feed_forward w_in", which, f.w_in, grad_w_in, n_in, feed_forward_loss, &f);
  check("feed_forward b_in", which, f.b_in, grad_b_in, f.units, feed_forward_loss, &f);
  check("feed_forward w_out", which, f.w_out, grad_w_out, n_out, feed_forward_loss, &f);
  check("feed_forward b_out", which, f.b_out, grad_b_out, f.d_out, feed_forward_loss, &f);
}

/* ----------------------------------------------------------- single tools */

/* One tool on (rows, cols), with all inputs that it may need. */
typedef struct {
  int32_t kind; /* 0 layer norm, 1 and 2 batch norm, 3 softmax, 4 squared error,
                   5 cross entropy */
  int64_t rows, cols;
  attn_real *x, *gamma, *beta, *running_mean, *running_var, *r, *y, *mean, *rstd;
  int32_t *target;
} tool;

static double tool_loss(void *what) {
  const tool *t = what;
  double loss = 0;
  attn_error error;
  if (t->kind == 0) attn_layer_norm(t->y, t->mean, t->rstd, t->x, t->gamma, t->beta, 1e-2, t->rows, t->cols);
  if (t->kind == 1 || t->kind == 2)
    attn_batch_norm(t->y, t->mean, t->rstd, t->x, t->gamma, t->beta, t->running_mean, t->running_var, 1e-2,
                    t->kind == 1, t->rows, t->cols);
  if (t->kind == 3) attn_softmax(t->y, t->x, t->rows, t->cols);
  if (t->kind == 4) return attn_squared_error(NULL, t->x, t->r, t->rows * t->cols);
  if (t->kind == 5) {
    if (attn_cross_entropy(&loss, NULL, t->x, t->target, t->rows, t->cols, &error) != ATTN_OK) wrong++;
    return loss;
  }
  return weighed(t->y, t->r, t->rows * t->cols);
}

static void check_tool(stream *s, int64_t which) {
  static const char *const names[] = {"layer_norm", "batch_norm training", "batch_norm",
                                      "softmax",    "squared_error",       "cross_entropy"};
  tool t = {.kind = (int32_t)pick(s, 6)};
  t.rows = 1 + pick(s, 5);
  t.cols = one_in(s, 10) ? 131 : 1 + pick(s, 6);
  const int64_t n = t.rows * t.cols;
  const int32_t parameters = one_in(s, 2);
  double loss;
  attn_error error;
  t.x = numbers(s, n), t.r = numbers(s, n), t.y = blank(s, n);
  t.gamma = parameters ? numbers(s, t.cols) : NULL, t.beta = parameters ? numbers(s, t.cols) : NULL;
  t.running_mean = numbers(s, t.cols), t.running_var = numbers(s, t.cols);
  t.mean = blank(s, t.rows + t.cols), t.rstd = blank(s, t.rows + t.cols);
  t.target = take((size_t)t.rows * sizeof *t.target);
  for (int64_t c = 0; c < t.cols; c++) t.running_var[c] = (attn_real)0.5 + t.running_var[c] * t.running_var[c];
  for (int64_t i = 0; i < t.rows; i++) t.target[i] = (int32_t)pick(s, t.cols + 1) - 1;
  attn_real *grad = blank(s, n), *grad_gamma = blank(s, t.cols), *grad_beta = blank(s, t.cols);
  tool_loss(&t);
  if (t.kind == 0) attn_layer_norm_backward(grad, grad_gamma, grad_beta, t.r, t.x, t.gamma, 1e-2, t.rows, t.cols);
  if (t.kind == 1 || t.kind == 2)
    attn_batch_norm_backward(grad, grad_gamma, grad_beta, t.r, t.x, t.gamma, t.running_mean, t.running_var, 1e-2,
                             t.kind == 1, t.rows, t.cols);
  if (t.kind == 3) attn_softmax_backward(grad, t.r, t.y, t.rows, t.cols);
  if (t.kind == 4) attn_squared_error(grad, t.x, t.r, n);
  if (t.kind == 5) attn_cross_entropy(&loss, grad, t.x, t.target, t.rows, t.cols, &error);
  check(names[t.kind], which, t.x, grad, n, tool_loss, &t);
  if (t.kind < 3 && parameters) check("gamma", which, t.gamma, grad_gamma, t.cols, tool_loss, &t);
  if (t.kind < 3 && parameters) check("beta", which, t.beta, grad_beta, t.cols, tool_loss, &t);
}

/* ---------------------------------------------------------------- geometry */

/* Every output of the geometry, in the order of attn_geometry, with the weights
 * r of its entries in the loss. */
enum { DOT, COSINE, ANGLE, PROJECTION, LENGTH_A, LENGTH_B, OUTPUTS };
typedef struct {
  int64_t n, m, d;
  attn_real *a, *b, *y[OUTPUTS];
  const attn_real *r[OUTPUTS];
} arrows;

static int64_t count_of_output(const arrows *g, int32_t output) {
  return output == LENGTH_A ? g->n : output == LENGTH_B ? g->m : g->n * g->m;
}

static double geometry_loss(void *what) {
  const arrows *g = what;
  double loss = 0;
  attn_geometry(g->y[DOT], g->y[COSINE], g->y[ANGLE], g->y[PROJECTION], g->y[LENGTH_A], g->y[LENGTH_B], g->a, g->b,
                g->n, g->m, g->d);
  for (int32_t o = 0; o < OUTPUTS; o++)
    if (g->r[o] != NULL) loss += weighed(g->y[o], g->r[o], count_of_output(g, o));
  return loss;
}

static void check_geometry(stream *s, int64_t which) {
  arrows g = {.n = 1 + pick(s, 4), .m = 1 + pick(s, 4), .d = one_in(s, 8) ? 37 : 2 + pick(s, 5)};
  g.a = numbers(s, g.n * g.d), g.b = numbers(s, g.m * g.d);
  for (int32_t o = 0; o < OUTPUTS; o++) {
    g.y[o] = blank(s, count_of_output(&g, o));
    g.r[o] = one_in(s, 3) ? NULL : numbers(s, count_of_output(&g, o));
  }
  attn_real *grad_a = blank(s, g.n * g.d), *grad_b = blank(s, g.m * g.d);
  attn_geometry_backward(grad_a, grad_b, g.r[DOT], g.r[COSINE], g.r[ANGLE], g.r[PROJECTION], g.r[LENGTH_A],
                         g.r[LENGTH_B], g.a, g.b, g.n, g.m, g.d);
  check("geometry a", which, g.a, grad_a, g.n * g.d, geometry_loss, &g);
  check("geometry b", which, g.b, grad_b, g.m * g.d, geometry_loss, &g);
}

int main(int argc, char **argv) {
  const int64_t cases = argc > 1 ? atoi(argv[1]) : 2000;
  for (int64_t n = 0; n < cases; n++) {
    stream s = {NULL, 0, (uint32_t)n * 2654435761u + 7, take, 0};
    used = 0;
    if (n % 16 == 5)
      check_geometry(&s, n);
    else if (n % 16 == 6)
      check_encoder(&s, n);
    else if (n % 16 == 13)
      check_feed_forward(&s, n);
    else if (n % 8 == 6)
      check_decoder(&s, n);
    else if (n % 8 == 7)
      check_tool(&s, n);
    else
      check_attention(&s, n);
  }
  printf("%lld partials of %lld cases, %lld wrong\n", (long long)checked, (long long)cases, (long long)wrong);
  return wrong > 0 || checked < 20 * cases;
}
