/*
 * Declarations shared by the files of the fused path. Each file uses only those listed above it.
 *
 *   fused_plan.c     limits, sizes and scratch
 *   fused_pack.c     packs queries into lanes, keys and values into panels
 *   fused_wide.c     the loops of the next two files for small problems, in double
 *   fused_scores.c   the scores of a unit of queries and a tile of keys
 *   fused_mix.c      the running softmax and the weighted sum of values
 *   fused_ends.c     the projections before the rows, the output after them
 *   fused_rows.c     a run: queries in units, keys in tiles; the order of all sums
 *   fused_trace.c    independent of the others: the same computation row by row, with every step recorded
 */
#ifndef ATTN_FUSED_H
#define ATTN_FUSED_H

#include "block.h"
#include "internal.h"
#include "product.h"
#include "numeric.h"

enum {
  FUSED_TILE = ATTN_RELAXED ? 192 : 256, /* keys per tile; packed with their values, they still fit in the cache */
  FUSED_STEP = ATTN_RELAXED ? ATTN_TALL : ATTN_CHUNK, /* within a tile, a unit's keys begin at a multiple of it */
  FUSED_WIDE_WORK = 32768,                            /* the most terms of a product that is summed in double */
  FUSED_GROUP = 64,                                   /* the most units that share a packed tile */
  FUSED_PART_WORK = 4194304 /* terms per part of a projection: about a millisecond; far above ATTN_SMALL_WORK */
};

/* Queries, keys or values, whether split into heads or not, with the steps in entries from batch to batch, head to head
 * and row to row. */
typedef struct {
  const attn_real *data;
  int64_t batch, head, row;
} fused_rows;

/* ATTN_BLOCK query rows of one head, one per lane, with their running state. */
typedef struct {
  int64_t b, h, first, rows;                      /* lanes beyond `rows` repeat the last row and are discarded */
  attn_bit_lane from[ATTN_BLOCK], to[ATTN_BLOCK]; /* keys within reach of each row */
  int64_t near, far;                              /* keys within reach of any row */
  int64_t all_from, all_to;                       /* keys within reach of every row */
  attn_real max[ATTN_BLOCK];                      /* largest score so far */
  double sum[ATTN_BLOCK];                         /* of exp(score - max) so far */
  attn_real *query;                               /* (width, ATTN_BLOCK) */
  attn_real *mixed; /* (tall values, ATTN_BLOCK): sum of exp(score - max) * value so far */
  bool careful;     /* a tile was wild, so a second pass computes mixed again, without its forbidden pairs */
} fused_unit;

/* A tile of keys and their values. It is always packed whole, so that `wild` does not depend on which unit reads it.
 * Panels are (tall keys / ATTN_TALL, width, ATTN_TALL, ATTN_LANES) and (tall values / ATTN_TALL, FUSED_TILE, ATTN_TALL,
 * ATTN_LANES), padded with zeros. */
typedef struct {
  int64_t first, count; /* keys first .. first + count - 1 */
  attn_real *keys, *values;
  bool wild; /* some value is NaN, infinite or so large that a sum of products could overflow */
} fused_tile;

/* The state of one call. */
typedef struct {
  const attn_plan *plan;
  const attn_problem *problem;
  fused_rows query, key, value;
  attn_band band;      /* the keys within reach of each row */
  int64_t width;       /* entries of a packed query or key: d_k, or hidden for the additive score */
  int64_t tall_values; /* d_v rounded up to whole blocks */
  attn_real *mixed;    /* (batch, heads, q_len, d_v) */
  attn_real *log_sums; /* (batch, heads, q_len) */
  fused_tile tile;
  attn_real *scores; /* (FUSED_TILE, ATTN_BLOCK), later their exponentials */
  bool *open;        /* (FUSED_TILE, ATTN_BLOCK): the pair is allowed */
  bool wide;         /* the problem is small, so sums are in double */
  double *token;     /* (width): a token projected through w_score or w_1 */
  fused_unit units[FUSED_GROUP];
} fused_run;

/* Return the address of key j of a tile, and of column c of its value j. The next feature of a key and the same column
 * of the next value are ATTN_SPREAD entries further on. */
static inline attn_real *fused_key(const fused_tile *tile, int64_t j, int64_t width) {
  return tile->keys + (j / ATTN_TALL * ATTN_TALL * width + j % ATTN_TALL) * ATTN_LANES;
}
static inline attn_real *fused_value(const fused_tile *tile, int64_t j, int64_t c) {
  return tile->values + (c / ATTN_TALL * ATTN_TALL * FUSED_TILE + j * ATTN_TALL + c % ATTN_TALL) * ATTN_LANES;
}

/* Returns the two vectors of a row of x (rows, ATTN_BLOCK). */
ATTN_INLINE attn_vec *fused_lanes(attn_real *x, int64_t row) {
  return (attn_vec *)(void *)(x + row * ATTN_BLOCK);
}

/* Returns the query row in lane l; lanes beyond the last row repeat it. */
static inline int64_t fused_row(const fused_unit *unit, int64_t l) {
  return unit->first + (l < unit->rows ? l : unit->rows - 1);
}

/* fused_ends.c: the places of the projections in scratch */
typedef struct {
  attn_real *query, *key, *value; /* (batch, rows, heads * d); NULL if query, key and value are inputs */
  void *rest;
} fused_projected;
fused_projected fused_cut_projected(void *scratch, const attn_plan *plan, const attn_problem *problem);

/* fused_plan.c */
int64_t fused_width(const attn_plan *plan); /* run->width */
int64_t fused_tall(int64_t count);          /* count rounded up to whole blocks */
int64_t fused_units_a_head(const attn_plan *plan);
int64_t fused_group(const attn_plan *plan);     /* units that share a packed tile */
int64_t fused_tile_keys(const attn_plan *plan); /* keys that a tile can hold; fewer if the problem is short */
/* Reports whether the heads must be joined for the output. With one head or one row they are side by side already. */
bool fused_joins(const attn_plan *plan);
/* Reports whether output and mixed hold the same numbers in the same order and share a place in the trace. */
bool fused_output_is_mixed(const attn_plan *plan, const attn_problem *problem);

/* fused_pack.c: into lanes and panels */
void fused_pack_queries(const fused_run *run, fused_unit *unit);
void fused_pack_keys(fused_run *run, int64_t b, int64_t g);
void fused_pack_values(fused_run *run, int64_t b, int64_t g);

/* fused_scores.c: writes the masked scores of one unit and the keys from .. to - 1 of the tile to run->scores, and
 * raises max to the largest score of each lane. Returns the number of keys, rounded up to whole blocks. */
int64_t fused_scores(fused_run *run, const fused_unit *unit, attn_vec max[2], int64_t from, int64_t to);
/* Writes run->open for the same pairs. count is rounded up to whole blocks; the padding pairs are closed. */
void fused_open(fused_run *run, const fused_unit *unit, int64_t from, int64_t count);

/* fused_wide.c: the loops of fused_scores.c and fused_mix.c for small problems */
bool fused_is_wide(const attn_plan *plan);
void fused_wide_scores(const fused_run *run, const fused_unit *unit, int64_t from, int64_t count);
void fused_wide_exponentials(const fused_run *run, double sums[ATTN_BLOCK], const attn_vec max[2], int64_t from,
                             int64_t count);
void fused_wide_mix(const fused_run *run, const fused_unit *unit, const attn_vec fade[2], int64_t from, int64_t count);

/* fused_mix.c */
/* Folds one tile into max, sum and, with values, mixed. */
void fused_online(fused_run *run, fused_unit *unit, bool with_values);
/* Adds one tile to mixed once max and sum are final: with the overriding weights, or with the weights divided by sum.
 * In a wild tile, forbidden pairs are skipped. */
void fused_given(fused_run *run, fused_unit *unit);
/* Writes a unit's rows of mixed (divided by sum, if divide) and log_sum_exp. */
void fused_write(const fused_run *run, const fused_unit *unit, bool divide);

#endif
