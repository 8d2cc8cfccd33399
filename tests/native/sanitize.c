/* Makes seeded random calls under the address and undefined-behaviour sanitizers:  sanitize [calls]  */
#include <stdio.h>

#include "exercise.h"

int main(int argc, char **argv) {
  const int32_t calls = argc > 1 ? atoi(argv[1]) : 20000;
  uint64_t hash = 0;
  for (int32_t n = 0; n < calls; n++) {
    stream s = {NULL, 0, (uint32_t)((uint64_t)n * 2654435761u + 3), take_block, 0};
    hash = exercise(hash, &s);
  }
  printf("%d calls, hash %016llx\n", calls, (unsigned long long)hash);
  return 0;
}
