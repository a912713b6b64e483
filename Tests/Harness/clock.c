// Sets the time of day of a process ahead by CLOCK_AHEAD seconds, and the times of files alike, as if the machine's
// clock had always been so. Waits and other clocks stay the same. Preloaded: see suite.py.
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("CLOCK_AHEAD");
  if (text) ahead = atol(text);
}

// System calls, because a sandboxed process may not look up the C library's functions.

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failure = (int)syscall(SYS_clock_gettime, clock, now);
  if (!failure && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead;
  return failure;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval *result, void *zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  result->tv_sec = now.tv_sec;
  result->tv_usec = now.tv_nsec / 1000;
  return 0;
}

static int shifted(int failure, struct stat *status) {
  if (failure) return failure;
  status->st_atim.tv_sec += ahead;
  status->st_mtim.tv_sec += ahead;
  status->st_ctim.tv_sec += ahead;
  return 0;
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
  return shifted((int)syscall(SYS_newfstatat, folder, path, status, flags), status);
}
int stat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, 0); }
int lstat(const char *path, struct stat *status) { return fstatat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); }
int fstat(int file, struct stat *status) { return shifted((int)syscall(SYS_fstat, file, status), status); }

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict status) {
  int failure = (int)syscall(SYS_statx, folder, path, flags, mask, status);
  if (failure) return failure;
  status->stx_atime.tv_sec += ahead;
  status->stx_btime.tv_sec += ahead;
  status->stx_ctime.tv_sec += ahead;
  status->stx_mtime.tv_sec += ahead;
  return 0;
}

static int set_times(int folder, const char *path, const struct timespec times[2], int flags) {
  struct timespec real[2];
  for (int index = 0; times && index < 2; index++) {
    real[index] = times[index];
    if (real[index].tv_nsec != UTIME_NOW && real[index].tv_nsec != UTIME_OMIT) real[index].tv_sec -= ahead;
  }
  return (int)syscall(SYS_utimensat, folder, path, times ? real : NULL, flags);
}
int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  return set_times(folder, path, times, flags);
}
int futimens(int file, const struct timespec times[2]) { return set_times(file, NULL, times, 0); }

int utimes(const char *path, const struct timeval times[2]) {
  if (!times) return set_times(AT_FDCWD, path, NULL, 0);
  struct timespec exact[2] = {
      {times[0].tv_sec, times[0].tv_usec * 1000}, {times[1].tv_sec, times[1].tv_usec * 1000}};
  return set_times(AT_FDCWD, path, exact, 0);
}

/// Dispatch waits until a time of day.
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  struct timespec real = {deadline->tv_sec - ahead, deadline->tv_nsec};
  return sem_clockwait(semaphore, CLOCK_REALTIME, &real);
}
