/* The products that make one entry, in the order in which they were added. */
#include "internal.h"
#include "matmul.h"

double attn_terms(attn_real *products, const attn_real *factors, int64_t n, int64_t count, double work) {
  double exact = 0;
  attn_real total = 0;
  for (int64_t first = 0; first < count; first += ATTN_CHUNK) {
    const int64_t end = attn_least(first + ATTN_CHUNK, count);
    attn_real chunk = 0;
    for (int64_t t = first; t < end; t++) {
      double product = 1;
      for (int64_t f = 0; f < n; f++) product *= (double)factors[f * count + t];
      products[t] = (attn_real)product;
      exact += product;
      chunk += products[t];
    }
    total += chunk;
  }
  // a small product is summed in double and rounded once; see matmul.c
  return work <= ATTN_SMALL_WORK ? (double)(attn_real)exact : (double)total;
}
