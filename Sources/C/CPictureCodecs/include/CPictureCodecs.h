#ifndef C_PICTURE_CODECS_H
#define C_PICTURE_CODECS_H

#include <stddef.h>
#include <stdint.h>

/// The format of a picture.
enum picture_source {
  PICTURE_JPEG,
  PICTURE_PNG,
  PICTURE_GIF,
  PICTURE_WEBP,
  PICTURE_AVIF,
  PICTURE_SVG,
  PICTURE_HEIF,
  PICTURE_TIFF,
};

/// Copies of one shape. Widths are ascending; no copy is wider than the original.
struct picture_set {
  /// The aspect ratio to crop to; 0 by 0 keeps the whole picture.
  uint32_t aspect_width, aspect_height;
  uint32_t widths[3];
  uint32_t width_count;
  /// Maximum bytes of each result.
  uint32_t byte_limit;
};

/// The requested copies of a picture, in native byte order, since both ends are the same program.
struct picture_order {
  enum picture_source source;
  /// JPEG instead of WebP.
  int32_t as_jpeg;
  uint32_t set_count;
  struct picture_set sets[2];
  /// Bytes of the original, which follow.
  uint32_t size;
};

struct picture_limits {
  /// Maximum bytes and pixels of an original.
  uint32_t input, pixels;
  /// Maximum bytes of memory and seconds of CPU time for one picture.
  uint64_t memory, cpu;
};

/// The exit status of a scaling process; 128 and more for a signal.
enum picture_outcome {
  PICTURE_DONE = 0,
  /// The process could not be sandboxed, so nothing was read: SANDBOX_UNAVAILABLE.
  PICTURE_NOT_SANDBOXED = 10,
  PICTURE_BROKEN = 11,
  PICTURE_TOO_LARGE = 12,
  /// The library for this kind of picture is not installed.
  PICTURE_NO_LIBRARY = 13,
  /// A compression that is not supported.
  PICTURE_UNKNOWN_CODING = 14,
};

/// The header before the results of a set.
struct picture_report {
  /// The size of the upright original.
  uint32_t width, height;
  uint8_t red, green, blue, is_animated;
  /// Bytes of each result; 0 for those that would be no wider than the previous one.
  uint32_t sizes[3];
};

/// Answers orders from standard input, each in a new sandboxed process, until the first that fails or the end of the
/// input, and returns the outcome. This process itself reads nothing. Nothing else may run in it.
uint32_t picture_serve(const struct picture_limits *limits);

#endif
