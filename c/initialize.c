/* Small random numbers to initialize parameters with; a seed gives the same bits everywhere. */
#include "internal.h"
#include "numeric.h"

/* Spreads a seed over 32 bits with one round of splitmix; avoids 0, with which xorshift must not start. */
ATTN_WRAPS static uint32_t generator(uint32_t seed) {
  uint64_t z = (uint64_t)seed + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const uint32_t state = (uint32_t)(z >> 32);
  return state == 0 ? 0x9e3779b9u : state;
}

/* uniform in [-1, 1), a multiple of 2^-23 (Marsaglia 2003: xorshift32) */
static double next_uniform(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  *state = x;
  return (double)(x >> 8) / 8388608 - 1;
}

/* normal with standard deviation 1, by the polar method (Marsaglia, Bray 1964): a point in the unit circle gives two
 * numbers, of which one is used */
static double next_normal(uint32_t *state) {
  for (;;) {
    const double u = next_uniform(state), v = next_uniform(state), s = u * u + v * v;
    if (s < 1 && s > 0) return u * sqrt(-2 * attn_log_wide(s) / s);
  }
}

void attn_initialize(attn_real *x, int32_t init, uint32_t seed, int64_t in, int64_t out, int64_t count) {
  uint32_t state = generator(seed);
  const double bound = sqrt(6 / ((double)in + (double)out));
  const double deviation = sqrt((init == ATTN_KAIMING ? 2 : 1) / (double)in);
  for (int64_t n = 0; n < count; n++)
    x[n] = (attn_real)(init == ATTN_XAVIER ? bound * next_uniform(&state) : deviation * next_normal(&state));
}
