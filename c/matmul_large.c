/*
 * Products too large to be summed in double; matmul.c documents their order of summation.
 *
 * A run of columns of b is packed once into panels of ATTN_BLOCK columns. Then a is packed one panel of ATTN_TALL rows
 * at a time, and each panel is multiplied by all panels of b.
 */
#include "product.h"

enum { PANELS = 131072 }; /* the most entries of b packed at once, unless a single panel has more */

/* ------------------------------------------------------------------ packing */

/* Writes y (count, 4), with `step` entries from row to row: four adjacent rows of x side by side, zeros beyond `rows`.
 * next_row and next are the steps of x from row to row and from entry to entry. */
static void pack_panel(attn_real *y, int64_t step, const attn_real *x, int64_t next_row, int64_t next, int64_t rows,
                       int64_t count) {
  const attn_real *four[4] = {x, x + next_row, x + 2 * next_row, x + 3 * next_row};
  if (rows >= 4 && next == 1) {
    attn_pack_four(y, step, four, count);
  } else if (rows >= 4 && next_row == 1) {
    for (int64_t t = 0; t < count; t++, y += step, x += next) attn_copy_four(y, x);
  } else {
    for (int64_t t = 0; t < count; t++)
      for (int64_t r = 0; r < 4; r++) y[t * step + r] = r < rows ? x[r * next_row + t * next] : 0;
  }
}

/* Packs two panels at once from adjacent columns of x; the second begins `apart` entries after the first. This reads
 * whole cache lines, which may be evicted before a second read. */
static void pack_two(attn_real *y, int64_t apart, const attn_real *x, int64_t next, int64_t count) {
  for (int64_t t = 0; t < count; t++, y += ATTN_BLOCK, x += next)
    ATTN_UNROLL for (int up = 0; up < ATTN_BLOCK; up += 4) {
      attn_copy_four(y + up, x + up);
      attn_copy_four(y + apart + up, x + ATTN_BLOCK + up);
    }
}

/* Packs the panels of the columns first .. end - 1 of b. */
static void pack_columns(attn_real *panels, const attn_product *p, int64_t first, int64_t end) {
  int64_t j = first;
  for (; p->b_col == 1 && j + 2 * ATTN_BLOCK <= end; j += 2 * ATTN_BLOCK)
    pack_two(panels + (j - first) * p->k, ATTN_BLOCK * p->k, p->b + j, p->b_row, p->k);
  const int64_t whole = first + (end - first + ATTN_BLOCK - 1) / ATTN_BLOCK * ATTN_BLOCK;
  for (; j < whole; j += 4) {
    attn_real *y = panels + (j - first) / ATTN_BLOCK * ATTN_BLOCK * p->k + (j - first) % ATTN_BLOCK;
    pack_panel(y, ATTN_BLOCK, p->b + j * p->b_col, p->b_col, p->b_row, p->n - j, p->k);
  }
}

/* Returns how many columns of b are packed at once. */
static int64_t columns_at_once(int64_t n, int64_t k) {
  const int64_t most = PANELS / k / ATTN_BLOCK * ATTN_BLOCK;
  const int64_t all = (attn_least(n, PANELS) + ATTN_BLOCK - 1) / ATTN_BLOCK * ATTN_BLOCK;
  return attn_least(attn_most(most, ATTN_BLOCK), all);
}

int64_t attn_multiply_large_scratch(int64_t n, int64_t k) {
  return attn_times(k, (columns_at_once(n, k) + ATTN_SPREAD) * (int64_t)sizeof(attn_real));
}

/* -------------------------------------------------------------------- zeros */

/* Reports whether four entries of each of ATTN_TALL rows are all 0. step is the step between runs of four adjacent
 * entries. */
static bool are_zero(const attn_real *x, int64_t step, int64_t next_row) {
  attn_bits found = attn_splat(0) != attn_splat(0);
  for (int up = 0; up <= ATTN_TALL - 4; up += 2)
    for (int r = 0; r < 4; r++)
      for (int l = 0; l < 4; l += ATTN_LANES) found |= attn_load(x + up * next_row + r * step + l) != attn_splat(0);
  return !attn_any(found);
}

/* Finds the terms from .. to - 1 of ATTN_TALL rows of a: all but the zeros at either end, such as those of padding. */
static void find_terms(int64_t *from, int64_t *to, const attn_product *p, int64_t i) {
  const attn_real *a = p->a + i * p->a_row;
  const int64_t step = p->a_col == 1 ? p->a_row : p->a_col;
  *from = 0, *to = p->k;
  if (p->m - i < ATTN_TALL || (p->a_col != 1 && p->a_row != 1)) return;
  while (*from + 4 <= *to && are_zero(a + *from * p->a_col, step, p->a_row)) *from += 4;
  while (*from + 4 <= *to && are_zero(a + (*to - 4) * p->a_col, step, p->a_row)) *to -= 4;
}

/* ------------------------------------------------------------------- blocks */

/* A packed panel of a: its rows begin at i, its terms are from .. to - 1, its columns of c are begin .. end - 1. */
typedef struct {
  attn_real *a;
  int64_t i, from, to, begin, end;
} strip;

/* c (ATTN_TALL, ATTN_BLOCK) */
ATTN_INLINE void store(const attn_sums *s, attn_real *c, int64_t c_row, bool accumulate) {
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    ATTN_UNROLL for (int half = 0; half < 2; half++) {
      attn_real *to = c + r * c_row + half * ATTN_LANES;
      attn_store(to, accumulate ? attn_load(to) + s->column[half][r] : s->column[half][r]);
    }
  }
}

/* c (rows, columns), part of a block at an edge */
static void store_part(attn_real *c, int64_t c_row, const attn_sums *s, int64_t rows, int64_t columns,
                       bool accumulate) {
  for (int64_t r = 0; r < rows; r++, c += c_row)
    for (int64_t l = 0; l < columns; l++) {
      const attn_real sum = s->column[l / ATTN_LANES][r][l % ATTN_LANES];
      c[l] = accumulate ? c[l] + sum : sum;
    }
}

static void multiply_block(const attn_product *p, const strip *rows, int64_t j, const attn_real *b) {
  attn_sums s = attn_no_sums();
  for (int64_t t = rows->from, end; t < rows->to; t = end) {
    end = ATTN_RELAXED ? rows->to : attn_least(rows->to, t / ATTN_CHUNK * ATTN_CHUNK + ATTN_CHUNK);
    s = attn_block_add(s, attn_block(rows->a + t * ATTN_SPREAD, b + t * ATTN_BLOCK, end - t));
  }
  attn_sums rest;
  attn_lay_down(&rest, s);
  attn_real *c = p->c + rows->i * p->c_row + j;
  const int64_t tall = attn_least(p->m - rows->i, ATTN_TALL), columns = attn_least(p->n - j, ATTN_BLOCK);
  if (tall == ATTN_TALL && columns == ATTN_BLOCK)
    store(&rest, c, p->c_row, p->accumulate);
  else
    store_part(c, p->c_row, &rest, tall, columns, p->accumulate);
}

/* ------------------------------------------------------------------ product */

/* The packed columns first .. end - 1 of b. */
typedef struct {
  const attn_real *panels;
  int64_t first, end;
  enum { NOT_ASKED, FINITE, NOT_FINITE } entries;
} columns;

/* Chooses the terms of a strip that are added up. Leaving out 0 times a finite number changes no bit. */
static void choose_terms(strip *rows, const attn_product *p, columns *b) {
  if (p->terms != NULL) {
    attn_band_rows(&rows->from, &rows->to, p->terms, rows->i, attn_least(rows->i + ATTN_TALL, p->m), p->k);
    return;
  }
  find_terms(&rows->from, &rows->to, p, rows->i);
  if (rows->to - rows->from == p->k) return;
  const int64_t width = (b->end - b->first + ATTN_BLOCK - 1) / ATTN_BLOCK * ATTN_BLOCK;
  if (b->entries == NOT_ASKED) b->entries = attn_all_finite(b->panels, width * p->k) ? FINITE : NOT_FINITE;
  if (b->entries == NOT_FINITE) rows->from = 0, rows->to = p->k;
}

/* Plans the strip of rows of a from i on. It is empty (begin >= end) if no column is needed. */
static strip plan_strip(const attn_product *p, int64_t i, columns *b) {
  strip s = {.i = i};
  attn_columns_needed(&s.begin, &s.end, p, i, ATTN_TALL);
  s.begin = s.begin > b->first ? s.begin / ATTN_BLOCK * ATTN_BLOCK : b->first;
  s.end = attn_least(s.end, b->end);
  if (s.begin < s.end) choose_terms(&s, p, b);
  return s;
}

/* Packs the panel of a strip, with zeros for rows beyond the last. */
static void pack_strip(const strip *s, const attn_product *p) {
  const attn_real none = 0;
  const attn_real *a = p->a + s->i * p->a_row + s->from * p->a_col;
  attn_real *y = s->a + s->from * ATTN_SPREAD;
  const int64_t terms = s->to - s->from, rows = p->m - s->i;
  if (rows >= ATTN_TALL && p->a_row == 1)
    attn_spread_tall(y, a, 1, p->a_col, terms);
  else if (rows >= ATTN_TALL)
    attn_spread_tall(y, a, p->a_row, p->a_col, terms);
  else
    for (int64_t r = 0; r < ATTN_TALL; r++, y += ATTN_LANES)
      attn_spread(y, ATTN_SPREAD, r < rows ? a + r * p->a_row : &none, r < rows ? p->a_col : 0, terms);
}

void attn_multiply_large(const attn_product *p, void *scratch) {
  const int64_t k = p->k, at_once = columns_at_once(p->n, k);
  attn_real *panels = scratch, *packed = panels + at_once * k;
  for (int64_t first = 0; first < p->n; first += at_once) {
    columns b = {panels, first, attn_least(p->n, first + at_once), NOT_ASKED};
    pack_columns(panels, p, first, b.end);
    for (int64_t i = 0; i < p->m; i += ATTN_TALL) {
      strip rows = plan_strip(p, i, &b);
      rows.a = packed;
      if (rows.from < rows.to) pack_strip(&rows, p);
      for (int64_t j = rows.begin; j < rows.end; j += ATTN_BLOCK) multiply_block(p, &rows, j, panels + (j - first) * k);
    }
  }
}
