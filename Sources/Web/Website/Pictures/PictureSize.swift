import Configuration
import Pictures

/// Which copy of a picture an address asks for: `?tile=360`, `?whole=720`.
struct PictureSize: Sendable {
  let scaling: PictureScaling
  /// Of the width among those of the scaling.
  let position: Int

  /// Nil for the picture as it came.
  init?(_ query: QueryReader, aspect: Aspect, isWebPTaken: Bool) {
    let format = isWebPTaken ? PictureScaling.Format.webp : .jpeg
    let width: Int?
    if let tile = query["tile"] {
      scaling = PictureScaling(.tile(width: aspect.width, height: aspect.height), format)
      width = Int(tile)
    } else if let whole = query["whole"] {
      scaling = PictureScaling(.whole, format)
      width = Int(whole)
    } else {
      return nil
    }
    let widths = scaling.widths
    position = widths.firstIndex { $0 >= width ?? 0 } ?? widths.count - 1
  }

  /// The largest that there is of a whole picture, for those that no browser may have as they came.
  init(wholeIn format: PictureScaling.Format) {
    scaling = PictureScaling(.whole, format)
    position = scaling.widths.count - 1
  }
}
