/* Functions that only the WebAssembly boundary needs. */
#include "internal.h"

void *attn_heap_base(void) {
#ifdef __wasm__
  extern unsigned char __heap_base;
  return &__heap_base;
#else
  return NULL;
#endif
}

int32_t attn_struct_size(int32_t which) {
  static const int32_t sizes[] = {
      sizeof(attn_problem), sizeof(attn_plan), sizeof(attn_decoder), sizeof(attn_decoder_plan),
      sizeof(attn_error),   sizeof(attn_slot), sizeof(attn_tensor),
  };
  const int32_t count = sizeof sizes / sizeof sizes[0];
  return which >= 0 && which < count ? sizes[which] : 0;
}

ATTN_WRAPS uint32_t attn_checksum(const void *words, int64_t n) {
  const uint32_t *word = words;
  uint32_t hash = 0x811c9dc5;
  for (int64_t i = 0; i < n; i++) {
    hash = (hash ^ word[i]) * 0x01000193;
    hash = hash << 13 | hash >> 19;
  }
  return hash;
}
