/*
 * Hashes everything that the core computes into one number, over seeded random
 * cases: forward, backward, fused, recurrent, feed-forward, norms, tools and
 * training. Every strict build must print the same number.
 *
 *   hash [cases]        natively
 *   attn_hash(cases)    in a WebAssembly module built from the same sources
 */
#include "runs.h"

enum { ARENA = 6 << 20 };
static union {
  double aligned;
  unsigned char bytes[ARENA];
} arena __attribute__((aligned(16)));
static size_t used;

static void *take(size_t bytes) {
  void *at = arena.bytes + used;
  used += (bytes + 15) & ~(size_t)15;
  if (used > ARENA) __builtin_trap();
  return at;
}

static uint64_t one_case(uint64_t hash, int32_t n) {
  stream s = {NULL, 0, (uint32_t)n * 2654435761u + 1, take, n % 5 == 4};
  used = 0;
  if (n % 8 == 5) {
    attn_decoder d = make_decoder(&s);
    return run_encoder(run_decoder(hash, &s, &d), &s);
  }
  if (n % 8 == 6) return run_feed_forward(run_norms(run_tools(hash, &s), &s), &s);
  if (n % 8 == 7) return run_training(hash, &s);
  attn_problem p = make_problem(&s);
  return run_fused_trace(run_fused(run_stepwise(hash, &s, &p), &s, &p), &s, &p);
}

/* Returns 53 bits of the hash, which a double holds exactly. */
double attn_hash(int32_t cases);
double attn_hash(int32_t cases) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (int32_t n = 0; n < cases; n++) hash = one_case(hash, n);
  return (double)(hash >> 11);
}

#ifndef __wasm__
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  printf("%.0f\n", attn_hash(argc > 1 ? atoi(argv[1]) : 10000));
  return 0;
}
#endif
