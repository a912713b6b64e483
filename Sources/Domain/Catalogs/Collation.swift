internal import CICU
import Search

/// The order of texts in a language, by ICU.
public final class Collation {
  private let collator: UnsafeMutableRawPointer
  /// The letters of the language's index and those from A to Z, each with its key without the levels that only decide
  /// between alike texts.
  private var letters: [(key: SortKey, letter: String)] = []

  /// Whether the lists of a language (BCP 47) are in its own order: English ones have that of all others.
  public static func orders(_ language: String?) -> Bool {
    language.map { $0.prefix { $0 != "-" }.lowercased() != "en" } ?? false
  }

  /// Nil if ICU has no memory.
  init?(language: String) {
    guard let collator = collator_open(language) else { return nil }
    self.collator = collator
    var known = Set(Self.letters(of: language))
    known.formUnion((UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(Unicode.Scalar($0)) })
    for (key, letter) in known.map({ (key(of: $0), $0) }).sorted(by: { $0.0 < $1.0 }) {
      // In Hungarian A and Á are one letter.
      guard key.primary != letters.last?.key else { continue }
      letters.append((key.primary, letter))
    }
  }

  deinit { collator_close(collator) }

  private static func letters(of language: String) -> [String] {
    let units = [UInt16](unsafeUninitializedCapacity: 4_096) { buffer, count in
      if let start = buffer.baseAddress {
        count = Int(index_letters(language, start, Int32(buffer.count)))
      }
    }
    // "CH" of Czech titles is "Ch".
    return units.split(separator: 0).map { String(decoding: $0, as: UTF16.self) }
      .map { $0.count > 1 ? $0.prefix(1) + $0.dropFirst().lowercased() : $0 }
  }

  /// The key of a text in an order, without one by its folded text.
  static func key(of text: String, by collation: Collation?) -> SortKey {
    collation?.key(of: text)
      ?? SortKey(bytes: Array(Folding.natural(Folding.sortable(Folding.fold(text)))))
  }

  func key(of text: String) -> SortKey {
    let units = Array(text.utf16)
    // More than any language takes; the rest of a longer key would not count.
    let bytes = [UInt8](unsafeUninitializedCapacity: 12 * units.count + 32) { buffer, count in
      count = Int(collator_key(collator, units, Int32(units.count), buffer.baseAddress, Int32(buffer.count)))
      count = max(0, min(count - 1, buffer.count))
    }
    return SortKey(bytes: bytes)
  }

  /// The letter that a text is sorted under: the one of the index that it begins with, else its own.
  func letter(of text: String, _ key: SortKey) -> String {
    let end = letters.indices.firstIndex(bisecting: { letters[$0].key > key })
    guard end > 0, key.bytes.starts(with: letters[end - 1].key.bytes) else { return Initial.letter(of: text) }
    return letters[end - 1].letter
  }
}

/// The place of a text in an order.
struct SortKey: Comparable, Sendable {
  let bytes: [UInt8]

  /// The letters alone, without accents and case.
  var primary: SortKey { SortKey(bytes: Array(bytes.prefix { $0 != 1 })) }

  static func < (one: SortKey, other: SortKey) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}
