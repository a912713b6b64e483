import Search
import System

/// Names for addresses: lower-case ASCII letters and digits, joined by single hyphens.
public enum Slug {
  /// Bytes of the longest slug; a longer one is cut at a hyphen if there is one.
  static let limit = 80
  /// The slug of a text; empty if it has no letters or digits.
  public static func make(_ text: String) -> String { make(folded: Folding.fold(text)) }

  /// The slug of a text; a word and a hash of the text if it has none.
  public static func make(_ text: String, otherwise word: String) -> String {
    let slug = make(text)
    return slug.isEmpty ? join(word, hash(text)) : slug
  }

  private static func make(folded: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: folded.count) { slug in
      folded.withUnsafeBufferPointer { folded in slug.baseAddress.map { write(folded, to: $0) } ?? 0 }
    }
  }

  /// Writes the slug of a folded text, which is at most as long, and returns its length.
  private static func write(_ folded: UnsafeBufferPointer<UInt8>, to slug: UnsafeMutablePointer<UInt8>) -> Int
  {
    var count = 0
    var pendingHyphen = false
    for byte in folded {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if pendingHyphen, count > 0 {
          slug[count] = UInt8(ascii: "-")
          count += 1
        }
        pendingHyphen = false
        slug[count] = byte
        count += 1
      case UInt8(ascii: "'"): continue
      default: pendingHyphen = true
      }
    }
    if count <= limit { return count }
    return UnsafeBufferPointer(start: slug, count: limit).lastIndex(of: UInt8(ascii: "-")) ?? limit
  }

  /// The id of an entry, and whether it follows from the key alone: the slug of the key, after that of the title if
  /// the key is a number. A hash of the key stands for a key without a slug.
  /// - Parameters:
  ///   - title: folded.
  ///   - foldedKey: the folded key, if that is known.
  static func id(key: String, title: [UInt8], foldedKey: [UInt8]? = nil) -> (id: String, isOfKey: Bool) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    // A number is its own slug.
    let slug =
      key.utf8.count <= limit && key.utf8.allSatisfy(digits.contains)
      ? key : make(folded: foldedKey ?? Folding.fold(key))
    if slug.isEmpty { return (join(make(folded: title), hash(key)), false) }
    // Hyphens sort below digits: "1-2" reads as a number too.
    if slug.utf8.allSatisfy({ $0 <= UInt8(ascii: "9") }) { return (join(make(folded: title), slug), false) }
    return (slug, true)
  }

  /// Eight hexadecimal digits of the key's 32-bit FNV-1a hash.
  static func hash(_ key: String) -> String { FNV1a.hash32(key.utf8).hexDigits }

  static func join(_ first: String, _ second: String) -> String {
    first.isEmpty ? second : first + "-" + second
  }
}
