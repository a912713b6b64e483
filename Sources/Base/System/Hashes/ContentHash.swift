/// A fast 64-bit hash of content, for ETags and file names: distinguishes versions and is not for security.
public enum ContentHash {
  /// 16 hexadecimal digits. Mixes eight bytes a step with the odd constant of splitmix64.
  public static func hex(_ bytes: [UInt8]) -> String {
    let hash = bytes.withUnsafeBytes { raw in
      var hash = UInt64(raw.count) &+ 0x9E37_79B9_7F4A_7C15
      var offset = 0
      while offset + 8 <= raw.count {
        hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
        offset += 8
      }
      var tail: UInt64 = 0
      while offset < raw.count {
        tail = tail << 8 | UInt64(raw[offset])
        offset += 1
      }
      return mix(hash ^ tail)
    }
    return hash.hexDigits
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
