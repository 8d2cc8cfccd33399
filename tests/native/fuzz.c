/* The entry point for libFuzzer, whose bytes choose the call, the shapes and the options. */
#include "exercise.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  stream s = {bytes, size, 2463534242u, take_block, 0};
  exercise(0, &s);
  return 0;
}
