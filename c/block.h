/*
 * The inner loop of everything that is fast: a block of ATTN_TALL by 2 vectors of
 * sums, held in registers.
 *
 *   sum[r][l] = sum over t of a[t][r] * b[t][l]
 *
 * a (terms, ATTN_TALL) and b (terms, ATTN_BLOCK) are panels: packed so that one term's
 * entries are neighbours. Each lane is another sum, terms run in sequence, so the
 * order is that of a plain loop. A sum begins with its first product, not with 0 plus
 * that: only a sum of nothing but -0 can tell, until something is added to it.
 */
#ifndef ATTN_BLOCK_H
#define ATTN_BLOCK_H

#include "simd.h"

/*
 * Rows of a block, even, at least 4. Two fused multiply-adds begin in a cycle and
 * each takes four: 8 sums leave no slack, 12 do, and with 2 + 1 operands they are
 * all the registers that V8 hands out. Products and sums apart keep 8 busy.
 */
#if ATTN_RELAXED
#define ATTN_TALL 6
#else
#define ATTN_TALL 4
#endif
#define ATTN_BLOCK (2 * ATTN_LANES) /* its columns */
#define ATTN_CHUNK 32               /* terms: the order of large sums, see matmul.c */

typedef struct {
  attn_vec row[ATTN_TALL][2];
} attn_sums;

ATTN_INLINE void attn_block_term(attn_sums *s, const attn_real *a, const attn_real *b) {
  const attn_vec left = attn_load(b), right = attn_load(b + ATTN_LANES);
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    const attn_vec x = attn_splat(a[r]);
    s->row[r][0] = attn_madd(x, left, s->row[r][0]);
    s->row[r][1] = attn_madd(x, right, s->row[r][1]);
  }
}

ATTN_INLINE attn_sums attn_no_sums(void) {
  attn_sums s;
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) s.row[r][0] = s.row[r][1] = attn_splat(0);
  return s;
}

/* terms >= 1 */
ATTN_INLINE attn_sums attn_block(const attn_real *a, const attn_real *b, int64_t terms) {
  attn_sums s;
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    s.row[r][0] = attn_splat(a[r]) * attn_load(b);
    s.row[r][1] = attn_splat(a[r]) * attn_load(b + ATTN_LANES);
  }
  for (int64_t t = 1; t < terms; t++) {
    a += ATTN_TALL, b += ATTN_BLOCK;
    attn_block_term(&s, a, b);
  }
  return s;
}

ATTN_INLINE attn_sums attn_block_add(attn_sums s, attn_sums more) {
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) s.row[r][0] += more.row[r][0], s.row[r][1] += more.row[r][1];
  return s;
}

/* The same chunk after chunk; in one run where the order is free. */
ATTN_INLINE attn_sums attn_block_chunks(const attn_real *a, const attn_real *b, int64_t terms) {
  attn_sums s = attn_block(a, b, ATTN_RELAXED || terms < ATTN_CHUNK ? terms : ATTN_CHUNK);
  if (ATTN_RELAXED) return s;
  for (int64_t t = ATTN_CHUNK; t < terms; t += ATTN_CHUNK) {
    const int64_t rest = terms - t < ATTN_CHUNK ? terms - t : ATTN_CHUNK;
    s = attn_block_add(s, attn_block(a + t * ATTN_TALL, b + t * ATTN_BLOCK, rest));
  }
  return s;
}

/* Four entries; memcpy would be a call. */
ATTN_INLINE void attn_copy_four(attn_real *y, const attn_real *x) {
  for (int r = 0; r < 4; r += ATTN_LANES) attn_store(y + r, attn_load(x + r));
}

/* y[c * step + r] = x[r][c] for four rows x and c < count: rows side by side, as panels want them */
static inline void attn_pack_four(attn_real *y, int64_t step, const attn_real *const x[4], int64_t count) {
  int64_t c = 0;
#ifndef ATTN_DOUBLE
  for (; attn_more(c, 4, count); c += 4, y += 4 * step) {
    const attn_vec x0 = attn_load(x[0] + c), x1 = attn_load(x[1] + c), x2 = attn_load(x[2] + c);
    const attn_vec x3 = attn_load(x[3] + c);
    const attn_vec low01 = __builtin_shufflevector(x0, x1, 0, 4, 1, 5);
    const attn_vec low23 = __builtin_shufflevector(x2, x3, 0, 4, 1, 5);
    const attn_vec high01 = __builtin_shufflevector(x0, x1, 2, 6, 3, 7);
    const attn_vec high23 = __builtin_shufflevector(x2, x3, 2, 6, 3, 7);
    attn_store(y, __builtin_shufflevector(low01, low23, 0, 1, 4, 5));
    attn_store(y + step, __builtin_shufflevector(low01, low23, 2, 3, 6, 7));
    attn_store(y + 2 * step, __builtin_shufflevector(high01, high23, 0, 1, 4, 5));
    attn_store(y + 3 * step, __builtin_shufflevector(high01, high23, 2, 3, 6, 7));
  }
#endif
  for (; c < count; c++, y += step)
    for (int r = 0; r < 4; r++) y[r] = x[r][c];
}

/* The same for ATTN_TALL rows, each `row` after the one before: fours that overlap. */
static inline void attn_pack_tall(attn_real *y, const attn_real *x, int64_t row, int64_t count) {
  for (int r = 0; r <= ATTN_TALL - 4; r += 2) {
    const attn_real *four[4] = {x + r * row, x + (r + 1) * row, x + (r + 2) * row, x + (r + 3) * row};
    attn_pack_four(y + r, ATTN_TALL, four, count);
  }
}

#endif
