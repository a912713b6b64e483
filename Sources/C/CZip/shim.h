#pragma once
#include <zip.h>
#include <stddef.h>

/* Declared only for GNU sources, so not imported. */
extern void *memmem(const void *text, size_t length, const void *word, size_t word_length);
