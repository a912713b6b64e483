#ifndef C_PICTURE_CODECS_H
#define C_PICTURE_CODECS_H

#include <stddef.h>
#include <stdint.h>

/// What a picture is written in.
enum picture_source { PICTURE_JPEG, PICTURE_PNG, PICTURE_GIF, PICTURE_WEBP, PICTURE_AVIF, PICTURE_SVG };

/// What is to be made of a picture. Widths grow; no picture is made wider than it is.
struct picture_order {
  enum picture_source source;
  /// The shape that the picture is cut to; 0 by 0 leaves it whole.
  uint32_t aspect_width, aspect_height;
  uint32_t widths[3];
  uint32_t width_count;
  /// JPEG instead of WebP.
  int32_t as_jpeg;
  /// Bytes that each result has at most.
  uint32_t byte_limit;
  /// Bytes and pixels of the original.
  uint32_t input_limit, pixel_limit;
  /// Bytes of memory, and seconds of the processor.
  uint64_t memory_limit, cpu_limit;
};

/// How a process that scales ends.
enum picture_outcome {
  PICTURE_DONE = 0,
  /// The process could not be sandboxed, so nothing was read: SANDBOX_UNAVAILABLE.
  PICTURE_NOT_SANDBOXED = 10,
  PICTURE_BROKEN = 11,
  PICTURE_TOO_LARGE = 12,
  /// The library for this kind of picture is not installed.
  PICTURE_NO_LIBRARY = 13,
};

/// What stands before the results: numbers in the machine's own order, since both ends are one program.
struct picture_report {
  /// Of the original, upright.
  uint32_t width, height;
  uint8_t red, green, blue, is_animated;
  /// Bytes of each result; 0 for those that would be no wider than the one before.
  uint32_t sizes[3];
};

/// Sandboxes this process, reads a picture from standard input, writes a report and the results to standard
/// output, and returns the outcome. Nothing else may run in the process.
enum picture_outcome picture_scale(const struct picture_order *order);

#endif
