#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "raster.h"

struct source {
  const uint8_t *at;
  size_t left;
};

static void copy(png_structp codec, png_bytep into, size_t count) {
  struct source *source = png_get_io_ptr(codec);
  if (source->left < count) png_error(codec, "cut off");
  memcpy(into, source->at, count);
  source->at += count;
  source->left -= count;
}

static void leave(png_structp codec, png_const_charp text) {
  (void)text;
  png_longjmp(codec, 1);
}

static void say_nothing(png_structp codec, png_const_charp text) {
  (void)codec;
  (void)text;
}

/// Whether an animation chunk precedes the first pixels (APNG).
static bool is_animated(const uint8_t *at, size_t left) {
  for (at += 8, left -= 8; left >= 12;) {
    if (memcmp(at + 4, "acTL", 4) == 0) return true;
    size_t count = ((size_t)at[0] << 24 | (size_t)at[1] << 16 | (size_t)at[2] << 8 | at[3]) + 12;
    if (memcmp(at + 4, "IDAT", 4) == 0 || count > left) break;
    at += count;
    left -= count;
  }
  return false;
}

enum picture_outcome read_png(struct reading *reading) {
  if (reading->count < 8) return PICTURE_BROKEN;
  png_structp codec = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, leave, say_nothing);
  png_infop info = codec ? png_create_info_struct(codec) : NULL;
  if (!info) return PICTURE_TOO_LARGE;
  struct source source = {reading->bytes, reading->count};
  if (setjmp(png_jmpbuf(codec))) return PICTURE_BROKEN;
  png_set_read_fn(codec, &source, copy);
  // Ignore chunks without pixels.
  png_set_keep_unknown_chunks(codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_chunk_malloc_max(codec, 1 << 20);
  png_set_user_limits(codec, 0x7FFFFFFF, 0x7FFFFFFF);
  png_read_info(codec, info);
  uint32_t width = png_get_image_width(codec, info), height = png_get_image_height(codec, info);
  enum picture_outcome outcome = reading_measure(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  reading->is_animated = is_animated(reading->bytes, reading->count);
  png_set_expand(codec);
  png_set_scale_16(codec);
  png_set_gray_to_rgb(codec);
  png_set_add_alpha(codec, 255, PNG_FILLER_AFTER);
  // An interlaced picture is complete only after its last pass.
  int passes = png_set_interlace_handling(codec);
  png_read_update_info(codec, info);
  size_t stride = (size_t)width * 4;
  if (png_get_rowbytes(codec, info) != stride) return PICTURE_BROKEN;
  uint8_t *rows = calloc(passes > 1 ? height : 1, stride);
  if (!rows) return PICTURE_TOO_LARGE;
  outcome = reading_begin(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  for (int pass = 1; pass <= passes; pass++) {
    for (uint32_t y = 0; y < height; y++) {
      uint8_t *row = rows + (passes > 1 ? stride * y : 0);
      png_read_row(codec, row, NULL);
      if (pass == passes) reading_take(reading, row, width);
    }
  }
  png_read_end(codec, NULL);
  return PICTURE_DONE;
}
