/*
 * The inner loop of all fast paths: a block of ATTN_TALL by 2 vectors of sums, held
 * in registers.
 *
 *   sum[r][l] = sum over t of a[t][r] * b[t][l]
 *
 * a (terms, ATTN_TALL, ATTN_LANES) and b (terms, ATTN_BLOCK) are panels, packed so
 * that the entries of one term are adjacent. Each entry of a is stored once per lane:
 * V8 needs two instructions to load and splat a number, but one to load a vector. This
 * loop is bound by the instructions a processor issues per cycle, above all where two
 * threads share a core. Each lane holds a separate sum that begins at +0 and adds its
 * terms in sequence, so the order is that of a plain loop.
 */
#ifndef ATTN_BLOCK_H
#define ATTN_BLOCK_H

#include "simd.h"

/*
 * Rows of a block. A processor starts two fused multiply-adds per cycle and each takes
 * four cycles: 8 sums leave no slack, 12 do, and with 2 + 1 operands they use all the
 * registers that V8 hands out. With separate products and sums, 8 keep it busy.
 */
#if ATTN_RELAXED
#define ATTN_TALL 6
#else
#define ATTN_TALL 4
#endif
#define ATTN_SPREAD  (ATTN_TALL * ATTN_LANES) /* entries of one term in a panel of a */
#define ATTN_BLOCK   (2 * ATTN_LANES)         /* columns of a block; entries of one term in a panel of b */
#define ATTN_CHUNK   32                       /* terms per chunk of a large sum; see matmul.c */
#define ATTN_AT_ONCE 4                        /* terms per round of the unrolled loop; divides ATTN_CHUNK */

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

/* matmul.c. Loaded from memory so that all sums begin with the same vector: the compiler would give different sums
 * different vectors of constant zeros, which keeps V8 from joining them (attn_lay_down). */
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
      // otherwise the compiler finishes one sum before it begins the next, which keeps the operands of all terms in
      // more registers than there are
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
 * Stores the sums to memory once, so that V8 can join pairs of vectors into vectors of
 * 256 bits (--wasm-revectorize, on processors with AVX2). V8 starts from two stores to
 * adjacent 16-byte addresses with no other load or store between them, and follows the
 * stored values upwards: both sides must do the same operation in the same basic block,
 * as far as loads 16 bytes apart or a value that both share. The pairs here are rows:
 * their entries of a are adjacent, and a vector of b is doubled once for all of them;
 * pairs of columns would double each entry of a. Splats of different numbers, most
 * shuffles and a vector that belongs to two different pairs end the search, and then
 * nothing above those two stores is joined. The upper store comes first; otherwise V8
 * keeps the lower one too, since the upper may trap. If an address is stored to twice in
 * a block, V8 sees only the last store.
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

/* Sums a block chunk by chunk, or in a single chunk in the relaxed build, which fixes no order. */
ATTN_INLINE attn_sums attn_block_chunks(const attn_real *a, const attn_real *b, int64_t terms) {
  if (ATTN_RELAXED) return attn_at_rest(attn_block(a, b, terms));
  attn_sums s = attn_no_sums();
  for (int64_t t = 0; t < terms; t += ATTN_CHUNK) {
    const int64_t rest = terms - t < ATTN_CHUNK ? terms - t : ATTN_CHUNK;
    s = attn_block_add(s, attn_block(a + t * ATTN_SPREAD, b + t * ATTN_BLOCK, rest));
  }
  return attn_at_rest(s);
}

/* Copies four entries; memcpy would be a call. */
ATTN_INLINE void attn_copy_four(attn_real *y, const attn_real *x) {
  for (int r = 0; r < 4; r += ATTN_LANES) attn_store(y + r, attn_load(x + r));
}

/* y[c * step + r] = x[r][c] for four rows x and c < count: transposes rows into the layout of panels */
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

/* Writes the panel (count, ATTN_TALL, ATTN_LANES) of ATTN_TALL rows of x. row and next are the steps in entries from
 * row to row and from term to term. */
ATTN_INLINE void attn_spread_tall(attn_real *y, const attn_real *x, int64_t row, int64_t next, int64_t count) {
  for (int64_t c = 0; c < count; c++, x += next)
    ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++, y += ATTN_LANES) attn_store(y, attn_splat(x[r * row]));
}

#endif
