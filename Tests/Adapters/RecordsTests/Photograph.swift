/// Writes pictures of no pixels with details.
enum Photograph {
  enum Tag: Sendable {
    case text(Int, String)
    case fractions(Int, [(Int, Int)])
    case directory(Int, [Tag])

    var number: Int {
      switch self {
      case .text(let number, _), .fractions(let number, _), .directory(let number, _): number
      }
    }
  }

  /// A JPEG file of segments, each with its kind.
  static func jpeg(_ segments: [(UInt8, [UInt8])]) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    for (kind, content) in segments {
      file += [0xFF, kind]
      file += bytes(content.count + 2, 2, isLittle: false) + content
    }
    return file + [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
  }

  static func exif(_ tags: [Tag], isLittle: Bool = true) -> (UInt8, [UInt8]) {
    let head = Array((isLittle ? "II*\0" : "MM\0*").utf8) + bytes(8, 4, isLittle: isLittle)
    return (0xE1, Array("Exif\0\0".utf8) + head + directory(tags, at: 8, isLittle))
  }

  static func iptc(_ values: [(UInt8, String)]) -> (UInt8, [UInt8]) {
    var block: [UInt8] = []
    for (tag, text) in values {
      block += [0x1C, 2, tag]
      block += bytes(text.utf8.count, 2, isLittle: false) + Array(text.utf8)
    }
    // A resource with a name and an odd length comes before it.
    let other: [UInt8] = Array("8BIM".utf8) + [4, 1, 1, 65, 0, 0, 0, 1, 9, 0]
    let head: [UInt8] = Array("8BIM".utf8) + [4, 4, 0, 0]
    return (
      0xED, Array("Photoshop 3.0\0".utf8) + other + head + bytes(block.count, 4, isLittle: false) + block
    )
  }

  static func xmp(_ inner: String) -> (UInt8, [UInt8]) {
    let text = "<?xpacket?><x:m xmlns:x='urn:x'><r:RDF xmlns:r='urn:r' xmlns:d='urn:d'>\(inner)</r:RDF></x:m>"
    return (0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(text)   \n<?xpacket end='w'?>".utf8))
  }

  private static func directory(_ tags: [Tag], at start: Int, _ isLittle: Bool) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { Self.bytes(value, count, isLittle: isLittle) }
    var (entries, rest): ([UInt8], [UInt8]) = (bytes(tags.count, 2), [])
    for tag in tags {
      let end = start + 2 + 12 * tags.count + 4 + rest.count
      let (type, count, content): (Int, Int, [UInt8]) =
        switch tag {
        case .text(_, let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .fractions(_, let values): (5, values.count, values.flatMap { bytes($0.0, 4) + bytes($0.1, 4) })
        case .directory(_, let tags): (4, 1, directory(tags, at: end, isLittle))
        }
      entries += bytes(tag.number, 2) + bytes(type, 2) + bytes(count, 4)
      if content.count <= 4 {
        entries += content + Array(repeating: 0, count: 4 - content.count)
      } else {
        entries += bytes(end, 4)
        rest += content
      }
    }
    return entries + bytes(0, 4) + rest
  }

  private static func bytes(_ value: Int, _ count: Int, isLittle: Bool) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isLittle ? bytes : bytes.reversed()
  }
}
