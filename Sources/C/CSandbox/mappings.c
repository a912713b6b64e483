#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CSandbox.h"

enum { MAPPINGS = 4096 };

/// Read by the handler at any moment, so without locks. A start is zero while the size beside it changes.
static struct {
  atomic_uintptr_t start, size;
  atomic_bool is_taken, is_damaged;
} mappings[MAPPINGS];
static uintptr_t page_size;
static struct sigaction others;

/// Calls only what a handler may; `mmap` is a plain system call.
static void handle(int number, siginfo_t *fault, void *context) {
  const int error = errno;
  const uintptr_t page = (uintptr_t)fault->si_addr & ~(page_size - 1);
  for (int slot = 0; slot < MAPPINGS && fault->si_code > 0; slot++) {
    const uintptr_t start = mappings[slot].start, size = mappings[slot].size;
    if (start == 0 || page < start || page - start >= size || mappings[slot].start != start) continue;
    // Before anybody reads the zeros.
    mappings[slot].is_damaged = true;
    // The later pages are gone too: one mapping for all, since the number of mappings is limited.
    void *zeros = mmap((void *)page, start + size - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (zeros != MAP_FAILED) return;
  }
  // A fault comes again; a signal that was sent has to be.
  sigaction(number, &others, NULL);
  if (fault->si_code <= 0) raise(number);
}

static void prepare(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  sigaction(SIGBUS, &(struct sigaction){.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK}, &others);
}

int mapping_add(const void *start, size_t size) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  for (int slot = 0; slot < MAPPINGS; slot++) {
    if (atomic_exchange(&mappings[slot].is_taken, true)) continue;
    mappings[slot].is_damaged = false;
    mappings[slot].size = size;
    mappings[slot].start = (uintptr_t)start;
    return slot;
  }
  return -1;
}

void mapping_remove(int slot) {
  if (slot < 0) return;
  mappings[slot].start = 0;
  mappings[slot].is_taken = false;
}

bool mapping_is_damaged(int slot) { return slot >= 0 && mappings[slot].is_damaged; }
