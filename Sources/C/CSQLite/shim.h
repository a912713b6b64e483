#pragma once
#include <sqlite3.h>

// Variadic, so not imported by Swift; the returned value is not needed.
static inline int dramatis_sqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}
