/* Names, limits and error sentences. */
#include <float.h>

#include "internal.h"

#define NAME(name)                     #name "\0"
#define SECOND(name, second)           second,
#define FIRST(name, second)            #name,
#define CODE(name, code, sentence)     code,
#define SENTENCE(name, code, sentence) sentence,

/* One string each, with a 0 after every name, so that JavaScript can compare a list in one piece. */
static const char names[] = ATTN_INPUTS(NAME) ATTN_OTHER_NAMES(NAME);
static const char tensors[] = ATTN_TRACE(NAME) ATTN_GRADIENTS(NAME);
static const char decoder_tensors[] = ATTN_DECODER_TRACE(NAME);
static const char *const limit_names[] = {ATTN_LIMITS(FIRST)};
static const double limits[] = {ATTN_LIMITS(SECOND)};
static const char *const codes[] = {ATTN_STATUSES(CODE)};
static const char *const sentences[] = {ATTN_STATUSES(SENTENCE)};

static bool within(int32_t i, int32_t count) {
  return i >= 0 && i < count;
}

static const char *nth(const char *list, int32_t n) {
  while (n > 0)
    if (*list++ == 0) n--;
  return list;
}

double attn_limit(int32_t limit) {
  return within(limit, ATTN_LIMIT_COUNT) ? limits[limit] : 0;
}

const char *attn_limit_name(int32_t limit) {
  return within(limit, ATTN_LIMIT_COUNT) ? limit_names[limit] : "";
}

const char *attn_status_code(int32_t status) {
  return within(status, ATTN_STATUS_COUNT) ? codes[status] : "internal";
}

const char *attn_status_sentence(int32_t status) {
  return within(status, ATTN_STATUS_COUNT) ? sentences[status] : "Unknown status.";
}

const char *attn_name(int32_t name) {
  return within(name, ATTN_NAME_COUNT) ? nth(names, name) : "a tensor";
}

const char *attn_tensor_name(int32_t tensor) {
  return within(tensor, ATTN_TENSOR_COUNT) ? nth(tensors, tensor) : "";
}

const char *attn_decoder_tensor_name(int32_t tensor) {
  return within(tensor, ATTN_DECODER_COUNT) ? nth(decoder_tensors, tensor) : "";
}

attn_status attn_refuse(attn_error *error, attn_status status, int32_t name, int32_t other, int32_t axis, double got,
                        double expected) {
  *error = (attn_error){(int32_t)status, name, other, axis, got, expected};
  return status;
}

/* A buffer for text; text that does not fit is cut off. */
typedef struct {
  char *text;
  size_t size, used;
} writer;

static void write_text(writer *w, const char *text) {
  for (; *text != 0; text++)
    if (w->used + 1 < w->size) w->text[w->used++] = *text;
}

/* Writes the integer part of a number in digits, and NaN and infinities by name. Sizes are integers. */
static void write_number(writer *w, double x) {
  char digits[24];
  size_t at = sizeof digits - 1;
  digits[at] = 0;
  if (x != x) {
    write_text(w, "NaN");
    return;
  }
  if (x < 0) write_text(w, "-");
  if (x < 0) x = -x;
  if (x >= 9.2e18) {  // sizes stop at 2^63 - 1
    write_text(w, x > DBL_MAX ? "Infinity" : "more than 9223372036854775806");
    return;
  }
  uint64_t whole = (uint64_t)x;
  do digits[--at] = (char)('0' + whole % 10);
  while ((whole /= 10) != 0);
  write_text(w, digits + at);
}

/* Writes the divisors of an integer, as in "1, 2, 3 or 6": those up to 1024, and the integer itself. */
static void write_divisors(writer *w, double whole) {
  const char *before = "";
  for (double n = 1; n < whole && n <= 1024; n++) {
    if (floor(whole / n) * n != whole) continue;
    write_text(w, before);
    write_number(w, n);
    before = ", ";
  }
  if (whole > 1) write_text(w, " or ");
  write_number(w, whole);
}

/* Returns the number that a placeholder's letter stands for. */
static double number_of(const attn_error *error, char letter) {
  return letter == 'a' ? (double)error->axis : letter == 'g' ? error->got : error->expected;
}

static void write_part(writer *w, const attn_error *error, char letter) {
  if (letter == 't')
    write_text(w, attn_name(error->name));
  else if (letter == 'o')
    write_text(w, attn_name(error->other));
  else if (letter == 'd')
    write_divisors(w, error->expected);
  else
    write_number(w, number_of(error, letter));
}

char *attn_error_text(const attn_error *error, char *text, size_t size) {
  writer w = {text, size, 0};
  bool said = true;  // false in the part of a choice {g|entry|entries} that does not apply
  if (size == 0) return text;
  for (const char *s = attn_status_sentence(error->status); *s != 0; s++) {
    const char letter[2] = {*s, 0};
    if (*s == '{') {
      said = number_of(error, s[1]) == 1;
      s += 2;
    } else if (*s == '|') {
      said = !said;
    } else if (*s == '}') {
      said = true;
    } else if (*s == '%') {
      s++;  // every % in a sentence is followed by a letter
      if (said) write_part(&w, error, *s);
    } else if (said) {
      write_text(&w, letter);
    }
  }
  text[w.used] = 0;
  return text;
}
