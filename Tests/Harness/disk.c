// Preloaded: writes to disk fail while the file of DISK_TROUBLE says "read-only", and wait while it says "hangs".
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is(const char *word) {
  char said[16] = "";
  FILE *file = fopen(getenv("DISK_TROUBLE"), "re");
  if (!file) return 0;
  if (!fgets(said, sizeof said, file)) said[0] = 0;
  fclose(file);
  return !strcmp(said, word);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  if (is("read-only")) {
    errno = EROFS;
    return -1;
  }
  return syscall(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) { return pwrite(file, bytes, count, offset); }

int fdatasync(int file) {
  while (is("hangs")) usleep(50000);
  return (int)syscall(SYS_fdatasync, file);
}
