/*
 * The inner loop of everything that is fast: a block of ATTN_TALL by 2 vectors of
 * sums, held in registers.
 *
 *   sum[r][l] = sum over t of a[t][r] * b[t][l]
 *
 * a (terms, ATTN_TALL, ATTN_LANES) and b (terms, ATTN_BLOCK) are panels: packed so that
 * one term's entries are neighbours. An entry of a stands there once for every lane:
 * V8 needs two instructions to spread it while it loads, and one without. What a
 * processor begins in a cycle is what bounds this loop, above all where two threads
 * share a core. Each lane is another sum that begins at +0, terms run in sequence, so
 * the order is that of a plain loop.
 */
#ifndef ATTN_BLOCK_H
#define ATTN_BLOCK_H

#include "simd.h"

/*
 * Rows of a block. Two fused multiply-adds begin in a cycle and each takes four:
 * 8 sums leave no slack, 12 do, and with 2 + 1 operands they are all the registers
 * that V8 hands out. Products and sums apart keep 8 busy.
 */
#if ATTN_RELAXED
#define ATTN_TALL 6
#else
#define ATTN_TALL 4
#endif
#define ATTN_SPREAD  (ATTN_TALL * ATTN_LANES) /* entries of a term in a panel a */
#define ATTN_BLOCK   (2 * ATTN_LANES)         /* columns of a block, entries of a term in a panel b */
#define ATTN_CHUNK   32                       /* terms: the order of large sums, see matmul.c */
#define ATTN_AT_ONCE 4                        /* terms that a loop takes at once; ATTN_CHUNK is a multiple of it */

typedef struct {
  attn_vec column[2][ATTN_TALL];
} attn_sums;

ATTN_INLINE void attn_block_term(attn_sums *s, const attn_real *a, const attn_real *b) {
  const attn_vec left = attn_load(b), right = attn_load(b + ATTN_LANES);
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    const attn_vec x = attn_load(a + r * ATTN_LANES);
    s->column[0][r] = attn_madd(x, left, s->column[0][r]);
    s->column[1][r] = attn_madd(x, right, s->column[1][r]);
  }
}

/* matmul.c. Loaded, so that all sums begin with the same vector: of zeros that stand in the code the compiler gives one
 * to some sums and another to others, which keeps V8 from joining them (attn_lay_down). */
extern const attn_vec attn_zeros;

ATTN_INLINE attn_sums attn_no_sums(void) {
  attn_sums s;
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) s.column[0][r] = s.column[1][r] = attn_zeros;
  return s;
}

ATTN_INLINE attn_sums attn_block(const attn_real *a, const attn_real *b, int64_t terms) {
  attn_sums s = attn_no_sums();
  for (; terms >= ATTN_AT_ONCE; terms -= ATTN_AT_ONCE) {
    ATTN_UNROLL for (int t = 0; t < ATTN_AT_ONCE; t++) {
      attn_block_term(&s, a + t * ATTN_SPREAD, b + t * ATTN_BLOCK);
      // left to itself the compiler finishes one sum before it begins the next, with the operands of all terms in
      // registers that it does not have
      ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) attn_settle(&s.column[0][r]), attn_settle(&s.column[1][r]);
    }
    a += ATTN_AT_ONCE * ATTN_SPREAD, b += ATTN_AT_ONCE * ATTN_BLOCK;
  }
  for (; terms > 0; terms--, a += ATTN_SPREAD, b += ATTN_BLOCK) attn_block_term(&s, a, b);
  return s;
}

ATTN_INLINE attn_sums attn_block_add(attn_sums s, attn_sums more) {
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    s.column[0][r] += more.column[0][r];
    s.column[1][r] += more.column[1][r];
  }
  return s;
}

/*
 * The sums go through memory once, so that V8 can join two vectors into one of 256 bits
 * (--wasm-revectorize, processors with AVX2). It begins at two stores to one address and
 * the next 16 bytes, with no other load or store between them, and goes up through what
 * is stored: on both sides the same operation in the same block, down to loads 16 bytes
 * apart or to one value that both share. Rows are the pairs: their entries of a are
 * neighbours, and a vector of b is doubled once for all of them. Pairs of columns would
 * double each entry of a. Splats of different numbers, most shuffles and a vector that
 * belongs to two different pairs end it, and nothing above those two stores is joined.
 * The upper store comes first: otherwise V8 keeps the lower one too, since the upper may
 * trap. Where one place is stored to twice in a block, V8 sees the last store alone.
 */
ATTN_INLINE void attn_lay_down(attn_sums *rest, attn_sums s) {
  ATTN_UNROLL for (int r = ATTN_TALL - 1; r >= 0; r--) rest->column[0][r] = s.column[0][r];
  ATTN_UNROLL for (int r = ATTN_TALL - 1; r >= 0; r--) rest->column[1][r] = s.column[1][r];
#ifdef __wasm_simd128__
  __asm__ volatile("" : : "r"(rest) : "memory");
#endif
}

ATTN_INLINE attn_sums attn_at_rest(attn_sums s) {
  attn_sums rest;
  attn_lay_down(&rest, s);
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    s.column[0][r] = rest.column[0][r];
    s.column[1][r] = rest.column[1][r];
  }
  return s;
}

/* The same chunk after chunk; in one run where the order is free. */
ATTN_INLINE attn_sums attn_block_chunks(const attn_real *a, const attn_real *b, int64_t terms) {
  if (ATTN_RELAXED) return attn_at_rest(attn_block(a, b, terms));
  attn_sums s = attn_no_sums();
  for (int64_t t = 0; t < terms; t += ATTN_CHUNK) {
    const int64_t rest = terms - t < ATTN_CHUNK ? terms - t : ATTN_CHUNK;
    s = attn_block_add(s, attn_block(a + t * ATTN_SPREAD, b + t * ATTN_BLOCK, rest));
  }
  return attn_at_rest(s);
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

/* y[c * step] = x[c * next] in all lanes, c < count */
ATTN_INLINE void attn_spread(attn_real *y, int64_t step, const attn_real *x, int64_t next, int64_t count) {
  for (int64_t c = 0; c < count; c++, y += step, x += next) attn_store(y, attn_splat(*x));
}

/* a panel (count, ATTN_TALL, ATTN_LANES) of ATTN_TALL rows of x: entries from row to row, from term to term */
ATTN_INLINE void attn_spread_tall(attn_real *y, const attn_real *x, int64_t row, int64_t next, int64_t count) {
  for (int64_t c = 0; c < count; c++, x += next)
    ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++, y += ATTN_LANES) attn_store(y, attn_splat(x[r * row]));
}

#endif
