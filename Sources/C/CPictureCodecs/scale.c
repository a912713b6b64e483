#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CSandbox.h"
#include "raster.h"

static bool read_all(void *into, size_t count) {
  for (uint8_t *bytes = into; count > 0;) {
    ssize_t got = read(STDIN_FILENO, bytes, count);
    if (got <= 0) return false;
    bytes += got;
    count -= (size_t)got;
  }
  return true;
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

/// The decoders; those with a library that is loaded on demand load it before the sandbox closes.
static const struct {
  enum picture_outcome (*read)(struct reading *);
  bool (*load)(void);
} decoders[] = {
    [PICTURE_JPEG] = {read_jpeg, NULL},      [PICTURE_PNG] = {read_png, NULL},
    [PICTURE_GIF] = {read_gif, NULL},        [PICTURE_WEBP] = {read_webp, NULL},
    [PICTURE_AVIF] = {read_avif, load_avif}, [PICTURE_SVG] = {read_svg, load_svg},
    [PICTURE_HEIF] = {read_heif, load_heif}, [PICTURE_TIFF] = {read_tiff, load_tiff},
};

/// The visible part of a picture: all of it, or a crop from its upper middle, where faces are.
static struct part shown(const struct picture_set *set, const struct raster *raster) {
  struct part part = {0, 0, raster->width, raster->height};
  if (set->aspect_width == 0) return part;
  double aspect = (double)set->aspect_width / set->aspect_height;
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

/// Makes the copies of one shape and writes them behind a report.
static enum picture_outcome write_set(
    const struct picture_order *order, const struct picture_set *set, const struct raster *raster,
    struct picture_report report) {
  struct raster copies[3] = {{0}};
  uint8_t *results[3] = {NULL};
  struct part part = shown(set, raster);
  for (uint32_t i = 0, widest = 0; i < set->width_count; i++) {
    copies[i] = scaled_size(set->widths[i], part);
    if (copies[i].width <= widest) copies[i].width = 0;
    if (copies[i].width > 0) widest = copies[i].width;
  }
  // Smaller copies are made from larger ones.
  for (uint32_t i = set->width_count; i-- > 0;) {
    if (copies[i].width == 0) continue;
    if (!raster_resample(raster, part, &copies[i])) return PICTURE_TOO_LARGE;
    raster = &copies[i];
    part = (struct part){0, 0, raster->width, raster->height};
  }
  uint8_t color[3];
  raster_color(&copies[0], color);
  report.red = color[0];
  report.green = color[1];
  report.blue = color[2];
  double detail = 0;
  for (uint32_t i = 0; i < set->width_count; i++) {
    if (copies[i].width == 0) continue;
    // A copy over the limit (noise) is left out; without the first one the picture is refused.
    if (!raster_encode(&copies[i], order->as_jpeg, set->byte_limit, &detail, &results[i], &report.sizes[i]) && i == 0)
      return PICTURE_TOO_LARGE;
    free(copies[i].pixels);
  }
  if (!write_all(&report, sizeof report)) return PICTURE_BROKEN;
  for (int i = 0; i < 3; i++)
    if (!write_all(results[i], report.sizes[i])) return PICTURE_BROKEN;
  return PICTURE_DONE;
}

/// Sandboxes this process, reads a picture, and writes its copies. The order before it comes from this program.
static enum picture_outcome scale(const struct picture_limits *limits) {
  struct picture_order order;
  if (!read_all(&order, sizeof order)) return PICTURE_DONE;
  if (order.source >= sizeof decoders / sizeof *decoders || order.set_count < 1 || order.set_count > 2)
    return PICTURE_BROKEN;
  if (decoders[order.source].load && !decoders[order.source].load()) return PICTURE_NO_LIBRARY;
  if (!sandbox_enter(limits->memory, limits->cpu, 0)) return PICTURE_NOT_SANDBOXED;
  if (order.size > limits->input) return PICTURE_TOO_LARGE;
  struct reading reading = {.order = &order, .limits = limits, .orientation = 1, .count = order.size};
  uint8_t *bytes = malloc(reading.count + 1);
  if (!bytes) return PICTURE_TOO_LARGE;
  if (!read_all(bytes, reading.count)) return PICTURE_BROKEN;
  reading.bytes = bytes;
  enum picture_outcome outcome = decoders[order.source].read(&reading);
  if (outcome != PICTURE_DONE) return outcome;
  reading_end(&reading);
  if (!raster_turn(&reading.raster, reading.orientation)) return PICTURE_TOO_LARGE;
  bool is_lying = reading.orientation >= 5;
  struct picture_report report = {
      .width = is_lying ? reading.height : reading.width,
      .height = is_lying ? reading.width : reading.height,
      .is_animated = reading.is_animated,
  };
  for (uint32_t i = 0; i < order.set_count && outcome == PICTURE_DONE; i++)
    outcome = write_set(&order, &order.sets[i], &reading.raster, report);
  return outcome;
}

uint32_t picture_serve(const struct picture_limits *limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (true) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN | POLLRDHUP};
    if (poll(&input, 1, -1) < 0 && errno == EINTR) continue;
    if (!(input.revents & POLLIN) || input.revents & (POLLHUP | POLLERR)) return PICTURE_DONE;
    pid_t child = fork();
    if (child < 0) return PICTURE_NOT_SANDBOXED;
    if (child == 0) _exit((int)scale(limits));
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFSIGNALED(status)) return 128 + (uint32_t)WTERMSIG(status);
    if (WEXITSTATUS(status) != PICTURE_DONE) return (uint32_t)WEXITSTATUS(status);
  }
}
