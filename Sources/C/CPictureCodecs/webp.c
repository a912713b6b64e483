#include <stdlib.h>

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#include "raster.h"

enum picture_outcome read_webp(struct reading *reading) {
  WebPData data = {reading->bytes, reading->count};
  WebPDemuxer *file = WebPDemux(&data);
  WebPIterator frame;
  if (!file || !WebPDemuxGetFrame(file, 1, &frame)) return PICTURE_BROKEN;
  enum picture_outcome outcome =
      reading_measure(reading, (uint32_t)frame.width, (uint32_t)frame.height);
  if (outcome != PICTURE_DONE) return outcome;
  reading->is_animated = frame.num_frames > 1;
  WebPDecoderConfig codec;
  if (!WebPInitDecoderConfig(&codec)) return PICTURE_BROKEN;
  double scale = reading_scale(reading);
  codec.options.use_scaling = scale < 1;
  codec.options.scaled_width = (int)(frame.width * scale + 1);
  codec.options.scaled_height = (int)(frame.height * scale + 1);
  codec.output.colorspace = MODE_RGBA;
  if (WebPDecode(frame.fragment.bytes, frame.fragment.size, &codec) != VP8_STATUS_OK) return PICTURE_BROKEN;
  uint32_t width = (uint32_t)codec.output.width, height = (uint32_t)codec.output.height;
  outcome = reading_begin(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  for (uint32_t y = 0; y < height; y++)
    reading_take(reading, codec.output.u.RGBA.rgba + (size_t)y * (size_t)codec.output.u.RGBA.stride, width);
  return PICTURE_DONE;
}

bool raster_encode(
    const struct raster *raster, bool as_jpeg, uint32_t limit, double *detail, uint8_t **bytes, uint32_t *count) {
  // Each quality, and the usual bytes of a picture as a part of those at the best one.
  static const struct {
    int quality;
    double part;
  } steps[] = {{78, 1}, {64, 0.75}, {48, 0.6}, {32, 0.45}, {18, 0.32}, {8, 0.22}, {1, 0.14}};
  double area = (double)raster->width * raster->height;
  // Starts with a quality that probably fits, as each try costs the most of a copy.
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    bool is_last = i + 1 == sizeof steps / sizeof *steps;
    if (!is_last && *detail * area * steps[i].part > limit) continue;
    size_t size = 0;
    if (as_jpeg) {
      unsigned long long_size = 0;
      if (!encode_jpeg(raster, steps[i].quality, bytes, &long_size)) return false;
      size = long_size;
    } else {
      size = WebPEncodeRGBA(
          raster->pixels, (int)raster->width, (int)raster->height, (int)raster->width * 4,
          (float)steps[i].quality, bytes);
      if (size == 0) return false;
    }
    *detail = (double)size / area / steps[i].part;
    if (size <= limit) {
      *count = (uint32_t)size;
      return true;
    }
    free(*bytes);
  }
  return false;
}
