#include <dlfcn.h>

#include "raster.h"

// Declared here, because the header comes with encoders; unchanged since 1.3.
struct fault {
  int code, detail;
  const char *text;
};

enum { RGB = 1, INTERLEAVED = 10, RGBA = 11 };

static struct {
  void *(*create)(void);
  struct fault (*read)(void *file, const void *bytes, size_t count, const void *options);
  struct fault (*primary)(void *file, void **handle);
  int (*width)(const void *handle);
  int (*height)(const void *handle);
  struct fault (*decode)(const void *handle, void **image, int color, int layout, const void *options);
  int (*image_width)(const void *image, int channel);
  int (*image_height)(const void *image, int channel);
  const uint8_t *(*pixels)(const void *image, int channel, int *stride);
  /// Missing in older libraries.
  struct fault (*start)(const void *options);
  void (*limit_threads)(void *file, int count);
} heif;

bool load_heif(void) {
  void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  *(void **)&heif.create = dlsym(library, "heif_context_alloc");
  *(void **)&heif.read = dlsym(library, "heif_context_read_from_memory_without_copy");
  *(void **)&heif.primary = dlsym(library, "heif_context_get_primary_image_handle");
  *(void **)&heif.width = dlsym(library, "heif_image_handle_get_width");
  *(void **)&heif.height = dlsym(library, "heif_image_handle_get_height");
  *(void **)&heif.decode = dlsym(library, "heif_decode_image");
  *(void **)&heif.image_width = dlsym(library, "heif_image_get_width");
  *(void **)&heif.image_height = dlsym(library, "heif_image_get_height");
  *(void **)&heif.pixels = dlsym(library, "heif_image_get_plane_readonly");
  *(void **)&heif.start = dlsym(library, "heif_init");
  *(void **)&heif.limit_threads = dlsym(library, "heif_context_set_max_decoding_threads");
  // Loads decoders that are files of their own, while files can be opened.
  if (heif.start) heif.start(NULL);
  return heif.create && heif.read && heif.primary && heif.width && heif.height && heif.decode &&
         heif.image_width && heif.image_height && heif.pixels;
}

enum picture_outcome read_heif(struct reading *reading) {
  void *file = heif.create(), *handle, *image;
  if (!file) return PICTURE_TOO_LARGE;
  // Each further thread would reserve address space.
  if (heif.limit_threads) heif.limit_threads(file, 0);
  if (heif.read(file, reading->bytes, reading->count, NULL).code || heif.primary(file, &handle).code)
    return PICTURE_BROKEN;
  int width = heif.width(handle), height = heif.height(handle);
  if (width <= 0 || height <= 0) return PICTURE_BROKEN;
  // The library turns the picture upright.
  enum picture_outcome outcome = reading_measure(reading, (uint32_t)width, (uint32_t)height);
  if (outcome != PICTURE_DONE) return outcome;
  if (heif.decode(handle, &image, RGB, RGBA, NULL).code) return PICTURE_BROKEN;
  width = heif.image_width(image, INTERLEAVED);
  height = heif.image_height(image, INTERLEAVED);
  int stride;
  const uint8_t *pixels = heif.pixels(image, INTERLEAVED, &stride);
  if (!pixels || width <= 0 || height <= 0 || stride / 4 < width) return PICTURE_BROKEN;
  outcome = reading_measure(reading, (uint32_t)width, (uint32_t)height);
  if (outcome == PICTURE_DONE) outcome = reading_begin(reading, (uint32_t)width, (uint32_t)height);
  if (outcome != PICTURE_DONE) return outcome;
  for (int y = 0; y < height; y++) reading_take(reading, pixels + (size_t)y * (size_t)stride, (uint32_t)width);
  return PICTURE_DONE;
}
