#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "raster.h"

bool raster_turn(struct raster *raster, uint32_t orientation) {
  if (orientation <= 1) return true;
  uint32_t width = raster->width, height = raster->height;
  bool is_lying = orientation >= 5;
  struct raster turned = {is_lying ? height : width, is_lying ? width : height, NULL};
  turned.pixels = malloc((size_t)width * height * 4);
  if (!turned.pixels) return false;
  for (uint32_t y = 0; y < turned.height; y++) {
    for (uint32_t x = 0; x < turned.width; x++) {
      uint32_t across = is_lying ? y : x, down = is_lying ? x : y;
      if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) across = width - 1 - across;
      if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) down = height - 1 - down;
      memcpy(
          turned.pixels + ((size_t)y * turned.width + x) * 4, raster->pixels + ((size_t)down * width + across) * 4, 4);
    }
  }
  free(raster->pixels);
  *raster = turned;
  return true;
}

void write_pixel(uint8_t *into, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  uint32_t colors[3] = {red & 255, green & 255, blue & 255};
  alpha &= 255;
  for (int c = 0; c < 3; c++)
    into[c] = (uint8_t)(alpha == 0 ? 0 : colors[c] >= alpha ? 255 : colors[c] * 255 / alpha);
  into[3] = (uint8_t)alpha;
}

/// Adds a row of pixels, multiplied by a weight and by alpha.
static void add_row(float *sums, const uint8_t *row, uint32_t width, float weight, bool is_opaque) {
  if (is_opaque) {
    for (uint32_t i = 0; i < width * 4; i++) sums[i] += weight * row[i];
    return;
  }
  for (uint32_t x = 0; x < width; x++, sums += 4, row += 4) {
    float share = weight * row[3];
    for (int c = 0; c < 3; c++) sums[c] += share * row[c] / 255;
    sums[3] += share;
  }
}

/// Writes a row of `count` pixels from the sums of a part's columns, which begin at `start`.
static void write_row(const float *sums, uint32_t width, double start, double step, uint8_t *into, uint32_t count) {
  for (uint32_t i = 0; i < count; i++, into += 4) {
    double left = start + i * step, right = fmin(left + step, width);
    float sum[4] = {0};
    for (uint32_t x = (uint32_t)left; x < right; x++) {
      float share = (float)((fmin(right, x + 1.0) - fmax(left, x)) / step);
      for (int c = 0; c < 4; c++) sum[c] += share * sums[(size_t)x * 4 + (size_t)c];
    }
    for (int c = 0; c < 3; c++) into[c] = sum[3] > 0 ? (uint8_t)fminf(255, sum[c] * 255 / sum[3] + 0.5F) : 0;
    into[3] = (uint8_t)fminf(255, sum[3] + 0.5F);
  }
}

bool raster_resample(const struct raster *from, struct part part, struct raster *into) {
  uint32_t first = (uint32_t)part.x, end = (uint32_t)fmin(ceil(part.x + part.width), from->width);
  uint32_t width = end - first;
  into->pixels = malloc((size_t)into->width * into->height * 4);
  float *sums = malloc((size_t)width * 4 * sizeof *sums);
  if (!into->pixels || !sums) return false;
  bool is_opaque = true;
  for (size_t i = 0; i < (size_t)from->width * from->height && is_opaque; i++)
    is_opaque = from->pixels[i * 4 + 3] == 255;
  double step = part.height / into->height;
  for (uint32_t i = 0; i < into->height; i++) {
    double top = part.y + i * step, bottom = fmin(top + step, from->height);
    memset(sums, 0, (size_t)width * 4 * sizeof *sums);
    for (uint32_t y = (uint32_t)top; y < bottom; y++) {
      float weight = (float)((fmin(bottom, y + 1.0) - fmax(top, y)) / step);
      add_row(sums, from->pixels + ((size_t)y * from->width + first) * 4, width, weight, is_opaque);
    }
    write_row(
        sums, width, part.x - first, part.width / into->width, into->pixels + (size_t)i * into->width * 4, into->width);
  }
  free(sums);
  return true;
}

/// The twelfth of the colour wheel that a pixel belongs to; the last number means grey.
static int hue(const uint8_t *pixel, int most, int chroma) {
  if (chroma < 24) return 12;
  int red = pixel[0], green = pixel[1], blue = pixel[2];
  double angle = most == red     ? (double)(green - blue) / chroma
                 : most == green ? (double)(blue - red) / chroma + 2
                                 : (double)(red - green) / chroma + 4;
  return (int)(angle * 2 + 12.5) % 12;
}

void raster_color(const struct raster *raster, uint8_t color[3]) {
  double bins[13][4] = {{0}};
  size_t best = 12, count = (size_t)raster->width * raster->height;
  for (size_t i = 0; i < count; i++) {
    const uint8_t *pixel = raster->pixels + i * 4;
    int most = pixel[0] > pixel[1] ? pixel[0] : pixel[1], least = pixel[0] < pixel[1] ? pixel[0] : pixel[1];
    if (pixel[2] > most) most = pixel[2];
    if (pixel[2] < least) least = pixel[2];
    double weight = (8 + most - least) * pixel[3];
    double *bin = bins[hue(pixel, most, most - least)];
    for (int c = 0; c < 3; c++) bin[c] += weight * pixel[c];
    bin[3] += weight;
  }
  for (size_t i = 0; i < 13; i++)
    if (bins[i][3] > bins[best][3]) best = i;
  for (int c = 0; c < 3; c++) color[c] = bins[best][3] > 0 ? (uint8_t)(bins[best][c] / bins[best][3] + 0.5) : 128;
}
