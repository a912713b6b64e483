#include <stdlib.h>

#include "raster.h"

// The bitmap file of Windows: a file header of 14 bytes, an information header, masks or a palette, and rows from
// the bottom up, each filled to four bytes.

static uint32_t number(const struct reading *reading, size_t at, size_t length) {
  uint32_t value = 0;
  for (size_t i = length; i-- > 0;) value = value << 8 | (at + i < reading->count ? reading->bytes[at + i] : 0);
  return value;
}

/// A channel of a pixel, as a part of 255; `absent` without a mask.
static uint32_t channel(uint32_t pixel, uint32_t mask, uint32_t absent) {
  if (mask == 0) return absent;
  uint32_t shift = (uint32_t)__builtin_ctz(mask), most = mask >> shift;
  return (uint32_t)((uint64_t)((pixel & mask) >> shift) * 255 / most);
}

struct bitmap {
  uint32_t width, height, depth;
  bool is_top_down;
  uint32_t masks[4];
  /// The offsets of the palette and the rows, and the bytes of a palette's colour.
  size_t palette, rows, color_size;
};

enum { PLAIN = 0, MASKS = 3, ALPHA_MASKS = 6 };

static enum picture_outcome read_header(const struct reading *reading, struct bitmap *bitmap) {
  uint32_t size = number(reading, 14, 4), compression = PLAIN;
  bool is_old = size == 12;
  if (!is_old && (size < 40 || size > 1024)) return PICTURE_BROKEN;
  int32_t height = is_old ? (int32_t)number(reading, 20, 2) : (int32_t)number(reading, 22, 4);
  if (height == INT32_MIN) return PICTURE_BROKEN;
  bitmap->width = number(reading, 18, is_old ? 2 : 4);
  bitmap->height = (uint32_t)abs(height);
  bitmap->is_top_down = height < 0;
  bitmap->depth = number(reading, is_old ? 24 : 28, 2);
  if (!is_old) compression = number(reading, 30, 4);
  bitmap->palette = 14 + size;
  bitmap->color_size = is_old ? 3 : 4;
  bitmap->rows = number(reading, 10, 4);
  static const uint32_t short_masks[4] = {0x7C00, 0x3E0, 0x1F, 0}, long_masks[4] = {0xFF0000, 0xFF00, 0xFF, 0};
  bool has_alpha = size >= 56 || compression == ALPHA_MASKS;
  for (size_t i = 0; i < 4; i++) {
    bitmap->masks[i] = bitmap->depth == 16 ? short_masks[i] : long_masks[i];
    if (compression == MASKS || compression == ALPHA_MASKS)
      bitmap->masks[i] = i < 3 || has_alpha ? number(reading, 54 + 4 * i, 4) : 0;
  }
  if (compression != PLAIN && compression != MASKS && compression != ALPHA_MASKS) return PICTURE_UNKNOWN_CODING;
  return PICTURE_DONE;
}

/// Writes a row as pixels of four bytes.
static void read_row(const struct reading *reading, const struct bitmap *bitmap, size_t at, uint8_t *into) {
  uint32_t depth = bitmap->depth;
  for (uint32_t x = 0; x < bitmap->width; x++, into += 4) {
    size_t bit = (size_t)x * depth;
    uint32_t pixel = number(reading, at + bit / 8, (depth + 7) / 8);
    if (depth <= 8) {
      uint32_t index = pixel >> (8 - depth - bit % 8) & ((1U << depth) - 1);
      pixel = number(reading, bitmap->palette + index * bitmap->color_size, 3);
    }
    const uint32_t *masks = bitmap->masks;
    for (int c = 0; c < 3; c++) into[c] = (uint8_t)channel(pixel, masks[c], 0);
    into[3] = (uint8_t)channel(pixel, depth > 8 ? masks[3] : 0, 255);
  }
}

enum picture_outcome read_bmp(struct reading *reading) {
  struct bitmap bitmap;
  enum picture_outcome outcome = read_header(reading, &bitmap);
  if (outcome != PICTURE_DONE) return outcome;
  uint32_t depth = bitmap.depth;
  if (depth != 1 && depth != 4 && depth != 8 && depth != 16 && depth != 24 && depth != 32) return PICTURE_BROKEN;
  outcome = reading_measure(reading, bitmap.width, bitmap.height);
  if (outcome != PICTURE_DONE) return outcome;
  size_t stride = ((size_t)bitmap.width * depth + 31) / 32 * 4;
  // The filling of the last row may be missing.
  size_t needed = stride * (bitmap.height - 1) + ((size_t)bitmap.width * depth + 7) / 8;
  if (bitmap.rows > reading->count || reading->count - bitmap.rows < needed) return PICTURE_BROKEN;
  uint8_t *row = malloc((size_t)bitmap.width * 4);
  if (!row) return PICTURE_TOO_LARGE;
  outcome = reading_begin(reading, bitmap.width, bitmap.height);
  if (outcome != PICTURE_DONE) return outcome;
  for (uint32_t y = 0; y < bitmap.height; y++) {
    uint32_t from = bitmap.is_top_down ? y : bitmap.height - 1 - y;
    read_row(reading, &bitmap, bitmap.rows + stride * from, row);
    reading_take(reading, row, bitmap.width);
  }
  return PICTURE_DONE;
}
