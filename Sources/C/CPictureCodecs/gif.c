#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "raster.h"

struct source {
  const uint8_t *at;
  size_t left;
};

static int copy(GifFileType *gif, GifByteType *into, int count) {
  struct source *source = gif->UserData;
  if (count < 0 || source->left < (size_t)count) return 0;
  memcpy(into, source->at, (size_t)count);
  source->at += count;
  source->left -= (size_t)count;
  return count;
}

/// Advances to the next frame; sets its transparent colour, -1 for none.
static bool find_frame(GifFileType *gif, int *transparent) {
  GifRecordType type;
  while (DGifGetRecordType(gif, &type) == GIF_OK) {
    if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(gif) == GIF_OK;
    if (type != EXTENSION_RECORD_TYPE) return false;
    int code;
    GifByteType *block;
    if (DGifGetExtension(gif, &code, &block) != GIF_OK) return false;
    if (code == GRAPHICS_EXT_FUNC_CODE && block && block[0] >= 4) *transparent = block[1] & 1 ? block[4] : -1;
    while (block)
      if (DGifGetExtensionNext(gif, &block) != GIF_OK) return false;
  }
  return false;
}

/// Draws the current frame at its position in the picture.
static bool draw(GifFileType *gif, int transparent, uint32_t *pixels, uint32_t width, uint32_t height) {
  const GifImageDesc *frame = &gif->Image;
  const ColorMapObject *colors = frame->ColorMap ? frame->ColorMap : gif->SColorMap;
  if (!colors || frame->Width <= 0 || frame->Height <= 0) return false;
  GifPixelType *line = malloc((size_t)frame->Width);
  if (!line) return false;
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  for (int pass = 0; pass < (frame->Interlace ? 4 : 1); pass++) {
    for (int y = frame->Interlace ? starts[pass] : 0; y < frame->Height; y += frame->Interlace ? steps[pass] : 1) {
      if (DGifGetLine(gif, line, frame->Width) != GIF_OK) return false;
      int64_t top = (int64_t)frame->Top + y;
      if (top < 0 || top >= height) continue;
      for (int x = 0; x < frame->Width; x++) {
        int64_t left = (int64_t)frame->Left + x;
        if (left < 0 || left >= width || line[x] == transparent || line[x] >= colors->ColorCount) continue;
        const GifColorType *color = &colors->Colors[line[x]];
        uint8_t *pixel = (uint8_t *)(pixels + (size_t)top * width + (size_t)left);
        pixel[0] = color->Red;
        pixel[1] = color->Green;
        pixel[2] = color->Blue;
        pixel[3] = 255;
      }
    }
  }
  free(line);
  return true;
}

enum picture_outcome read_gif(struct reading *reading) {
  struct source source = {reading->bytes, reading->count};
  int fault, transparent = -1;
  GifFileType *gif = DGifOpen(&source, copy, &fault);
  if (!gif) return PICTURE_BROKEN;
  uint32_t width = (uint32_t)gif->SWidth, height = (uint32_t)gif->SHeight;
  enum picture_outcome outcome = reading_measure(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  if (!find_frame(gif, &transparent)) return PICTURE_BROKEN;
  // A frame may be larger than its picture.
  if ((uint64_t)gif->Image.Width * (uint64_t)gif->Image.Height > reading->limits->pixels)
    return PICTURE_TOO_LARGE;
  uint32_t *pixels = calloc((size_t)width * height, 4);
  if (!pixels) return PICTURE_TOO_LARGE;
  if (!draw(gif, transparent, pixels, width, height)) return PICTURE_BROKEN;
  reading->is_animated = find_frame(gif, &transparent);
  outcome = reading_begin(reading, width, height);
  if (outcome != PICTURE_DONE) return outcome;
  for (uint32_t y = 0; y < height; y++)
    reading_take(reading, (const uint8_t *)(pixels + (size_t)y * width), width);
  return PICTURE_DONE;
}
