#pragma once
#include <stdint.h>
#include <unicode/ucol.h>
#include <unicode/udat.h>
#include <unicode/uldnames.h>
#include <unicode/ulocdata.h>
#include <unicode/unum.h>
#include <unicode/upluralrules.h>

// ICU's functions have its version in their names, by macros that Swift does not see.

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

// How a language writes, each with a zero behind it: the sign between groups of digits and the one before decimals, the
// number 1000, the pattern of a date, the months, and the days of the week from Sunday; the length of all.
static inline int32_t language_forms(const char *_Nonnull language, uint16_t *_Nonnull text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = 0;
  UNumberFormat *numbers = unum_open(UNUM_DECIMAL, 0, 0, language, 0, &status);
  unum_setAttribute(numbers, UNUM_MINIMUM_GROUPING_DIGITS, UNUM_MINIMUM_GROUPING_DIGITS_AUTO);
  UDateFormat *dates = udat_open(UDAT_NONE, UDAT_LONG, language, (const UChar *)u"UTC", 3, 0, 0, &status);
  for (int32_t item = 0; item < 23 && length < capacity; item++) {
    UChar *to = (UChar *)text + length;
    int32_t room = capacity - length;
    switch (item) {
    case 0: length += unum_getSymbol(numbers, UNUM_GROUPING_SEPARATOR_SYMBOL, to, room, &status); break;
    case 1: length += unum_getSymbol(numbers, UNUM_DECIMAL_SEPARATOR_SYMBOL, to, room, &status); break;
    case 2: length += unum_formatInt64(numbers, 1000, to, room, 0, &status); break;
    case 3: length += udat_toPattern(dates, 0, to, room, &status); break;
    default:
      length += item < 16 ? udat_getSymbols(dates, UDAT_MONTHS, item - 4, to, room, &status)
                          : udat_getSymbols(dates, UDAT_STANDALONE_WEEKDAYS, item - 15, to, room, &status);
    }
    if (U_FAILURE(status) || length >= capacity) break;
    text[length++] = 0;
  }
  udat_close(dates);
  unum_close(numbers);
  return U_SUCCESS(status) ? length : 0;
}

static inline void *_Nullable plural_open(const char *_Nonnull language) {
  UErrorCode status = U_ZERO_ERROR;
  return uplrules_open(language, &status);
}

static inline void plural_close(void *_Nullable rules) { uplrules_close((UPluralRules *)rules); }

// The category of a number, in the order zero, one, two, few, many, other.
static inline int32_t plural_category(const void *_Nonnull rules, double number) {
  UErrorCode status = U_ZERO_ERROR;
  UChar word[16] = {0};
  uplrules_select((const UPluralRules *)rules, number, word, 16, &status);
  switch (word[0]) {
  case 'z': return 0;
  case 't': return 2;
  case 'f': return 3;
  case 'm': return 4;
  default: return word[1] == 'n' ? 1 : 5;
  }
}

// The name of a language; its code where it has none.
static inline int32_t language_name(const char *_Nonnull language, const char *_Nonnull code, uint16_t *_Nonnull text,
                                    int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_getDisplayLanguage(code, language, (UChar *)text, capacity, &status);
  return U_SUCCESS(status) && length <= capacity ? length : 0;
}

// The codes of all countries, a null behind the last.
static inline const char *_Nullable const *_Nonnull country_codes(void) { return uloc_getISOCountries(); }

// The name of a country; a short one does not have the form of its government.
static inline int32_t country_name(const char *_Nonnull language, int32_t isShort, const char *_Nonnull code,
                                   uint16_t *_Nonnull text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UDisplayContext context = isShort ? UDISPCTX_LENGTH_SHORT : UDISPCTX_LENGTH_FULL;
  ULocaleDisplayNames *names = uldn_openForContext(language, &context, 1, &status);
  int32_t length = uldn_regionDisplayName(names, code, (UChar *)text, capacity, &status);
  uldn_close(names);
  return U_SUCCESS(status) && length <= capacity ? length : 0;
}
