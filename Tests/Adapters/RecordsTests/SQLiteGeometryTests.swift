import Testing

@testable import Records

@Suite("Geometries in SQLite files", WithReader())
struct SQLiteGeometryTests {
  private func bytes(_ parts: Any...) -> [UInt8] {
    parts.reduce(into: []) { bytes, part in
      switch part {
      case let text as String: bytes += Array(text.utf8)
      case let byte as UInt8: bytes.append(byte)
      case let word as Int32: bytes.append(word: word)
      case let number as Double: bytes.append(word: number.bitPattern)
      case let list as [UInt8]: bytes += list
      default: Issue.record("unknown part")
      }
    }
  }

  private func place(_ bytes: [UInt8]) -> String? { bytes.withUnsafeBytes { SQLiteGeometry.place($0) } }

  private func point(_ x: Double, _ y: Double) -> [UInt8] { bytes(UInt8(1), Int32(1), x, y) }

  private func package(_ system: Int32, flags: UInt8 = 1, _ rest: [UInt8]) -> [UInt8] {
    bytes("GP", UInt8(0), flags, system, rest)
  }

  @Test("GeoPackage's point is a place")
  func point() {
    #expect(place(package(4326, point(7.5, 46.25))) == "46.25, 7.5")
    // Big-endian throughout.
    let big: [UInt8] = [0x47, 0x50, 0, 0, 0, 0, 0x10, 0xE6, 0, 0, 0, 0, 1]
    #expect(place(big + [0x40, 0x1E, 0, 0, 0, 0, 0, 0, 0x40, 0x47, 0x20, 0, 0, 0, 0, 0]) == "46.25, 7.5")
  }

  @Test("The middle of an envelope is the place of an area, and else its first position")
  func area() {
    #expect(place(package(4326, flags: 3, bytes(6.0, 9.0, 46.0, 47.0))) == "46.5, 7.5")
    let polygon = bytes(UInt8(1), Int32(3), Int32(1), Int32(4), 7.5, 46.25)
    #expect(place(package(4326, polygon)) == "46.25, 7.5")
    #expect(place(package(4326, bytes(UInt8(1), Int32(6), Int32(2), polygon))) == "46.25, 7.5")
    #expect(place(package(4326, bytes(UInt8(1), Int32(1_002), Int32(2), 7.5, 46.25))) == "46.25, 7.5")
  }

  @Test("Web Mercator becomes degrees; other metres are no place")
  func systems() throws {
    let text = try #require(place(package(3857, point(834_895.9, 5_815_417.2))))
    let numbers = text.split(separator: ", ").compactMap { Double($0) }
    #expect(abs(numbers[0] - 46.23) < 0.05 && abs(numbers[1] - 7.5) < 0.01)
    #expect(place(package(2056, point(2_600_000, 1_200_000))) == nil)
  }

  @Test("SpatiaLite's geometry has the middle of its corners as its place")
  func spatiaLite() {
    let geometry = bytes(
      UInt8(0), UInt8(1), Int32(4326), 7.0, 46.0, 8.0, 46.5, UInt8(0x7C), Int32(1), 7.0, 46.0)
    #expect(place(geometry) == "46.25, 7.5")
  }

  @Test("Other blobs, empty and truncated geometries are no place")
  func others() {
    let whole = package(4326, point(7.5, 46.25))
    for count in 0..<whole.count { #expect(place(Array(whole.prefix(count))) == nil) }
    #expect(place(package(4326, flags: 0x11, point(7.5, 46.25))) == nil)
    #expect(place(package(4326, point(.nan, 46.25))) == nil)
    #expect(place(Array("GPS of a picture, which is not a geometry but is long".utf8)) == nil)
    #expect(place([UInt8](repeating: 0, count: 60)) == nil)
  }

  @Test("A column of geometries is the place of an entry")
  func column() throws {
    let rows = (1...4).map { number in
      let hex = package(4326, point(Double(number) + 0.5, 46.25)).map {
        String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
      }
      return "(\(number), x'\(hex.joined())', 'Place \(number)')"
    }
    let file = try SQLiteFile.bytes(
      "CREATE TABLE sites (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT); INSERT INTO sites VALUES "
        + rows.joined(separator: ", "))
    #expect(try RecordGuess(file).fields.first { $0.key == "place" }?.sources == ["geom"])
  }
}
