import System

// HEIF and AVIF (ISO/IEC 14496-12 and 23008-12): boxes within boxes. The box `meta` lists items with their types in
// `iinf`, and with their places in the file in `iloc`.
extension PhotoParts {
  static func ofHEIF(_ bytes: ArraySlice<UInt8>) -> [PhotoParts] {
    let meta = boxes(bytes)["meta"]?.first?.dropFirst(4) ?? []
    let lists = boxes(meta)
    guard let items = lists["iinf"]?.first, let places = lists["iloc"]?.first else { return [] }
    let entries = boxes(items.dropFirst(items.first == 0 ? 6 : 8))["infe"] ?? []
    let parts = entries.lazy.compactMap { entry -> PhotoParts? in
      // Versions 2 and 3 differ in the size of the number.
      let size = entry.first == 2 ? 2 : 4
      let type = String(decoding: entry.dropFirst(6 + size).prefix(4), as: UTF8.self)
      guard ["Exif", "mime"].contains(type), let number = entry.number(size, at: 4),
        let content = item(number, at: places, in: bytes)
      else { return nil }
      if type == "mime" { return .xmp(content) }
      // The distance to the first directory comes before it.
      return content.number(4, at: 0).map { .exif(content.dropFirst(4 + $0)) }
    }
    return Array(parts.prefix(2))
  }

  /// The boxes of a part of the file by their names.
  private static func boxes(_ bytes: ArraySlice<UInt8>) -> [String: [ArraySlice<UInt8>]] {
    var (boxes, rest): ([String: [ArraySlice<UInt8>]], _) = ([:], bytes)
    for _ in 0..<limit {
      // A box without a size, or with a large one, is the last.
      guard let size = rest.number(4, at: 0), size >= 8 else { break }
      boxes[String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self), default: []].append(
        rest.dropFirst(8).prefix(size - 8))
      rest = rest.dropFirst(size)
    }
    return boxes
  }

  /// The bytes of an item in one piece of the file.
  private static func item(
    _ number: Int, at places: ArraySlice<UInt8>, in bytes: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    guard let version = places.first, version <= 2, let sizes = places.number(2, at: 4) else { return nil }
    let (offsetSize, lengthSize, baseSize) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : sizes & 15
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else {
      return nil
    }
    let numberSize = version == 2 ? 4 : 2
    var rest = places.dropFirst(6 + numberSize)
    for _ in 0..<limit {
      guard let found = rest.number(numberSize, at: 0) else { return nil }
      // Version 1 says whether the item is in the file itself.
      let method = version == 0 ? 0 : rest.number(2, at: numberSize)
      rest = rest.dropFirst(numberSize + (version == 0 ? 2 : 4))
      guard let base = rest.number(baseSize, at: 0), let extents = rest.number(2, at: baseSize) else {
        return nil
      }
      rest = rest.dropFirst(baseSize + 2)
      if found == number {
        guard method == 0, extents == 1, let offset = rest.number(offsetSize, at: indexSize),
          let length = rest.number(lengthSize, at: indexSize + offsetSize),
          base >= 0, offset >= 0, length >= 0, base <= bytes.count, offset <= bytes.count
        else { return nil }
        return bytes.dropFirst(base + offset).prefix(length)
      }
      rest = rest.dropFirst(extents * (indexSize + offsetSize + lengthSize))
    }
    return nil
  }
}
