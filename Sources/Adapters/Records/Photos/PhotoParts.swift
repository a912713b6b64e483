import System

/// The parts of a picture's file that hold its details.
enum PhotoParts {
  case exif(ArraySlice<UInt8>)
  case iptc(ArraySlice<UInt8>)
  case xmp(ArraySlice<UInt8>)

  /// Parts of a file that are looked at.
  static let limit = 1_000

  static func all(of bytes: [UInt8]) -> [PhotoParts] {
    if bytes.starts(with: [0xFF, 0xD8]) { return ofJPEG(bytes[...]) }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return ofHEIF(bytes[...]) }
    // TIFF consists of such directories.
    if bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) { return [.exif(bytes[...])] }
    return []
  }

  /// The segments before the picture itself.
  private static func ofJPEG(_ bytes: ArraySlice<UInt8>) -> [PhotoParts] {
    var (parts, rest): ([PhotoParts], _) = ([], bytes.dropFirst(2))
    for _ in 0..<limit {
      guard let mark = rest.popFirst(), mark == 0xFF, let kind = rest.popFirst(), kind != 0xDA else { break }
      // Padding.
      if kind == 0xFF {
        rest = bytes[(rest.startIndex - 1)...]
        continue
      }
      guard let length = rest.number(2, at: 0), length >= 2 else { break }
      let content = rest.dropFirst(2).prefix(length - 2)
      rest = rest.dropFirst(length)
      let names: [(UInt8, String, (ArraySlice<UInt8>) -> PhotoParts?)] = [
        (0xE1, "Exif\0\0", { .exif($0) }), (0xE1, "http://ns.adobe.com/xap/1.0/\0", { .xmp($0) }),
        (0xED, "Photoshop 3.0\0", { iptc(inResources: $0) }),
      ]
      for (segment, name, part) in names where kind == segment && content.starts(with: name.utf8) {
        if let part = part(content.dropFirst(name.utf8.count)) { parts.append(part) }
      }
    }
    return parts
  }

  /// The IPTC block among Photoshop's resources.
  private static func iptc(inResources bytes: ArraySlice<UInt8>) -> PhotoParts? {
    var rest = bytes
    for _ in 0..<limit {
      guard rest.starts(with: "8BIM".utf8), let id = rest.number(2, at: 4), let name = rest.number(1, at: 6)
      else { return nil }
      rest = rest.dropFirst(6 + (name + 2) / 2 * 2)
      guard let size = rest.number(4, at: 0) else { return nil }
      if id == 0x0404 { return .iptc(rest.dropFirst(4).prefix(size)) }
      rest = rest.dropFirst(4 + (size + 1) / 2 * 2)
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// A number of up to four bytes at an offset; nil beyond the end.
  func number(_ size: Int, at offset: Int, isLittle: Bool = false) -> Int? {
    guard offset >= 0, offset <= count - size else { return nil }
    let bytes = self[(startIndex + offset)..<(startIndex + offset + size)]
    return isLittle
      ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
