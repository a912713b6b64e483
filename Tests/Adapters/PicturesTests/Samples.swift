/// The first bytes of pictures and of other files.
enum Samples {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16]
  static let gif = Array("GIF89a\u{1}\u{0}".utf8)
  /// Two frames of one pixel.
  static let movingGIF: [UInt8] =
    gif + [1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
    + (0..<2).flatMap { _ in [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0] as [UInt8] } + [0x3B]
  static let avif = Array("\u{0}\u{0}\u{0}\u{1C}ftypavif".utf8)
  static let heic = Array("\u{0}\u{0}\u{0}\u{18}ftypheic".utf8)
  static let tiff = Array("MM\u{0}*".utf8)
  static let icon: [UInt8] = [0, 0, 1, 0, 1, 0, 16, 16]
  static let webp = Array("RIFF\u{4}\u{0}\u{0}\u{0}WEBPVP8 ".utf8)
  static let html = Array("<!DOCTYPE html><script>alert(1)</script>".utf8)
  static let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)

  /// A picture of a given size whose bytes depend on a number.
  static func png(_ number: Int, size: Int = 1000) -> [UInt8] {
    png + Array("\(number) ".utf8) + Array(repeating: 0, count: size)
  }
}
