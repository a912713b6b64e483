#ifndef C_PICTURE_CODECS_H
#define C_PICTURE_CODECS_H

#include <stddef.h>
#include <stdint.h>

/// The format of a picture.
enum picture_source { PICTURE_JPEG, PICTURE_PNG, PICTURE_GIF, PICTURE_WEBP, PICTURE_AVIF, PICTURE_SVG };

/// The requested copies of a picture. Widths are ascending; no copy is wider than the original.
struct picture_order {
  enum picture_source source;
  /// The aspect ratio to crop to; 0 by 0 keeps the whole picture.
  uint32_t aspect_width, aspect_height;
  uint32_t widths[3];
  uint32_t width_count;
  /// JPEG instead of WebP.
  int32_t as_jpeg;
  /// Maximum bytes of each result.
  uint32_t byte_limit;
  /// Maximum bytes and pixels of the original.
  uint32_t input_limit, pixel_limit;
  /// Maximum bytes of memory and seconds of CPU time.
  uint64_t memory_limit, cpu_limit;
};

/// The exit status of a scaling process.
enum picture_outcome {
  PICTURE_DONE = 0,
  /// The process could not be sandboxed, so nothing was read: SANDBOX_UNAVAILABLE.
  PICTURE_NOT_SANDBOXED = 10,
  PICTURE_BROKEN = 11,
  PICTURE_TOO_LARGE = 12,
  /// The library for this kind of picture is not installed.
  PICTURE_NO_LIBRARY = 13,
};

/// The header before the results, in native byte order, since both ends are the same program.
struct picture_report {
  /// The size of the upright original.
  uint32_t width, height;
  uint8_t red, green, blue, is_animated;
  /// Bytes of each result; 0 for those that would be no wider than the previous one.
  uint32_t sizes[3];
};

/// Sandboxes this process, reads a picture from standard input, writes a report and the results to standard
/// output, and returns the outcome. Nothing else may run in the process.
enum picture_outcome picture_scale(const struct picture_order *order);

#endif
