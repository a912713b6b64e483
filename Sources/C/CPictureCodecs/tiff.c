#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"

// Declared here, so that the header is not needed; unchanged since 4.0.
enum { WIDTH = 256, HEIGHT = 257, ORIENTATION = 274 };

static struct {
  void *(*open)(
      const char *name, const char *mode, void *source, int64_t (*read)(void *, void *, int64_t),
      int64_t (*write)(void *, void *, int64_t), uint64_t (*seek)(void *, uint64_t, int), int (*close)(void *),
      uint64_t (*size)(void *), int (*map)(void *, void **, uint64_t *), void (*unmap)(void *, void *, uint64_t));
  int (*field)(void *file, uint32_t tag, ...);
  int (*pixels)(void *file, uint32_t width, uint32_t height, uint32_t *pixels, int orientation, int stops);
  void *(*report_errors)(void *by);
  void *(*report_warnings)(void *by);
} tiff;

bool load_tiff(void) {
  void *library = dlopen("libtiff.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libtiff.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  *(void **)&tiff.open = dlsym(library, "TIFFClientOpen");
  *(void **)&tiff.field = dlsym(library, "TIFFGetFieldDefaulted");
  *(void **)&tiff.pixels = dlsym(library, "TIFFReadRGBAImageOriented");
  *(void **)&tiff.report_errors = dlsym(library, "TIFFSetErrorHandler");
  *(void **)&tiff.report_warnings = dlsym(library, "TIFFSetWarningHandler");
  return tiff.open && tiff.field && tiff.pixels && tiff.report_errors && tiff.report_warnings;
}

struct source {
  const uint8_t *bytes;
  uint64_t count, at;
};

static int64_t copy(void *from, void *into, int64_t count) {
  struct source *source = from;
  uint64_t left = source->at < source->count ? source->count - source->at : 0;
  if (count < 0 || (uint64_t)count > left) count = (int64_t)left;
  memcpy(into, source->bytes + source->at, (size_t)count);
  source->at += (uint64_t)count;
  return count;
}

static int64_t refuse(void *from, void *bytes, int64_t count) {
  (void)from, (void)bytes, (void)count;
  return -1;
}

static uint64_t seek(void *from, uint64_t to, int origin) {
  struct source *source = from;
  source->at = to + (origin == SEEK_CUR ? source->at : origin == SEEK_END ? source->count : 0);
  return source->at;
}

static int close_nothing(void *from) {
  (void)from;
  return 0;
}

static uint64_t size(void *from) { return ((struct source *)from)->count; }

static int map(void *from, void **start, uint64_t *count) {
  struct source *source = from;
  *start = (void *)source->bytes;
  *count = source->count;
  return 1;
}

static void unmap(void *from, void *start, uint64_t count) { (void)from, (void)start, (void)count; }

enum picture_outcome read_tiff(struct reading *reading) {
  tiff.report_errors(NULL);
  tiff.report_warnings(NULL);
  struct source source = {reading->bytes, reading->count, 0};
  void *file = tiff.open("", "r", &source, copy, refuse, seek, close_nothing, size, map, unmap);
  uint32_t width = 0, height = 0;
  uint16_t orientation = 1;
  // The first page.
  if (!file || !tiff.field(file, WIDTH, &width) || !tiff.field(file, HEIGHT, &height)) return PICTURE_BROKEN;
  tiff.field(file, ORIENTATION, &orientation);
  if (orientation >= 1 && orientation <= 8) reading->orientation = orientation;
  enum picture_outcome outcome = reading_measure(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  uint32_t *pixels = malloc((size_t)width * height * 4);
  if (!pixels) return PICTURE_TOO_LARGE;
  // In the order of the file: the library only mirrors pictures, and does not turn them.
  if (!tiff.pixels(file, width, height, pixels, (int)reading->orientation, 1)) return PICTURE_BROKEN;
  outcome = reading_begin(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  for (uint32_t y = 0; y < height; y++) {
    uint32_t *row = pixels + (size_t)y * width;
    for (uint32_t x = 0; x < width; x++) {
      uint32_t value = row[x];
      write_pixel((uint8_t *)(row + x), value, value >> 8, value >> 16, value >> 24);
    }
    reading_take(reading, (const uint8_t *)row, width);
  }
  return PICTURE_DONE;
}
