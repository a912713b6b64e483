#pragma once
#include <sqlite3.h>

// Variadic, and Swift imports no variadic functions; the value that it gives back is not asked for.
static inline int dramatis_sqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}
