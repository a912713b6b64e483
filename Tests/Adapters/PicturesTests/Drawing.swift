/// PNG files made by hand: stored, not compressed.
enum Drawing {
  static func plain(width: Int, height: Int, color: (UInt8, UInt8, UInt8) = (10, 120, 200)) -> [UInt8] {
    png(width: width, height: height) { _ in color }
  }

  /// Reproducible noise, which compresses badly.
  static func noise(width: Int, height: Int) -> [UInt8] {
    var state: UInt32 = 1
    return png(width: width, height: height) { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return (UInt8(state >> 24), UInt8(state >> 16 & 255), UInt8(state >> 8 & 255))
    }
  }

  /// A picture with a size but without pixels.
  static func header(width: Int, height: Int) -> [UInt8] {
    signature + chunk("IHDR", number(width) + number(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", [])
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func png(
    width: Int, height: Int, color: (Int) -> (UInt8, UInt8, UInt8)
  ) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(height * (width * 3 + 1))
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let (red, green, blue) = color(y * width + x)
        rows += [red, green, blue]
      }
    }
    return header(width: width, height: height) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  /// The zlib format, without any compression.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stored: [UInt8] = [0x78, 0x01]
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    for start in stride(from: 0, to: bytes.count, by: 65_535) {
      let block = bytes[start..<min(start + 65_535, bytes.count)]
      let count = UInt16(block.count)
      stored.append(block.endIndex == bytes.count ? 1 : 0)
      stored += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
      stored += block
    }
    return stored + number(Int(second << 16 | first))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return number(content.count) + named + number(Int(checksum(named)))
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }
}
