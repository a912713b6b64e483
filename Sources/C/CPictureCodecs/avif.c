#include <dlfcn.h>

#include <avif/avif.h>

#include "raster.h"

// The header must match the library, because its structures differ between versions.
#if AVIF_VERSION_MAJOR >= 1
#define LIBRARY "libavif.so.16"
#else
#define LIBRARY "libavif.so.15"
#endif

static struct {
  __typeof__(&avifDecoderCreate) create;
  __typeof__(&avifDecoderSetIOMemory) set_memory;
  __typeof__(&avifDecoderParse) parse;
  __typeof__(&avifDecoderNextImage) next;
  __typeof__(&avifRGBImageSetDefaults) set_defaults;
  __typeof__(&avifRGBImageAllocatePixels) allocate;
  __typeof__(&avifImageYUVToRGB) convert;
} avif;

bool load_avif(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  *(void **)&avif.create = dlsym(library, "avifDecoderCreate");
  *(void **)&avif.set_memory = dlsym(library, "avifDecoderSetIOMemory");
  *(void **)&avif.parse = dlsym(library, "avifDecoderParse");
  *(void **)&avif.next = dlsym(library, "avifDecoderNextImage");
  *(void **)&avif.set_defaults = dlsym(library, "avifRGBImageSetDefaults");
  *(void **)&avif.allocate = dlsym(library, "avifRGBImageAllocatePixels");
  *(void **)&avif.convert = dlsym(library, "avifImageYUVToRGB");
  return avif.create && avif.set_memory && avif.parse && avif.next && avif.set_defaults && avif.allocate &&
         avif.convert;
}

/// The EXIF orientation for quarter turns anticlockwise, then a mirroring.
static uint32_t orientation(const avifImage *image) {
  static const uint32_t turns[] = {1, 8, 3, 6}, mirrored[] = {2, 5, 4, 7};
  uint32_t angle = image->transformFlags & AVIF_TRANSFORM_IROT ? image->irot.angle & 3 : 0;
  if (!(image->transformFlags & AVIF_TRANSFORM_IMIR)) return turns[angle];
#if AVIF_VERSION_MAJOR >= 1
  bool is_upside_down = image->imir.axis == 0;
#else
  bool is_upside_down = image->imir.mode == 0;
#endif
  return mirrored[is_upside_down ? (angle + 2) & 3 : angle];
}

enum picture_outcome read_avif(struct reading *reading) {
  avifDecoder *codec = avif.create();
  if (!codec) return PICTURE_TOO_LARGE;
  codec->maxThreads = 1;
  codec->ignoreExif = codec->ignoreXMP = AVIF_TRUE;
  codec->imageSizeLimit = reading->limits->pixels;
  if (avif.set_memory(codec, reading->bytes, reading->count) != AVIF_RESULT_OK ||
      avif.parse(codec) != AVIF_RESULT_OK)
    return PICTURE_BROKEN;
  reading->orientation = orientation(codec->image);
  enum picture_outcome outcome = reading_measure(reading, codec->image->width, codec->image->height);
  if (outcome != PICTURE_DONE) return outcome;
  reading->is_animated = codec->imageCount > 1;
  if (avif.next(codec) != AVIF_RESULT_OK) return PICTURE_BROKEN;
  avifRGBImage pixels;
  avif.set_defaults(&pixels, codec->image);
  pixels.depth = 8;
  pixels.format = AVIF_RGB_FORMAT_RGBA;
  (void)avif.allocate(&pixels);
  if (!pixels.pixels) return PICTURE_TOO_LARGE;
  if (avif.convert(codec->image, &pixels) != AVIF_RESULT_OK) return PICTURE_BROKEN;
  outcome = reading_begin(reading, pixels.width, pixels.height);
  if (outcome != PICTURE_DONE) return outcome;
  for (uint32_t y = 0; y < pixels.height; y++)
    reading_take(reading, pixels.pixels + (size_t)y * pixels.rowBytes, pixels.width);
  return PICTURE_DONE;
}
