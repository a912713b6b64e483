#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "CSandbox.h"
#include "raster.h"

/// Reads all of standard input; null if it exceeds the limit.
static uint8_t *read_all(size_t limit, size_t *count) {
  uint8_t *bytes = malloc(limit + 1);
  ssize_t got = bytes ? 1 : 0;
  for (*count = 0; got > 0 && *count <= limit;) {
    got = read(STDIN_FILENO, bytes + *count, limit + 1 - *count);
    if (got > 0) *count += (size_t)got;
  }
  return got == 0 && *count <= limit ? bytes : NULL;
}

static bool write_all(const void *from, size_t count) {
  for (const uint8_t *bytes = from; count > 0;) {
    ssize_t wrote = write(STDOUT_FILENO, bytes, count);
    if (wrote <= 0) return false;
    bytes += wrote;
    count -= (size_t)wrote;
  }
  return true;
}

static enum picture_outcome read_picture(struct reading *reading) {
  switch (reading->order->source) {
  case PICTURE_JPEG: return read_jpeg(reading);
  case PICTURE_PNG: return read_png(reading);
  case PICTURE_GIF: return read_gif(reading);
  case PICTURE_WEBP: return read_webp(reading);
  case PICTURE_AVIF: return read_avif(reading);
  case PICTURE_SVG: return read_svg(reading);
  }
  return PICTURE_BROKEN;
}

/// The visible part of a picture: all of it, or a crop from its upper middle, where faces are.
static struct part shown(const struct picture_order *order, const struct raster *raster) {
  struct part part = {0, 0, raster->width, raster->height};
  if (order->aspect_width == 0) return part;
  double aspect = (double)order->aspect_width / order->aspect_height;
  if (part.width > part.height * aspect) {
    part.width = part.height * aspect;
    part.x = (raster->width - part.width) / 2;
  } else {
    part.height = part.width / aspect;
    part.y = (raster->height - part.height) / 5;
  }
  return part;
}

static struct raster scaled_size(uint32_t width, struct part part) {
  double across = fmin(width, part.width), down = across * part.height / part.width;
  // Narrow very tall results, so that they are at most twice as high as `width`.
  double most = 2.0 * width;
  if (down > most) {
    across *= most / down;
    down = most;
  }
  return (struct raster){(uint32_t)fmax(1, round(across)), (uint32_t)fmax(1, round(down)), NULL};
}

enum picture_outcome picture_scale(const struct picture_order *order) {
  if (order->source == PICTURE_AVIF && !load_avif()) return PICTURE_NO_LIBRARY;
  if (order->source == PICTURE_SVG && !load_svg()) return PICTURE_NO_LIBRARY;
  if (!sandbox_enter(order->memory_limit, order->cpu_limit)) return PICTURE_NOT_SANDBOXED;
  struct reading reading = {.order = order, .orientation = 1};
  reading.bytes = read_all(order->input_limit, &reading.count);
  if (!reading.bytes) return PICTURE_TOO_LARGE;
  enum picture_outcome outcome = read_picture(&reading);
  if (outcome != PICTURE_DONE) return outcome;
  reading_end(&reading);
  if (!raster_turn(&reading.raster, reading.orientation)) return PICTURE_TOO_LARGE;

  bool is_lying = reading.orientation >= 5;
  struct picture_report report = {
      .width = is_lying ? reading.height : reading.width,
      .height = is_lying ? reading.width : reading.height,
      .is_animated = reading.is_animated,
  };
  struct part part = shown(order, &reading.raster);
  uint8_t *results[3] = {NULL, NULL, NULL};
  uint32_t widest = 0;
  for (uint32_t i = 0; i < order->width_count && i < 3; i++) {
    struct raster scaled = scaled_size(order->widths[i], part);
    if (scaled.width <= widest) continue;
    widest = scaled.width;
    if (!raster_resample(&reading.raster, part, &scaled)) return PICTURE_TOO_LARGE;
    if (i == 0) {
      uint8_t color[3];
      raster_color(&scaled, color);
      report.red = color[0];
      report.green = color[1];
      report.blue = color[2];
    }
    // A copy over the limit (noise) is left out; without the first one the picture is refused.
    if (!raster_encode(&scaled, order->as_jpeg, order->byte_limit, &results[i], &report.sizes[i]) && i == 0)
      return PICTURE_TOO_LARGE;
    free(scaled.pixels);
  }
  if (!write_all(&report, sizeof report)) return PICTURE_BROKEN;
  for (int i = 0; i < 3; i++)
    if (!write_all(results[i], report.sizes[i])) return PICTURE_BROKEN;
  return PICTURE_DONE;
}
