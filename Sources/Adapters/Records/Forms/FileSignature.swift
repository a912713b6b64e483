/// What files that hold no list begin with.
enum FileSignature {
  private static let known: [(start: [UInt8], name: String)] = [
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive; a spreadsheet must be saved as CSV first"),
    (Array("%PDF".utf8), "a PDF document"),
    ([0xFF, 0xD8, 0xFF], "a picture"), ([0x89, 0x50, 0x4E, 0x47], "a picture"),
    (Array("GIF8".utf8), "a picture"),
    (Array("RIFF".utf8), "a picture or a sound"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an old office document; a spreadsheet must be saved as CSV first"),
  ]

  /// What a file is that begins so; nil for what may be text.
  static func name(of bytes: [UInt8]) -> String? {
    if let known = known.first(where: { bytes.starts(with: $0.start) }) { return known.name }
    return bytes.prefix(4_096).contains(0)
      ? "a binary file, or text that is not in UTF-8 or marked UTF-16" : nil
  }
}
