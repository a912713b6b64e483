#ifndef RASTER_H
#define RASTER_H

#include <stdbool.h>

#include "CPictureCodecs.h"

/// Pixels of four bytes: red, green, blue, alpha, not premultiplied.
struct raster {
  uint32_t width, height;
  uint8_t *pixels;
};

/// A picture being read: each square of `factor` by `factor` pixels is stored as one.
struct reading {
  const struct picture_order *order;
  const struct picture_limits *limits;
  const uint8_t *bytes;
  size_t count;
  /// The stored size of the original, and its EXIF orientation, 1 to 8.
  uint32_t width, height, orientation;
  bool is_animated;
  /// The stored pixels, and the sums of the current row.
  struct raster raster;
  uint32_t factor, row;
  uint32_t *sums;
  uint16_t *filled;
};

/// Checks the size in a header before a pixel is decoded.
enum picture_outcome reading_measure(struct reading *reading, uint32_t width, uint32_t height);
/// The minimum scale, 0 to 1, of the reduced picture that results are made from.
double reading_scale(const struct reading *reading);
/// Allocates rows for a decoder's output of this size.
enum picture_outcome reading_begin(struct reading *reading, uint32_t width, uint32_t height);
/// Adds the next row: `width` pixels of four bytes.
void reading_take(struct reading *reading, const uint8_t *row, uint32_t width);
/// Finishes after the last row.
void reading_end(struct reading *reading);

enum picture_outcome read_jpeg(struct reading *reading);
enum picture_outcome read_png(struct reading *reading);
enum picture_outcome read_gif(struct reading *reading);
enum picture_outcome read_webp(struct reading *reading);
enum picture_outcome read_avif(struct reading *reading);
enum picture_outcome read_svg(struct reading *reading);
enum picture_outcome read_heif(struct reading *reading);
enum picture_outcome read_tiff(struct reading *reading);
/// Loads a library that is not linked because it is large and rarely needed; false if not installed.
bool load_avif(void);
bool load_svg(void);
bool load_heif(void);
bool load_tiff(void);

/// Writes a pixel whose colours, of which the lowest bytes count, are multiplied by alpha.
void write_pixel(uint8_t *into, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha);

/// A part of a raster, in pixels.
struct part {
  double x, y, width, height;
};

/// Turns a raster upright.
bool raster_turn(struct raster *raster, uint32_t orientation);
/// Scales a part of a raster; each new pixel is the mean of its area.
bool raster_resample(const struct raster *from, struct part part, struct raster *into);
/// The dominant colour of the picture; colours weigh more than greys.
void raster_color(const struct raster *raster, uint8_t color[3]);
/// Encodes with about the best quality within the limit; false if none fits.
/// `detail`: bytes per pixel at the best quality, as estimated by the copies before; 0 if unknown.
bool raster_encode(
    const struct raster *raster, bool as_jpeg, uint32_t limit, double *detail, uint8_t **bytes, uint32_t *count);
/// Encodes as JPEG, on white if transparent. The caller frees the bytes.
bool encode_jpeg(const struct raster *raster, int quality, uint8_t **bytes, unsigned long *count);

#endif
