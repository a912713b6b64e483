import CPictureCodecs

/// Facts about a decoded picture.
public struct PictureFacts: Sendable, Hashable {
  /// Pixels of the upright original.
  public let width: Int
  public let height: Int
  /// The most frequent colour: `#rrggbb`.
  public let color: String
  /// Widths in pixels of the whole copies on disk, narrowest first. Empty before they are made, and for an animation,
  /// which may be sent whole.
  public internal(set) var copyWidths: [Int] = []
  public let isAnimated: Bool
}

/// The output of a scaling process: a report, then the bytes of each copy.
struct ScaledCopies {
  static let reportSize = MemoryLayout<picture_report>.size

  let facts: PictureFacts
  private let bytes: ArraySlice<UInt8>
  /// Bytes of each copy; 0 if the one before is as wide already.
  private let sizes: [Int]

  /// Nil if the length contradicts the report.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let (facts, sizes) = Self.report(bytes), bytes.count == Self.reportSize + sizes.reduce(0, +) else {
      return nil
    }
    (self.facts, self.sizes, self.bytes) = (facts, sizes, bytes)
  }

  /// The facts, from the first bytes.
  static func facts(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> PictureFacts? {
    guard let report = report(bytes) else { return nil }
    var facts = report.facts
    if isWhole, !facts.isAnimated {
      facts.copyWidths = zip(PictureScaling.wholeWidths, report.sizes).filter { $0.1 > 0 }.map {
        PictureScaling.wholeWidth($0.0, of: report.facts)
      }
    }
    return facts
  }

  /// The copy of a width, or the widest one below it.
  func copy(_ position: Int) -> Picture? {
    guard let found = sizes.indices.prefix(position + 1).last(where: { sizes[$0] > 0 }) else { return nil }
    let start = bytes.startIndex + Self.reportSize + sizes[..<found].reduce(0, +)
    return Picture(Array(bytes[start..<start + sizes[found]]))
  }

  private static func report(_ bytes: ArraySlice<UInt8>) -> (facts: PictureFacts, sizes: [Int])? {
    guard bytes.count >= reportSize else { return nil }
    let report = bytes.withUnsafeBytes { $0.loadUnaligned(as: picture_report.self) }
    let color = UInt32(report.red) << 16 | UInt32(report.green) << 8 | UInt32(report.blue)
    let digits = String(color, radix: 16)
    let facts = PictureFacts(
      width: Int(report.width), height: Int(report.height),
      color: "#" + String(repeating: "0", count: 6 - digits.count) + digits,
      isAnimated: report.is_animated != 0)
    return (facts, [report.sizes.0, report.sizes.1, report.sizes.2].map { Int($0) })
  }
}
