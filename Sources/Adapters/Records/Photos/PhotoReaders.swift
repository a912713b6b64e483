import System
import Text

// EXIF 2.32: directories of tags, as in TIFF.
extension PhotoDetails {
  mutating func readEXIF(_ bytes: ArraySlice<UInt8>) {
    guard let file = TIFF(bytes) else { return }
    let (main, detail, place) = (file.directory(0), file.directory(0x8769), file.directory(0x8825))
    text = file.text(main[0x010E]).flatMap { Self.isOfCamera($0) ? nil : $0 }
    artist = file.text(main[0x013B])
    let (make, model) = (file.text(main[0x010F]), file.text(main[0x0110]))
    if let model {
      let isNamed = make.map { model.lowercased().hasPrefix($0.prefix { $0 != " " }.lowercased()) } ?? true
      camera = isNamed ? model : "\(make ?? "") \(model)"
    }
    taken =
      [detail[0x9003], detail[0x9004], main[0x0132]].lazy
      .compactMap { file.text($0).flatMap(Self.date) }.first
    // Windows' own, in UTF-16.
    title = file.wideText(main[0x9C9B])
    text = text ?? file.wideText(main[0x9C9C])
    let words = file.wideText(main[0x9C9E])?.split(separator: ";").map { String($0).trimmed } ?? []
    keywords = Array(words.prefix(Self.keywordLimit))
    latitude = file.degrees(place[2], negative: "S", place[1])
    longitude = file.degrees(place[4], negative: "W", place[3])
  }

  /// Whether cameras write a description into each picture.
  private static func isOfCamera(_ text: String) -> Bool {
    text == text.uppercased()
      && ["CAMERA", "DSC", "MINOLTA", "SAMSUNG", "DCIM"].contains { text.contains($0) }
  }
}

/// The tags of a TIFF file.
private struct TIFF {
  struct Value {
    let type: Int
    let count: Int
    let content: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private let isLittle: Bool
  private var main: [Int: Value] = [:]

  /// Tags of a directory that are read.
  private static let limit = 500

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) else { return nil }
    self.bytes = bytes
    isLittle = bytes.first == UInt8(ascii: "I")
    main = number(4, at: 4).map(values) ?? [:]
  }

  /// The tags of the directory that a tag of the main one points to, or with 0 of the main one.
  func directory(_ tag: Int) -> [Int: Value] {
    tag == 0 ? main : main[tag]?.content.number(4, at: 0, isLittle: isLittle).map(values) ?? [:]
  }

  private func number(_ size: Int, at offset: Int) -> Int? {
    bytes.number(size, at: offset, isLittle: isLittle)
  }

  private func values(at start: Int) -> [Int: Value] {
    var values: [Int: Value] = [:]
    for index in 0..<min(number(2, at: start) ?? 0, Self.limit) {
      let place = start + 2 + 12 * index
      guard let tag = number(2, at: place), let type = number(2, at: place + 2),
        let count = number(4, at: place + 4)
      else { break }
      let size = count * ([3: 2, 4: 4, 5: 8, 9: 4, 10: 8][type] ?? 1)
      guard let offset = size > 4 ? number(4, at: place + 8) : place + 8, offset + size <= bytes.count else {
        continue
      }
      values[tag] = Value(type: type, count: count, content: bytes.dropFirst(offset).prefix(size))
    }
    return values
  }

  func text(_ value: Value?) -> String? {
    value.flatMap { $0.type == 2 ? PhotoDetails.text($0.content) : nil }
  }

  func wideText(_ value: Value?) -> String? {
    guard let content = value?.content else { return nil }
    let units = stride(from: 0, to: min(content.count, 8 << 10) - 1, by: 2).compactMap {
      content.number(2, at: $0, isLittle: true)
    }
    let text = String(decoding: units.prefix { $0 != 0 }.map { UInt16($0) }, as: UTF16.self).trimmed
    return text.isEmpty ? nil : text
  }

  /// Degrees, minutes and seconds, each a fraction.
  func degrees(_ value: Value?, negative: String, _ reference: Value?) -> Double? {
    guard let value, value.type == 5, value.count == 3, let side = text(reference) else { return nil }
    var degrees = 0.0
    for (index, unit) in [1.0, 60, 3_600].enumerated() {
      guard let above = value.content.number(4, at: index * 8, isLittle: isLittle),
        let below = value.content.number(4, at: index * 8 + 4, isLittle: isLittle)
      else { return nil }
      // Unknown minutes and seconds have no denominator.
      guard below > 0 || index > 0 else { return nil }
      degrees += below == 0 ? 0 : Double(above) / Double(below) / unit
    }
    let rounded = (degrees * 1e6).rounded() / 1e6
    return side == negative ? -rounded : rounded
  }
}

// IPTC-IIM 4.2: a list of numbered texts.
extension PhotoDetails {
  mutating func readIPTC(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var day: String?
    while rest.popFirst() == 0x1C, let record = rest.popFirst(), let tag = rest.popFirst(),
      let size = rest.number(2, at: 0), size < 0x8000
    {
      let content = rest.dropFirst(2).prefix(size)
      rest = rest.dropFirst(2 + size)
      guard record == 2, let value = Self.text(content) else { continue }
      switch tag {
      case 5: title = value
      case 25: if keywords.count < Self.keywordLimit { keywords.append(value) }
      case 55: day = value
      case 60: day = day.map { "\($0) \(value)" }
      case 80: artist = artist ?? value
      case 90, 101: location.append(value)
      case 120: text = value
      default: continue
      }
    }
    taken = day.flatMap(Self.date)
    location = Array(location.prefix(2))
  }
}

// XMP: properties as attributes or elements of RDF. Without libxml2, since a picture is read in the server itself.
extension PhotoDetails {
  mutating func readXMP(_ bytes: ArraySlice<UInt8>) {
    var dates: [String: String] = [:]
    var places: [String: String] = [:]
    func read(_ name: String, _ value: ArraySlice<UInt8>, _ details: inout PhotoDetails) {
      guard let value = Self.text(Self.withoutReferences(value)) else { return }
      switch name {
      case "title": details.title = details.title ?? value
      case "description": details.text = details.text ?? value
      case "creator": details.artist = details.artist ?? value
      case "subject": if details.keywords.count < Self.keywordLimit { details.keywords.append(value) }
      case "datetimeoriginal", "datecreated", "createdate": dates[name] = Self.date(value)
      case "city", "country": places[name] = value
      default: break
      }
    }
    // The property of each open element: its own name, or that around a list and its items. libxml2 nests no deeper.
    var path: [String] = []
    let depth = 256
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if let property = path.last, !property.isEmpty {
        read(property, rest[..<start], &self)
      }
      guard let (whole, isEnd, end) = MarkupText.tag(rest[start...]) else {
        rest = rest[(start + 1)...]
        continue
      }
      let (name, tag) = (XMLName.local(whole), rest[start..<end])
      if isEnd {
        _ = path.popLast()
      } else if !name.isEmpty {
        if name == "description" {
          for (name, value) in Numbers(tag).attributes {
            read(name.lowercased(), [UInt8](value.utf8)[...], &self)
          }
        }
        if tag.dropLast().last != UInt8(ascii: "/") {
          guard path.count < depth else { break }
          path.append(["li", "alt", "bag", "seq"].contains(name) ? path.last ?? "" : name)
        }
      }
      rest = rest[end...]
    }
    taken = dates["datetimeoriginal"] ?? dates["datecreated"] ?? dates["createdate"]
    location = [places["city"], places["country"]].compactMap(\.self)
  }

  /// A text with its character references replaced.
  private static func withoutReferences(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (text, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes)
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (scalar, end) = MarkupText.reference(rest) {
        text += String(scalar).utf8
        rest = rest[end...]
      } else {
        text.append(byte)
        rest.removeFirst()
      }
    }
    return text
  }
}
