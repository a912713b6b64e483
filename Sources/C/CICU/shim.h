#pragma once
#include <stdint.h>

// ICU's functions have its version in their names, by macros that Swift does not see. A build without ICU's headers
// has no collators. The module map links nothing, since pkg-config does so where ICU is installed.
#if __has_include(<unicode/ucol.h>)
#include <unicode/ucol.h>
#include <unicode/ulocdata.h>

enum { collator_exists = 1 };

static inline void *_Nullable collator_open(const char *_Nonnull language) {
  UErrorCode status = U_ZERO_ERROR;
  UCollator *collator = ucol_open(language, &status);
  ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status);
  if (U_SUCCESS(status)) return collator;
  ucol_close(collator);
  return 0;
}

static inline void collator_close(void *_Nonnull collator) { ucol_close((UCollator *)collator); }

// The length of the sort key with its zero; nothing is written beyond the capacity.
static inline int32_t collator_key(const void *_Nonnull collator, const uint16_t *_Nullable text, int32_t length,
                                   uint8_t *_Nullable key, int32_t capacity) {
  return ucol_getSortKey((const UCollator *)collator, (const UChar *)text, length, key, capacity);
}

// The letters of a language's index, each with a zero behind it; the length of all. A language that ICU does not know
// would get those of the machine's.
static inline int32_t index_letters(const char *_Nonnull language, uint16_t *_Nonnull letters, int32_t capacity) {
  int32_t length = 0;
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(language, &status);
  if (U_SUCCESS(status) && status != U_USING_DEFAULT_WARNING) {
    USet *set = ulocdata_getExemplarSet(data, 0, 0, ULOCDATA_ES_INDEX, &status);
    for (int32_t item = 0; U_SUCCESS(status) && item < uset_getItemCount(set); item++) {
      UChar32 first = 0, last = -1;
      int32_t count = uset_getItem(set, item, &first, &last, (UChar *)letters + length, capacity - length - 1, &status);
      if (U_SUCCESS(status) && count > 0) {
        length += count;
        letters[length++] = 0;
        continue;
      }
      for (UChar32 letter = first; letter <= last && letter < 0x10000 && length + 2 < capacity; letter++) {
        letters[length++] = (uint16_t)letter;
        letters[length++] = 0;
      }
    }
    uset_close(set);
  }
  ulocdata_close(data);
  return length;
}
#else
enum { collator_exists = 0 };
static inline void *_Nullable collator_open(const char *_Nonnull language) { return 0; }
static inline void collator_close(void *_Nonnull collator) {}
static inline int32_t collator_key(const void *_Nonnull collator, const uint16_t *_Nullable text, int32_t length,
                                   uint8_t *_Nullable key, int32_t capacity) { return 0; }
static inline int32_t index_letters(const char *_Nonnull language, uint16_t *_Nonnull letters, int32_t capacity) { return 0; }
#endif
