#ifndef RASTER_H
#define RASTER_H

#include <stdbool.h>

#include "CPictureCodecs.h"

/// Pixels of four bytes each: red, green, blue, alpha, not multiplied.
struct raster {
  uint32_t width, height;
  uint8_t *pixels;
};

/// A picture while it is read: rows come in, and each square of `factor` by `factor` pixels is kept as one.
struct reading {
  const struct picture_order *order;
  const uint8_t *bytes;
  size_t count;
  /// Of the original as it is stored, and how it is to be turned: an orientation of EXIF, 1 to 8.
  uint32_t width, height, orientation;
  bool is_animated;
  /// What is kept, and the sums of the row that is being made.
  struct raster raster;
  uint32_t factor, row;
  uint32_t *sums;
  uint16_t *filled;
};

/// Checks the size that a header states before a pixel is decoded.
enum picture_outcome reading_measure(struct reading *reading, uint32_t width, uint32_t height);
/// How large at least the smaller copy must be that results are made of, in proportion to the original: 0 to 1.
double reading_scale(const struct reading *reading);
/// Makes room for rows of a decoder that brings so many pixels.
enum picture_outcome reading_begin(struct reading *reading, uint32_t width, uint32_t height);
/// Takes the next row: `width` pixels of four bytes.
void reading_take(struct reading *reading, const uint8_t *row, uint32_t width);
/// After the last row.
void reading_end(struct reading *reading);

enum picture_outcome read_jpeg(struct reading *reading);
enum picture_outcome read_png(struct reading *reading);
enum picture_outcome read_gif(struct reading *reading);
enum picture_outcome read_webp(struct reading *reading);
enum picture_outcome read_avif(struct reading *reading);
enum picture_outcome read_svg(struct reading *reading);
/// Loads what is not linked, because it is large and few pictures need it; false if it is not installed.
bool load_avif(void);
bool load_svg(void);

/// Part of a raster, in pixels.
struct part {
  double x, y, width, height;
};

/// Turns a raster upright.
bool raster_turn(struct raster *raster, uint32_t orientation);
/// A part of a raster, each new pixel being the mean of the area that it stands for.
bool raster_resample(const struct raster *from, struct part part, struct raster *into);
/// The colour that most of the picture has; colours count for more than greys.
void raster_color(const struct raster *raster, uint8_t color[3]);
/// Encodes with the best quality that keeps to the limit; false if none does.
bool raster_encode(const struct raster *raster, bool as_jpeg, uint32_t limit, uint8_t **bytes, uint32_t *count);
/// As JPEG, on white where it is transparent. The bytes are to be freed.
bool encode_jpeg(const struct raster *raster, int quality, uint8_t **bytes, unsigned long *count);

#endif
