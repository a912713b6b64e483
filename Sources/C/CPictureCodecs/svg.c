#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>

#include "raster.h"

// Declared here, because the headers depend on a whole desktop's; unchanged since 2.46.
struct rectangle {
  double x, y, width, height;
};
struct length {
  double value;
  int unit;
};

static struct {
  void *(*parse)(const uint8_t *bytes, size_t count, void **error);
  int (*pixels)(void *drawing, double *width, double *height);
  void (*dimensions)(
      void *drawing, int *has_width, struct length *width, int *has_height, struct length *height, int *has_box,
      struct rectangle *box);
  int (*draw)(void *drawing, void *canvas, const struct rectangle *place, void **error);
  void *(*surface)(int format, int width, int height);
  void *(*canvas)(void *surface);
  int (*status)(void *surface);
  uint8_t *(*data)(void *surface);
  int (*stride)(void *surface);
  void (*flush)(void *surface);
} svg;

bool load_svg(void) {
  void *library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_GLOBAL);
  if (!library) return false;
  *(void **)&svg.parse = dlsym(library, "rsvg_handle_new_from_data");
  *(void **)&svg.pixels = dlsym(library, "rsvg_handle_get_intrinsic_size_in_pixels");
  *(void **)&svg.dimensions = dlsym(library, "rsvg_handle_get_intrinsic_dimensions");
  *(void **)&svg.draw = dlsym(library, "rsvg_handle_render_document");
  *(void **)&svg.surface = dlsym(library, "cairo_image_surface_create");
  *(void **)&svg.canvas = dlsym(library, "cairo_create");
  *(void **)&svg.status = dlsym(library, "cairo_surface_status");
  *(void **)&svg.data = dlsym(library, "cairo_image_surface_get_data");
  *(void **)&svg.stride = dlsym(library, "cairo_image_surface_get_stride");
  *(void **)&svg.flush = dlsym(library, "cairo_surface_flush");
  return svg.parse && svg.pixels && svg.dimensions && svg.draw && svg.surface && svg.canvas &&
         svg.status && svg.data && svg.stride && svg.flush;
}

/// A drawing's size in pixels, else that of its view box.
static bool measure(void *drawing, double *width, double *height) {
  if (svg.pixels(drawing, width, height)) return true;
  int has_width, has_height, has_box;
  struct length across, down;
  struct rectangle box;
  svg.dimensions(drawing, &has_width, &across, &has_height, &down, &has_box, &box);
  *width = box.width;
  *height = box.height;
  return has_box;
}

enum picture_outcome read_svg(struct reading *reading) {
  void *error = NULL;
  void *drawing = svg.parse(reading->bytes, reading->count, &error);
  double width, height;
  if (!drawing || !measure(drawing, &width, &height)) return PICTURE_BROKEN;
  if (!(width > 0 && height > 0 && width / height < 100 && height / width < 100)) return PICTURE_BROKEN;
  // Drawings scale freely: draw at the size of the largest result.
  double longest = 0;
  for (uint32_t i = 0; i < reading->order->set_count; i++) {
    const struct picture_set *set = &reading->order->sets[i];
    longest = fmax(longest, 2.0 * set->widths[set->width_count - 1]);
  }
  double scale = longest / fmax(width, height);
  uint32_t across = (uint32_t)fmax(1, round(width * scale)), down = (uint32_t)fmax(1, round(height * scale));
  enum picture_outcome outcome = reading_measure(reading, across, down);
  if (outcome != PICTURE_DONE) return outcome;
  void *surface = svg.surface(0, (int)across, (int)down);
  if (svg.status(surface) != 0) return PICTURE_TOO_LARGE;
  struct rectangle place = {0, 0, across, down};
  if (!svg.draw(drawing, svg.canvas(surface), &place, &error)) return PICTURE_BROKEN;
  svg.flush(surface);
  outcome = reading_begin(reading, across, down);
  uint8_t *row = malloc((size_t)across * 4);
  if (outcome != PICTURE_DONE || !row) return PICTURE_TOO_LARGE;
  for (uint32_t y = 0; y < down; y++) {
    const uint32_t *from = (const uint32_t *)(const void *)(svg.data(surface) + (size_t)y * (size_t)svg.stride(surface));
    for (uint32_t x = 0; x < across; x++)
      write_pixel(row + (size_t)x * 4, from[x] >> 16, from[x] >> 8, from[x], from[x] >> 24);
    reading_take(reading, row, across);
  }
  return PICTURE_DONE;
}
