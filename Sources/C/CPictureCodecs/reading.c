#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"

static uint32_t turned(const struct reading *reading, uint32_t upright, uint32_t lying) {
  return reading->orientation >= 5 ? lying : upright;
}

enum picture_outcome reading_measure(struct reading *reading, uint32_t width, uint32_t height) {
  if (width == 0 || height == 0) return PICTURE_BROKEN;
  if ((uint64_t)width * height > reading->limits->pixels) return PICTURE_TOO_LARGE;
  reading->width = width;
  reading->height = height;
  return PICTURE_DONE;
}

double reading_scale(const struct reading *reading) {
  const struct picture_order *order = reading->order;
  double width = turned(reading, reading->width, reading->height);
  double height = turned(reading, reading->height, reading->width);
  double scale = 0;
  for (uint32_t i = 0; i < order->set_count; i++) {
    const struct picture_set *set = &order->sets[i];
    double widest = set->widths[set->width_count - 1];
    scale = fmax(scale, widest / width);
    if (set->aspect_width > 0) scale = fmax(scale, widest * set->aspect_height / set->aspect_width / height);
  }
  return fmin(scale, 1);
}

enum picture_outcome reading_begin(struct reading *reading, uint32_t width, uint32_t height) {
  double needed = reading_scale(reading) * reading->width;
  reading->factor = (uint32_t)(width / needed);
  if (reading->factor < 1) reading->factor = 1;
  struct raster *raster = &reading->raster;
  raster->width = (width + reading->factor - 1) / reading->factor;
  raster->height = (height + reading->factor - 1) / reading->factor;
  raster->pixels = calloc((size_t)raster->width * raster->height, 4);
  reading->sums = calloc(raster->width, 4 * sizeof *reading->sums);
  reading->filled = calloc(raster->width, sizeof *reading->filled);
  return raster->pixels && reading->sums && reading->filled ? PICTURE_DONE : PICTURE_TOO_LARGE;
}

/// Writes the mean of each square, which the picture's edges may cut, and resets the sums.
static void finish_row(struct reading *reading) {
  struct raster *raster = &reading->raster;
  uint8_t *out = raster->pixels + (size_t)((reading->row - 1) / reading->factor) * raster->width * 4;
  for (uint32_t x = 0; x < raster->width; x++, out += 4) {
    uint32_t *sum = reading->sums + (size_t)x * 4;
    for (int c = 0; c < 3; c++) out[c] = sum[3] > 0 ? (uint8_t)((sum[c] + sum[3] / 2) / sum[3]) : 0;
    uint32_t count = reading->filled[x];
    out[3] = (uint8_t)((sum[3] + count / 2) / count);
    sum[0] = sum[1] = sum[2] = sum[3] = 0;
    reading->filled[x] = 0;
  }
}

void reading_take(struct reading *reading, const uint8_t *row, uint32_t width) {
  uint32_t factor = reading->factor;
  uint32_t *sum = reading->sums;
  if (factor == 1) {
    if (reading->row < reading->raster.height)
      memcpy(reading->raster.pixels + (size_t)reading->row * width * 4, row, (size_t)width * 4);
    reading->row++;
    return;
  }
  for (uint32_t start = 0, x = 0; start < width; start += factor, x++, sum += 4) {
    uint32_t end = width - start < factor ? width : start + factor;
    for (uint32_t i = start; i < end; i++, row += 4) {
      uint32_t alpha = row[3];
      sum[0] += row[0] * alpha;
      sum[1] += row[1] * alpha;
      sum[2] += row[2] * alpha;
      sum[3] += alpha;
    }
    reading->filled[x] = (uint16_t)(reading->filled[x] + (end - start));
  }
  reading->row++;
  uint32_t rows = reading->raster.height;
  if (reading->row % factor == 0 && reading->row / factor <= rows) finish_row(reading);
}

/// Finishes the squares that the picture's lower edge cuts.
void reading_end(struct reading *reading) {
  if (reading->row % reading->factor != 0) finish_row(reading);
  free(reading->sums);
  free(reading->filled);
}
