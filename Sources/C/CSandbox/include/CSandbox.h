#ifndef C_SANDBOX_H
#define C_SANDBOX_H

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The exit status of a process that could not be sandboxed and has read nothing.
enum { SANDBOX_UNAVAILABLE = 10 };

/// Restricts this process to its memory, `memory` bytes of address space, `cpu` seconds of CPU time, the files 0, 1
/// and 2, and `output` bytes of each; it is killed when the thread that started it ends. False if the system cannot do
/// that.
bool sandbox_enter(uint64_t memory, uint64_t cpu, uint64_t output);

/// A descriptor of an empty file in memory, which is not inherited; -1 on failure.
int memory_file(void);

/// From now on an abort of this process for want of memory tells what to do.
void memory_explain(void);

/// The words of the command line and their number, and the path of the program as the kernel was given it.
int process_argument_count(void);
char *_Nullable *_Nullable process_arguments(void);
const char *_Nullable process_program(void);

/// Declared only for GNU sources, so not imported from Glibc.
extern void *_Nullable memmem(const void *_Nonnull text, size_t length, const void *_Nonnull word, size_t word_length);

// `malloc.h` is no part of Swift's Glibc.

static inline void limit_heaps(int count) { mallopt(M_ARENA_MAX, count); }
static inline void trim_heaps(void) { malloc_trim(0); }

#endif
