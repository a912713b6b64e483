#pragma once
#include <libical/ical.h>

/// Begins the dates of a rule, whose struct is too large for Swift; NULL for a rule that cannot be read.
static inline icalrecur_iterator *rule_iterator(const char *text, struct icaltimetype start) {
  struct icalrecurrencetype rule = icalrecurrencetype_from_string(text);
  return rule.freq == ICAL_NO_RECURRENCE ? NULL : icalrecur_iterator_new(rule, start);
}
