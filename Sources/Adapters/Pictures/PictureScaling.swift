import CPictureCodecs

/// A kind of smaller copies: cropped to the shape of tiles, or whole, in one format.
public struct PictureScaling: Sendable, Hashable {
  public enum Shape: Sendable, Hashable {
    /// Width and height of a tile, as a ratio.
    case tile(width: Int, height: Int)
    case whole
  }

  public enum Format: String, Sendable {
    case webp, jpeg
  }

  public let shape: Shape
  public let format: Format

  /// The suffix of its files' names.
  let suffix: String

  public init(_ shape: Shape, _ format: Format) {
    self.shape = shape
    self.format = format
    suffix =
      switch shape {
      case .tile(let width, let height): "-\(width)x\(height)-\(format)"
      case .whole: "-whole-\(format)"
      }
  }

  /// Widths in pixels: a small picture beside a name; a tile on phones and computers; a tile on high-density screens,
  /// which hide the lower quality.
  public static let tileWidths = [160, 360, 720]
  /// Widths in pixels: a phone or the detail column; a screen.
  public static let wholeWidths = [720, 1440]
  /// Bytes of one tile; a page has sixty.
  static let tileBytes = 25_000
  /// Bytes of one whole picture.
  static let wholeBytes = 400_000
  /// Bytes of an original from any source.
  static let inputLimit = 32 << 20
  /// Pixels of an original, checked before decoding: more than a phone's camera makes by default.
  static let pixelLimit = 40_000_000
  /// Bytes of memory of a scaling process. The largest interlaced picture takes half of it.
  static let memoryLimit = 400 << 20
  /// Seconds of processor time: ten times that of a large photograph. Others may wait meanwhile.
  static let processorLimit = 5
  /// Seconds in all; other work of the machine has priority.
  static let patience = 60.0

  /// The width in pixels of a whole copy: at most that of its original, and its height at most twice `width`. The
  /// scaler computes the same.
  static func wholeWidth(_ width: Int, of original: PictureFacts) -> Int {
    let across = Double(min(width, original.width))
    let down = across * Double(original.height) / Double(original.width)
    return max(1, Int((across * min(1, 2 * Double(width) / down)).rounded()))
  }

  public var widths: [Int] { shape == .whole ? Self.wholeWidths : Self.tileWidths }
  /// Bytes of a copy.
  private var byteLimit: Int { shape == .whole ? Self.wholeBytes : Self.tileBytes }

  /// Bytes of all copies with their report.
  var outputLimit: Int { ScaledCopies.reportSize + widths.count * byteLimit }

  /// The copies of its shape, as the scaling process makes them.
  var set: picture_set {
    var set = picture_set()
    if case .tile(let width, let height) = shape {
      (set.aspect_width, set.aspect_height) = (UInt32(width), UInt32(height))
    }
    let widths = widths.map { UInt32($0) }
    set.widths = (widths[0], widths[1], widths.count > 2 ? widths[2] : 0)
    set.width_count = UInt32(widths.count)
    set.byte_limit = UInt32(byteLimit)
    return set
  }
}
