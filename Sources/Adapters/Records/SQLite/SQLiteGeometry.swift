import Glibc

/// Geometries that GeoPackage and SpatiaLite write as blobs.
enum SQLiteGeometry {
  /// The middle of a geometry as "latitude, longitude"; nil for other blobs, and for coordinates in other systems
  /// than degrees and Web Mercator.
  static func place(_ bytes: UnsafeRawBufferPointer) -> String? {
    var reader = Reader(bytes: bytes)
    guard let (x, y, system) = reader.geoPackage() ?? reader.spatiaLite() else { return nil }
    let isMercator = [3857, 900913, 102100].contains(system)
    // The radius of the earth in metres.
    let (longitude, latitude) =
      isMercator
      ? (x / 6_378_137 * 180 / .pi, (2 * atan(exp(y / 6_378_137)) - .pi / 2) * 180 / .pi) : (x, y)
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    return "\(latitude), \(longitude)"
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var offset = 0
    var isLittle = true

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// "GP", version, flags, system, envelope, and the geometry as WKB.
    mutating func geoPackage() -> (x: Double, y: Double, system: Int32)? {
      guard bytes.count > 8, bytes.starts(with: "GP".utf8) else { return nil }
      let flags = bytes[3]
      (offset, isLittle) = (4, flags & 1 == 1)
      guard flags & 0x10 == 0, let system = word(Int32.self) else { return nil }
      let numbers = [0, 4, 6, 6, 8, 0, 0, 0][Int(flags >> 1 & 7)]
      if numbers > 0 {
        let envelope = (0..<4).compactMap { _ in number() }
        guard envelope.count == 4 else { return nil }
        return ((envelope[0] + envelope[1]) / 2, (envelope[2] + envelope[3]) / 2, system)
      }
      return position().map { ($0.x, $0.y, system) }
    }

    /// Zero, the order of bytes, the system, the corners, and a mark.
    mutating func spatiaLite() -> (x: Double, y: Double, system: Int32)? {
      guard bytes.count > 43, bytes[0] == 0, bytes[1] < 2, bytes[38] == 0x7C else { return nil }
      (offset, isLittle) = (2, bytes[1] == 1)
      guard let system = word(Int32.self) else { return nil }
      let corners = (0..<4).compactMap { _ in number() }
      return corners.count == 4 ? ((corners[0] + corners[2]) / 2, (corners[1] + corners[3]) / 2, system) : nil
    }

    /// The first position of a geometry, which may be in others.
    private mutating func position() -> (x: Double, y: Double)? {
      // A collection of collections of polygons.
      for _ in 0..<4 {
        guard offset < bytes.count else { return nil }
        isLittle = bytes[offset] == 1
        offset += 1
        guard let type = word(UInt32.self) else { return nil }
        switch (type & 0xFFFF) % 1_000 {
        case 1: break
        case 2: offset += 4
        case 3: offset += 8
        case 4...7:
          offset += 4
          continue
        default: return nil
        }
        guard let x = number(), let y = number() else { return nil }
        return (x, y)
      }
      return nil
    }

    private mutating func number() -> Double? {
      guard let bits = word(UInt64.self) else { return nil }
      let number = Double(bitPattern: bits)
      return number.isFinite ? number : nil
    }

    private mutating func word<Word: FixedWidthInteger>(_ type: Word.Type) -> Word? {
      guard offset + MemoryLayout<Word>.size <= bytes.count else { return nil }
      defer { offset += MemoryLayout<Word>.size }
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: Word.self)
      return isLittle ? Word(littleEndian: word) : Word(bigEndian: word)
    }
  }
}
