import Catalogs
import Text

/// Temporary.
struct RecordStore: Sendable {
  private(set) var entries: [FeedEntry] = []
  private(set) var size = 0

  init(facts: Int) {}

  mutating func append(_ texts: [String?], _ coordinate: Coordinate?, _ fingerprint: UInt64?) {
    func text(_ field: Int) -> String? { texts[field].flatMap { $0.isEmpty ? nil : $0 } }
    var entry = FeedEntry(
      key: text(0) ?? "", title: Self.markup(text(1) ?? ""), subtitle: text(2),
      description: Self.markup(text(3) ?? ""), picture: text(4), link: text(5)
    ) {
      $0.sections = text(6)?.split(separator: " ").map(String.init) ?? []
      $0.coordinate = coordinate
      $0.values = texts[8...].map { $0 ?? "" }
    }
    entry.slug = text(7)
    entry.fingerprint = fingerprint.map { max($0, 1) }
    entries.append(entry)
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
