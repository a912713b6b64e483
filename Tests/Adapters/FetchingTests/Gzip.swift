/// Writes gzip streams of one kind, without a compression library.
enum Gzip {
  /// A valid stream that holds the bytes uncompressed; at most 65,535 of them.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let block = [1] + littleEndian(count) + littleEndian(~count) + bytes
    return header + block + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  /// A stream that expands to about `count` zeros, 158 times its own size.
  static func bomb(of count: Int) -> [UInt8] { header + zeros(count) }

  private static func zeros(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    // The last block, with fixed codes.
    bits.append(0b011, 3)
    // A literal zero, then matches of 258 bytes at distance 1.
    bits.append(0b0000_1100, 8)
    for _ in 0..<(count / 258) {
      bits.append(0b1010_0011, 8)
      bits.append(0, 5)
    }
    return bits.bytes
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 8

    /// Appends bits, the lowest first.
    mutating func append(_ value: Int, _ count: Int) {
      for bit in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(used)
        used += 1
      }
    }
  }
}
