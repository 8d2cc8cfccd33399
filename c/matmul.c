/*
 * The order of every sum of products, the same in every build:
 *
 *   m * n * k <= ATTN_SMALL_WORK   each output is accumulated in double, terms in
 *                                  sequence, and rounded once. Small problems,
 *                                  the ones people look at, come out correctly
 *                                  rounded.
 *   larger                         float32: terms in sequence within chunks of
 *                                  ATTN_CHUNK = 32, which begin at multiples of
 *                                  32; the sums of the chunks in sequence,
 *                                  beginning at +0. Each product and each sum
 *                                  rounds, so no fused multiply-add.
 *
 * Lanes and register blocks hold different outputs, never parts of one sum. With
 * ATTN_DOUBLE everything is the first kind.
 */
#include "block.h"
#include "matmul.h"
#include "numeric.h"

typedef attn_product product;

static int32_t is_small(int64_t m, int64_t n, int64_t k) {
  return sizeof(attn_real) == sizeof(double) || (double)m * (double)n * (double)k <= ATTN_SMALL_WORK;
}

ATTN_INLINE int64_t smaller(int64_t x, int64_t y) {
  return x < y ? x : y;
}

/* From .. to: from the first to the last column that one of `rows` neighbouring rows of c needs. */
static void needed(int64_t *from, int64_t *to, const product *p, int64_t i, int64_t rows) {
  int64_t other;
  *from = 0, *to = p->n;
  if (p->band == NULL) return;
  attn_band_row(from, &other, p->band, i, p->n);
  attn_band_row(&other, to, p->band, smaller(i + rows, p->m) - 1, p->n);
}

/* ------------------------------------------------------------ small: double */

enum { SMALL_COLUMNS = 4 };

typedef double pair __attribute__((vector_size(16)));

/* sums of `rows` rows and four columns; b (k, 4) with steps b_row and 1 */
ATTN_INLINE void small_block(const product *p, int64_t i, int64_t j, const int rows, const attn_real *b,
                             int64_t b_row) {
  const attn_real *a = p->a + i * p->a_row;
  pair s[4][2];
  ATTN_UNROLL for (int r = 0; r < rows; r++) s[r][0] = s[r][1] = (pair){0, 0};
  for (int64_t t = 0; t < p->k; t++, a += p->a_col, b += b_row) {
    const pair left = {(double)b[0], (double)b[1]}, right = {(double)b[2], (double)b[3]};
    ATTN_UNROLL for (int r = 0; r < rows; r++) {
      const double x = (double)a[r * p->a_row];
      s[r][0] += x * left;
      s[r][1] += x * right;
    }
  }
  const int64_t columns = smaller(p->n - j, SMALL_COLUMNS);
  ATTN_UNROLL for (int r = 0; r < rows; r++) {
    attn_real *c = p->c + (i + r) * p->c_row + j;
    ATTN_UNROLL for (int l = 0; l < SMALL_COLUMNS; l++) {
      const attn_real sum = (attn_real)s[r][l / 2][l % 2];
      if (l < columns) c[l] = p->accumulate ? c[l] + sum : sum;
    }
  }
}

static void multiply_small(const product *p, attn_real *packed) {
  for (int64_t j = 0; j < p->n; j += SMALL_COLUMNS) {
    const int64_t columns = smaller(p->n - j, SMALL_COLUMNS);
    const attn_real *b = p->b + j * p->b_col;
    int64_t b_row = p->b_row, i = 0, from, to;
    if (p->b_col != 1 || columns < SMALL_COLUMNS) {
      for (int64_t t = 0; t < p->k; t++)
        for (int64_t l = 0; l < SMALL_COLUMNS; l++)
          packed[t * SMALL_COLUMNS + l] = l < columns ? b[t * p->b_row + l * p->b_col] : 0;
      b = packed, b_row = SMALL_COLUMNS;
    }
    for (; i + 4 <= p->m; i += 4) {
      needed(&from, &to, p, i, 4);
      if (from < j + columns && j < to) small_block(p, i, j, 4, b, b_row);
    }
    for (; i < p->m; i++) small_block(p, i, j, 1, b, b_row);
  }
}

/* ----------------------------------------------------------- large: float32 */

enum { LARGE_PANELS = 131072 }; /* entries of b packed at once, if that many columns of it are that few */

/* y (count, 4): four neighbouring rows (steps: next row, next entry) side by side, those beyond `rows` as zeros */
static void pack_panel(attn_real *y, int64_t step, const attn_real *x, int64_t next_row, int64_t next, int64_t rows,
                       int64_t count) {
  const attn_real *four[4] = {x, x + next_row, x + 2 * next_row, x + 3 * next_row};
  if (rows >= 4 && next == 1) {
    attn_pack_four(y, step, four, count);
  } else if (rows >= 4 && next_row == 1) {
    for (int64_t t = 0; t < count; t++) attn_copy_four(y + t * step, x + t * next);
  } else {
    for (int64_t t = 0; t < count; t++)
      for (int64_t r = 0; r < 4; r++) y[t * step + r] = r < rows ? x[r * next_row + t * next] : 0;
  }
}

/* c (rows, columns) of one block at an edge */
static void store_part(attn_sums s, attn_real *c, int64_t c_row, int64_t rows, int64_t columns, int32_t accumulate) {
  for (int64_t r = 0; r < rows; r++, c += c_row)
    for (int64_t l = 0; l < columns; l++) {
      const attn_real sum = s.row[r][l / ATTN_LANES][l % ATTN_LANES];
      c[l] = accumulate ? c[l] + sum : sum;
    }
}

/* c (ATTN_TALL, ATTN_BLOCK) */
ATTN_INLINE void store_whole(const attn_sums *s, attn_real *c, int64_t c_row, int32_t accumulate) {
  ATTN_UNROLL for (int r = 0; r < ATTN_TALL; r++) {
    ATTN_UNROLL for (int half = 0; half < 2; half++) {
      attn_real *to = c + r * c_row + half * ATTN_LANES;
      attn_store(to, accumulate ? attn_load(to) + s->row[r][half] : s->row[r][half]);
    }
  }
}

/* Terms of ATTN_TALL rows of a that matter: the rest, at either end, are zeros, as one triangle of causal weights is.
 * Adding 0 times something finite changes no bit. */
typedef struct {
  int64_t from, to;
} reach;

/* four entries of each of ATTN_TALL rows; step: from run to run of neighbours */
static int32_t are_zero(const attn_real *x, int64_t step, int64_t next_row) {
  attn_bits found = attn_splat(0) != attn_splat(0);
  for (int up = 0; up <= ATTN_TALL - 4; up += 2)
    for (int r = 0; r < 4; r++)
      for (int l = 0; l < 4; l += ATTN_LANES) found |= attn_load(x + up * next_row + r * step + l) != attn_splat(0);
  return !attn_any(found);
}

static reach reach_of(const product *p, int64_t i) {
  reach r = {0, p->k};
  const attn_real *a = p->a + i * p->a_row;
  const int64_t step = p->a_col == 1 ? p->a_row : p->a_col;
  if (p->m - i < ATTN_TALL || (p->a_col != 1 && p->a_row != 1)) return r;
  while (r.from + 4 <= r.to && are_zero(a + r.from * p->a_col, step, p->a_row)) r.from += 4;
  while (r.from + 4 <= r.to && are_zero(a + (r.to - 4) * p->a_col, step, p->a_row)) r.to -= 4;
  return r;
}

static void multiply_block(const product *p, int64_t i, int64_t j, const attn_real *a, const attn_real *b, reach r) {
  attn_sums s = attn_no_sums();
  for (int64_t t = r.from, end; t < r.to; t = end) {
    end = smaller(r.to, t / ATTN_CHUNK * ATTN_CHUNK + ATTN_CHUNK);
    s = attn_block_add(s, attn_block(a + t * ATTN_TALL, b + t * ATTN_BLOCK, end - t));
  }
  attn_real *c = p->c + i * p->c_row + j;
  const int64_t rows = smaller(p->m - i, ATTN_TALL), columns = smaller(p->n - j, ATTN_BLOCK);
  if (rows == ATTN_TALL && columns == ATTN_BLOCK)
    store_whole(&s, c, p->c_row, p->accumulate);
  else
    store_part(s, c, p->c_row, rows, columns, p->accumulate);
}

/* Columns of b that are packed at once. */
static int64_t columns_at_once(int64_t n, int64_t k) {
  const int64_t most = LARGE_PANELS / k / ATTN_BLOCK * ATTN_BLOCK;
  const int64_t all = (n + ATTN_BLOCK - 1) / ATTN_BLOCK * ATTN_BLOCK;
  return most < ATTN_BLOCK ? ATTN_BLOCK : smaller(most, all);
}

static void multiply_large(const product *p, attn_real *scratch) {
  const int64_t k = p->k, at_once = columns_at_once(p->n, k);
  attn_real *panels = scratch, *rows = scratch + at_once * k;
  for (int64_t first = 0; first < p->n; first += at_once) {
    const int64_t end = smaller(p->n, first + at_once);
    for (int64_t j = first; j < end; j += ATTN_BLOCK)
      for (int64_t l = 0; l < ATTN_BLOCK; l += 4)
        pack_panel(panels + (j - first) * k + l, ATTN_BLOCK, p->b + (j + l) * p->b_col, p->b_col, p->b_row,
                   p->n - j - l, k);
    int32_t finite = -1;  // not asked yet
    for (int64_t i = 0; i < p->m; i += ATTN_TALL) {
      int64_t from, to;
      needed(&from, &to, p, i, ATTN_TALL);
      from = from > first ? from / ATTN_BLOCK * ATTN_BLOCK : first, to = smaller(to, end);
      if (from >= to) continue;
      reach r = reach_of(p, i);
      if (r.to - r.from < k && finite < 0)
        finite = attn_all_finite(panels, (end - first + ATTN_BLOCK - 1) / ATTN_BLOCK * ATTN_BLOCK * k);
      if (!finite) r = (reach){0, k};
      for (int64_t up = 0; up <= ATTN_TALL - 4; up += 2)
        pack_panel(rows + up + r.from * ATTN_TALL, ATTN_TALL, p->a + (i + up) * p->a_row + r.from * p->a_col, p->a_row,
                   p->a_col, p->m - i - up, r.to - r.from);
      for (int64_t j = from; j < to; j += ATTN_BLOCK) multiply_block(p, i, j, rows, panels + (j - first) * k, r);
    }
  }
}

/* ------------------------------------------------------------------- calls */

size_t attn_matmul_scratch(int64_t m, int64_t n, int64_t k) {
  if (m == 0 || n == 0 || k == 0) return 0;
  const int64_t columns = is_small(m, n, k) ? SMALL_COLUMNS : columns_at_once(n, k) + ATTN_TALL;
  return (size_t)columns * (size_t)k * sizeof(attn_real);
}

void attn_matmul(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col, const attn_real *b,
                 int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k, int32_t accumulate, void *scratch) {
  const product p = {c, a, b, c_row, a_row, a_col, b_row, b_col, m, n, k, accumulate, NULL};
  attn_multiply(&p, scratch);
}

void attn_multiply(const product *p, void *scratch) {
  if (p->m == 0) return;  // there is no scratch to pack b into
  if (is_small(p->m, p->n, p->k))
    multiply_small(p, scratch);
  else
    multiply_large(p, scratch);
}

/* One sum of k products a[t a_col] b[t b_row], in the order above. */
static attn_real sum_selected(const attn_real *a, int64_t a_col, const attn_real *b, int64_t b_row, int64_t k,
                              int32_t small, const uint8_t *allowed, int64_t allowed_col) {
  double wide = 0;
  attn_real sum = 0;
  for (int64_t first = 0; first < k; first += ATTN_CHUNK) {
    const int64_t end = smaller(k, first + ATTN_CHUNK);
    attn_real chunk = 0;
    for (int64_t t = first; t < end; t++) {
      if (!allowed[t * allowed_col]) continue;
      if (small)
        wide += (double)a[t * a_col] * (double)b[t * b_row];
      else
        chunk += a[t * a_col] * b[t * b_row];
    }
    sum += chunk;
  }
  return small ? (attn_real)wide : sum;
}

void attn_matmul_selected(attn_real *c, int64_t c_row, const attn_real *a, int64_t a_row, int64_t a_col,
                          const attn_real *b, int64_t b_row, int64_t b_col, int64_t m, int64_t n, int64_t k,
                          int32_t accumulate, void *scratch, const uint8_t *allowed, int64_t allowed_row,
                          int64_t allowed_col) {
  (void)scratch;
  const int32_t small = is_small(m, n, k);
  for (int64_t i = 0; i < m; i++) {
    for (int64_t j = 0; j < n; j++) {
      const attn_real sum =
          sum_selected(a + i * a_row, a_col, b + j * b_col, b_row, k, small, allowed + i * allowed_row, allowed_col);
      c[i * c_row + j] = accumulate ? c[i * c_row + j] + sum : sum;
    }
  }
}
