#include <stdio.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

#include "raster.h"

struct faults {
  struct jpeg_error_mgr manager;
  jmp_buf leave;
};

static void leave(j_common_ptr codec) { longjmp(((struct faults *)codec->err)->leave, 1); }

/// Tolerates the bytes that cameras leave between segments; other warnings mean a broken picture.
static void warn(j_common_ptr codec, int level) {
  int code = codec->err->msg_code;
  if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_ADOBE_XFORM) leave(codec);
}

static void say_nothing(j_common_ptr codec) { (void)codec; }

static struct jpeg_error_mgr *quiet(struct faults *faults) {
  jpeg_std_error(&faults->manager);
  faults->manager.error_exit = leave;
  faults->manager.emit_message = warn;
  faults->manager.output_message = say_nothing;
  return &faults->manager;
}

static uint32_t number(const uint8_t *at, int length, bool is_little) {
  uint32_t value = 0;
  for (int i = 0; i < length; i++) value = value << 8 | at[is_little ? length - 1 - i : i];
  return value;
}

/// The orientation: tag 0x112 of the first EXIF directory; 1 if missing.
static uint32_t orientation(const struct jpeg_marker_struct *marker) {
  if (!marker || marker->data_length < 14 || memcmp(marker->data, "Exif\0\0", 6) != 0) return 1;
  const uint8_t *exif = marker->data + 6;
  size_t count = marker->data_length - 6;
  bool is_little = exif[0] == 'I';
  size_t directory = number(exif + 4, 4, is_little);
  if (directory > count - 2) return 1;
  uint32_t entries = number(exif + directory, 2, is_little);
  for (size_t at = directory + 2; entries > 0 && at + 12 <= count; entries--, at += 12) {
    if (number(exif + at, 2, is_little) != 0x112) continue;
    uint32_t value = number(exif + at + 8, 2, is_little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

enum picture_outcome read_jpeg(struct reading *reading) {
  struct jpeg_decompress_struct codec;
  struct faults faults;
  enum picture_outcome outcome;
  codec.err = quiet(&faults);
  if (setjmp(faults.leave)) return PICTURE_BROKEN;
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, reading->bytes, reading->count);
  jpeg_save_markers(&codec, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(&codec, TRUE);
  reading->orientation = orientation(codec.marker_list);
  outcome = reading_measure(reading, codec.image_width, codec.image_height);
  if (outcome != PICTURE_DONE) return outcome;
  // The decoder does most of the scaling for free by skipping fine detail.
  codec.scale_denom = 8;
  codec.scale_num = (unsigned)fmax(1, ceil(reading_scale(reading) * 8));
  bool is_inked = codec.num_components == 4;
  codec.out_color_space = is_inked ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg_start_decompress(&codec);
  outcome = reading_begin(reading, codec.output_width, codec.output_height);
  if (outcome != PICTURE_DONE) return outcome;
  uint8_t *row = malloc((size_t)codec.output_width * 4);
  if (!row) return PICTURE_TOO_LARGE;
  while (codec.output_scanline < codec.output_height) {
    jpeg_read_scanlines(&codec, &row, 1);
    // CMYK, stored inverted.
    for (uint8_t *at = row; is_inked && at < row + (size_t)codec.output_width * 4; at += 4) {
      for (int c = 0; c < 3; c++) at[c] = (uint8_t)(at[c] * at[3] / 255);
      at[3] = 255;
    }
    reading_take(reading, row, codec.output_width);
  }
  jpeg_finish_decompress(&codec);
  return PICTURE_DONE;
}

bool encode_jpeg(const struct raster *raster, int quality, uint8_t **bytes, unsigned long *count) {
  struct jpeg_compress_struct codec;
  struct faults faults;
  codec.err = quiet(&faults);
  uint8_t *row = malloc((size_t)raster->width * 3);
  if (!row || setjmp(faults.leave)) return false;
  jpeg_create_compress(&codec);
  *bytes = NULL;
  jpeg_mem_dest(&codec, bytes, count);
  codec.image_width = raster->width;
  codec.image_height = raster->height;
  codec.input_components = 3;
  codec.in_color_space = JCS_RGB;
  jpeg_set_defaults(&codec);
  jpeg_set_quality(&codec, quality, TRUE);
  codec.optimize_coding = TRUE;
  jpeg_simple_progression(&codec);
  jpeg_start_compress(&codec, TRUE);
  for (uint32_t y = 0; y < raster->height; y++) {
    const uint8_t *from = raster->pixels + (size_t)y * raster->width * 4;
    for (uint32_t x = 0; x < raster->width; x++, from += 4)
      for (int c = 0; c < 3; c++)
        row[x * 3 + (uint32_t)c] = (uint8_t)((from[c] * from[3] + 255 * (255 - from[3])) / 255);
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  free(row);
  return true;
}
