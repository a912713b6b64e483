import CDeflate

/// gzip (RFC 1952) with libdeflate.
public enum Gzip {
  /// Time spent on fewer bytes; raw values are libdeflate's levels.
  public enum Effort: Int32, Sendable {
    /// About 0.03 ms for 12 kB.
    case quick = 1
    /// About 0.1 ms for 12 kB.
    case usual = 6
    /// A few milliseconds, for 2 to 4 % fewer bytes.
    case most = 12
  }

  /// Nil if memory is exhausted.
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

extension Gzip {
  /// Whether bytes begin as gzip data does.
  public static func isCompressed(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Decompresses all members of gzip data; zeros may follow the last.
  ///
  /// Cost: about 2 ms for 1 MB of output. Memory: the output, or up to twice that if its length is not stated.
  /// - Parameter limit: bytes of output at most.
  public static func decompress(_ bytes: Numbers<UInt8>, limit: Int) throws(GzipError) -> Numbers<UInt8> {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .outOfMemory }
    defer { libdeflate_free_decompressor(decompressor) }
    var capacity = min(statedLength(of: bytes), limit)
    while true {
      var result = LIBDEFLATE_SUCCESS
      let output = Numbers<UInt8>(count: max(capacity, 1)) { buffer in
        var count = 0
        let room = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: capacity)
        result = decompressAll(bytes, into: room, count: &count, decompressor)
        return count
      }
      switch result {
      case LIBDEFLATE_SUCCESS: return output
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        guard capacity < limit else { throw .tooLarge(limit: limit) }
        capacity = min(max(capacity * 2, bytes.count * 4), limit)
      default: throw .damaged
      }
    }
  }

  private static func decompressAll(
    _ bytes: Numbers<UInt8>, into room: UnsafeMutableRawBufferPointer, count: inout Int,
    _ decompressor: OpaquePointer
  ) -> libdeflate_result {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      repeat {
        let (member, free) = (UnsafeRawBufferPointer(rebasing: rest), room[count...])
        var (taken, made) = (0, 0)
        let result = libdeflate_gzip_decompress_ex(
          decompressor, member.baseAddress, member.count,
          UnsafeMutableRawBufferPointer(rebasing: free).baseAddress,
          free.count, &taken, &made)
        guard result == LIBDEFLATE_SUCCESS else { return result }
        count += made
        rest = rest.dropFirst(taken)
      } while rest.contains { $0 != 0 }
      return LIBDEFLATE_SUCCESS
    }
  }

  /// The length at the end of the data, which is that of a single member below 4 GB; at most what data of this size
  /// can hold.
  private static func statedLength(of bytes: Numbers<UInt8>) -> Int {
    let length = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return min(length, bytes.count * 1_032)
  }
}

/// A reason why gzip data cannot be decompressed; one sentence.
public enum GzipError: Error, Hashable, CustomStringConvertible {
  case damaged
  case tooLarge(limit: Int)
  case outOfMemory

  public var description: String {
    switch self {
    case .damaged: "the gzip data is damaged or truncated"
    case .tooLarge(let limit): "the gzip data holds more than \(limit >> 20) MB"
    case .outOfMemory: "no memory is left to decompress gzip data"
    }
  }
}
