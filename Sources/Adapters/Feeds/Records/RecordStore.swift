import Catalogs
import Search
import Text

/// Packed entries of records: about 50 bytes each beside their texts.
struct RecordStore: Sendable {
  private var fields: [PackedTexts]
  /// Empty until an entry has a coordinate.
  private var coordinates: [Coordinate?] = []
  /// The fingerprint of each record, 0 for one with an id; empty until a record needs it.
  private var fingerprints: [UInt64] = []

  private(set) var count = 0
  /// Bytes of all texts.
  private(set) var size = 0

  /// - Parameter facts: facts of an entry.
  init(facts: Int) {
    fields = Array(repeating: PackedTexts(), count: Self.factStart + facts)
  }

  /// Texts before the facts.
  private static let factStart = 8

  /// - Parameter texts: key, title, subtitle, description, picture, link, sections separated by spaces, slug, and the
  ///   values of each fact.
  mutating func append(_ texts: [String?], _ coordinate: Coordinate?, _ fingerprint: UInt64?) {
    for (index, text) in texts.enumerated() {
      fields[index].append(text ?? "")
      size += text?.utf8.count ?? 0
    }
    if coordinate != nil, coordinates.isEmpty { coordinates = Array(repeating: nil, count: count) }
    if coordinate != nil || !coordinates.isEmpty { coordinates.append(coordinate) }
    if fingerprint != nil, fingerprints.isEmpty { fingerprints = Array(repeating: 0, count: count) }
    if fingerprint != nil || !fingerprints.isEmpty {
      fingerprints.append(fingerprint.map { max($0, 1) } ?? 0)
    }
    count += 1
  }

  func entry(at position: Int) -> FeedEntry {
    func text(_ field: Int) -> String? {
      fields[field].range(of: position).isEmpty ? nil : fields[field][position]
    }
    var entry = FeedEntry(
      key: text(0) ?? "", title: Self.markup(text(1) ?? ""), subtitle: text(2),
      description: Self.markup(text(3) ?? ""), picture: text(4), link: text(5)
    ) {
      $0.sections = text(6)?.split(separator: " ").map(String.init) ?? []
      $0.coordinate = coordinates.isEmpty ? nil : coordinates[position]
      $0.values = fields[Self.factStart...].map { $0[position] }
    }
    entry.slug = text(7)
    if !fingerprints.isEmpty, fingerprints[position] != 0 { entry.fingerprint = fingerprints[position] }
    return entry
  }

  /// Markup if it has an end tag, a line break, a paragraph, a picture or a character reference; else plain text.
  private static func markup(_ text: String) -> FeedText {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return .plain(text)
    }
    let bytes = Array(text.utf8)
    let isMarkup = bytes.indices.contains { index in
      let rest = bytes[index...]
      switch bytes[index] {
      case UInt8(ascii: "<"):
        return ["</", "<br", "<p>", "<p ", "<img"].contains { rest.starts(with: $0.utf8) }
      case UInt8(ascii: "&"):
        let name = rest.dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
        return !name.isEmpty && name.count < 10 && rest.dropFirst(name.count + 1).first == UInt8(ascii: ";")
          && name.allSatisfy {
            $0 == UInt8(ascii: "#") || Unicode.Scalar($0).properties.isAlphabetic
              || (0x30...0x39).contains($0)
          }
      default: return false
      }
    }
    return isMarkup ? .markup(UntrustedHTML(text)) : .plain(text)
  }
}
