import CDeflate

/// gzip (RFC 1952) in one piece, by libdeflate.
public enum Gzip {
  /// How much time may go into fewer bytes; raw values are libdeflate's levels.
  public enum Effort: Int32, Sendable {
    /// About 0.03 ms for 12 kB.
    case quick = 1
    /// About 0.1 ms for 12 kB.
    case usual = 6
    /// Some milliseconds, and 2 to 4 % fewer bytes.
    case most = 12
  }

  /// Nil if the library has no memory left.
  public static func compress(_ bytes: [UInt8], effort: Effort = .usual) -> [UInt8]? {
    guard let compressor = libdeflate_alloc_compressor(effort.rawValue) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let compressed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
    return compressed.isEmpty ? nil : compressed
  }
}
