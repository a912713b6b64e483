import CPictureCodecs
import System

/// Facts about a decoded picture: 16 bytes, as a museum has 100,000.
public struct PictureFacts: Sendable, Hashable {
  private let across: UInt32
  private let down: UInt32
  /// The most frequent colour.
  private let rgb: UInt32
  public let isAnimated: Bool
  /// Whether there is a whole copy of each of ``PictureScaling/wholeWidths``, as bits.
  fileprivate(set) var wholeCopies: UInt8 = 0

  fileprivate init(_ report: picture_report) {
    (across, down) = (report.width, report.height)
    rgb = UInt32(report.red) << 16 | UInt32(report.green) << 8 | UInt32(report.blue)
    isAnimated = report.is_animated != 0
  }

  /// Pixels of the upright original.
  public var width: Int { Int(across) }
  public var height: Int { Int(down) }

  /// The most frequent colour: `#rrggbb`.
  public var color: String { "#\(rgb.hexDigits.suffix(6))" }

  /// Widths in pixels of the whole copies on disk, narrowest first. Empty before they are made, and for an animation,
  /// which may be sent whole.
  public var copyWidths: [Int] {
    PictureScaling.wholeWidths.enumerated().filter { wholeCopies >> $0.offset & 1 == 1 }
      .map { PictureScaling.wholeWidth($0.element, of: self) }
  }

  /// The facts with the whole copies that others know of.
  func withCopies(of known: PictureFacts?) -> PictureFacts {
    var facts = self
    facts.wholeCopies |= known?.wholeCopies ?? 0
    return facts
  }
}

/// The output of a scaling process in a file: a report, then the bytes of each copy.
struct ScaledCopies {
  static let reportSize = MemoryLayout<picture_report>.size

  let facts: PictureFacts
  private let file: FileSlice
  /// Bytes of each copy; 0 if the one before is as wide already.
  private let sizes: [Int]

  /// Nil if the length contradicts the report.
  init?(_ file: FileSlice) {
    guard let (facts, sizes) = Self.report(file.bytes(limit: Self.reportSize)[...]),
      file.count == Self.reportSize + sizes.reduce(0, +)
    else { return nil }
    (self.facts, self.sizes, self.file) = (facts, sizes, file)
  }

  /// The facts, from the first bytes.
  static func facts(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> PictureFacts? {
    guard case (var facts, let sizes)? = report(bytes) else { return nil }
    if isWhole, !facts.isAnimated {
      for (position, size) in sizes.enumerated() where size > 0 { facts.wholeCopies |= 1 << position }
    }
    return facts
  }

  /// The copy of a width, or the widest one below it.
  func copy(_ position: Int) -> StoredPicture? {
    guard let found = sizes.indices.prefix(position + 1).last(where: { sizes[$0] > 0 }) else { return nil }
    let start = Self.reportSize + sizes[..<found].reduce(0, +)
    return file.part(from: start, count: sizes[found]).flatMap { StoredPicture($0) }
  }

  private static func report(_ bytes: ArraySlice<UInt8>) -> (facts: PictureFacts, sizes: [Int])? {
    guard bytes.count >= reportSize else { return nil }
    let report = bytes.withUnsafeBytes { $0.loadUnaligned(as: picture_report.self) }
    return (PictureFacts(report), [report.sizes.0, report.sizes.1, report.sizes.2].map { Int($0) })
  }

  /// The bytes of an output that begins with a report; nil until it is received.
  static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
    report(bytes).map { reportSize + $0.sizes.reduce(0, +) }
  }
}
