import Search
import System

/// Names fit for an address: lower-case ASCII letters and digits, joined with single hyphens.
public enum Slug {
  /// Longest slug, in bytes; what is longer is cut at a hyphen where there is one.
  static let limit = 80

  /// The slug of a text; empty if nothing of it can be written so.
  public static func make(_ text: String) -> String { make(folded: Folding.fold(text)) }

  /// The slug of a text; for one that has none a word and a hash of the text.
  public static func make(_ text: String, otherwise word: String) -> String {
    let slug = make(text)
    return slug.isEmpty ? join(word, hash(text)) : slug
  }

  private static func make(folded: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: folded.count) { slug in
      folded.withUnsafeBufferPointer { folded in slug.baseAddress.map { write(folded, to: $0) } ?? 0 }
    }
  }

  /// Writes the slug of a folded text, which has no more bytes than that, and returns how many it has.
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

  /// Bytes that an id of a number has more than its title, at most.
  static let longestNumber = 21

  /// Writes the id of an entry whose key is a number not below zero, and returns how many bytes it has.
  /// - Parameter title: folded.
  static func write(_ title: UnsafeBufferPointer<UInt8>, number: Int, to id: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    var count = write(title, to: id)
    if count > 0 {
      id[count] = UInt8(ascii: "-")
      count += 1
    }
    var rest = number
    repeat {
      count += 1
      rest /= 10
    } while rest > 0
    rest = number
    var place = count
    repeat {
      place -= 1
      id[place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    return count
  }

  /// The id of an entry: its feed's key where that reads as words, else its title and that key.
  ///
  /// Stable as long as the key is: a title only joins a key that is a bare number, and what cannot
  /// be written in a slug is told apart by a hash of the key.
  /// - Parameter title: folded.
  static func id(key: String, title: [UInt8]) -> String { named(key: key, title: title).id }

  /// The same, and whether it follows from the key alone.
  static func named(key: String, title: [UInt8]) -> (id: String, isOfKey: Bool) {
    // A bare number is its own slug.
    let keySlug = isNumber(key) ? key : make(key)
    if keySlug.isEmpty { return (join(make(folded: title), hash(key)), false) }
    if keySlug.utf8.allSatisfy({ $0 <= UInt8(ascii: "9") }) {
      return (join(make(folded: title), keySlug), false)
    }
    return (keySlug, true)
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.count <= limit
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Eight hexadecimal digits of the key's 32-bit FNV-1a hash.
  static func hash(_ key: String) -> String { FNV1a.hash32(key.utf8).hexDigits }

  static func join(_ first: String, _ second: String) -> String {
    first.isEmpty ? second : "\(first)-\(second)"
  }
}
