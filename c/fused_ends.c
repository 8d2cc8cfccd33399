/* The steps before and after the rows of fused_rows.c: the projections and the output, whole or in parts. */
#include "fused.h"

fused_projected fused_cut_projected(void *scratch, const attn_plan *s, const attn_problem *p) {
  fused_projected x = {NULL, NULL, NULL, attn_somewhere(scratch)};
  if (!attn_has(p, ATTN_INPUT_x)) return x;
  const int64_t size = (int64_t)sizeof(attn_real), keys = s->batch * s->kv_len;
  x.query = attn_take(&x.rest, s->batch * s->q_len * s->heads * s->d_q * size);
  x.key = attn_take(&x.rest, keys * s->kv_heads * s->d_k * size);
  x.value = attn_take(&x.rest, keys * s->kv_heads * s->d_v * size);
  return x;
}

/* Fills in the projections with their places in scratch. */
static void projections(attn_projection to[3], const fused_projected *at, const attn_plan *s, const attn_problem *p) {
  attn_projections(to, s, p);
  to[0].y = at->query, to[1].y = at->key, to[2].y = at->value;
}

static void multiply(const attn_projection *to, int64_t first, int64_t rows, void *scratch) {
  attn_linear_forward(to->y + first * to->out, to->x + first * to->in, to->w, to->b, rows, to->in, to->out, scratch);
}

void attn_fused_begin(attn_real *trace, void *scratch, const attn_plan *s, const attn_problem *p) {
  (void)trace;
  const fused_projected at = fused_cut_projected(scratch, s, p);
  if (at.query == NULL) return;
  attn_projection to[3];
  projections(to, &at, s, p);
  for (int32_t n = 0; n < 3; n++) multiply(&to[n], 0, to[n].rows, at.rest);
}

/* Returns the rows per part; the last part also takes the rest. A part of a large product is itself a large product, so
 * its sums run in the same order. */
static int64_t part_rows(int64_t in, int64_t out) {
  return FUSED_PART_WORK / (in * out) + 1;
}

static int64_t parts_of(int64_t rows, int64_t in, int64_t out) {
  return attn_most(rows / part_rows(in, out), 1);
}

int64_t attn_fused_begin_parts(const attn_plan *s, const attn_problem *p) {
  if (!attn_has(p, ATTN_INPUT_x)) return 0;
  const fused_projected at = {NULL, NULL, NULL, NULL};
  attn_projection to[3];
  int64_t parts = 0;
  projections(to, &at, s, p);
  for (int32_t n = 0; n < 3; n++) parts += parts_of(to[n].rows, to[n].in, to[n].out);
  return parts;
}

void attn_fused_begin_part(attn_real *trace, void *scratch, const attn_plan *s, const attn_problem *p, int64_t part) {
  (void)trace;
  const fused_projected at = fused_cut_projected(scratch, s, p);
  attn_projection to[3];
  projections(to, &at, s, p);
  const attn_projection *one = to;
  int64_t parts;
  for (; part >= (parts = parts_of(one->rows, one->in, one->out)); one++) part -= parts;
  const int64_t rows = part_rows(one->in, one->out);
  multiply(one, part * rows, part < parts - 1 ? rows : one->rows - part * rows, at.rest);
}

int64_t attn_fused_end_parts(const attn_plan *s, const attn_problem *p) {
  return fused_output_is_mixed(s, p) ? 0 : parts_of(s->batch * s->q_len, s->heads * s->d_v, s->d_out);
}

/* Writes the output rows first .. first + rows - 1, counted across the batch: joins heads, then applies w_o and b_o. */
static void end_rows(attn_real *trace, void *scratch, const attn_plan *s, const attn_problem *p, int64_t first,
                     int64_t rows) {
  trace = attn_somewhere(trace), scratch = attn_somewhere(scratch);
  const attn_real *mixed = trace + s->slots[ATTN_TENSOR_mixed].offset;
  const attn_real *w_o = attn_reals(p, ATTN_INPUT_w_o), *b_o = attn_reals(p, ATTN_INPUT_b_o);
  const int64_t width = s->heads * s->d_v;
  attn_projection to = {
      trace + s->slots[ATTN_TENSOR_output].offset, mixed, w_o, b_o, s->batch * s->q_len, width, s->d_out};
  if (fused_joins(s)) {
    const bool last = w_o == NULL && b_o == NULL;
    attn_real *joined = last ? to.y : attn_take(&scratch, to.rows * width * (int64_t)sizeof *joined);
    for (int64_t row = first; row < first + rows; row++)
      for (int64_t h = 0; h < s->heads; h++) {
        const int64_t apart = (row / s->q_len * s->heads + h) * s->q_len + row % s->q_len;
        attn_copy(joined + row * width + h * s->d_v, mixed + apart * s->d_v, s->d_v);
      }
    if (last) return;
    to.x = joined;
  }
  multiply(&to, first, rows, scratch);
}

void attn_fused_end_part(attn_real *trace, void *scratch, const attn_plan *s, const attn_problem *p, int64_t part) {
  const int64_t rows = part_rows(s->heads * s->d_v, s->d_out), all = s->batch * s->q_len, first = part * rows;
  end_rows(trace, scratch, s, p, first, part < attn_fused_end_parts(s, p) - 1 ? rows : all - first);
}

void attn_fused_end(attn_real *trace, void *scratch, const attn_plan *s, const attn_problem *p) {
  if (!fused_output_is_mixed(s, p)) end_rows(trace, scratch, s, p, 0, s->batch * s->q_len);
}
