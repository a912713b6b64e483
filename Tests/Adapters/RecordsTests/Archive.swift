import System

/// A ZIP archive, whose sums and compressed bytes come from gzip.
enum Archive {
  /// - Parameters:
  ///   - flags: of each file; the lowest bit says that it is encrypted.
  ///   - size: stated instead of the true one.
  static func bytes(_ files: [(name: String, text: String)], flags: UInt16 = 0, size: Int? = nil) -> [UInt8] {
    var (body, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, text) in files {
      guard let packed = Gzip.compress(Array(text.utf8)) else { return [] }
      let head = joined(
        number(20, 2), number(Int(flags), 2), number(8, 2), number(0, 4), Array(packed.suffix(8).prefix(4)),
        number(packed.count - 18, 4), number(size ?? text.utf8.count, 4), number(name.utf8.count, 2),
        number(0, 2))
      directory += joined(
        [0x50, 0x4B, 1, 2], number(20, 2), head, number(0, 10), number(body.count, 4), Array(name.utf8))
      body += joined([0x50, 0x4B, 3, 4], head, Array(name.utf8), Array(packed[10..<packed.count - 8]))
    }
    let end = joined(
      [0x50, 0x4B, 5, 6], number(0, 4), number(files.count, 2), number(files.count, 2),
      number(directory.count, 4), number(body.count, 4), number(0, 2))
    return body + directory + end
  }

  /// Quicker to compile than a sum.
  private static func joined(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }
}
