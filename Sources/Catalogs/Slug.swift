import Hashes
import Search

/// Names fit for an address: lower-case ASCII letters and digits, joined with single hyphens.
public enum Slug {
  /// Longest slug, in bytes; what is longer is cut at a hyphen where there is one.
  static let limit = 80

  /// The slug of a text; empty if nothing of it can be written so.
  public static func make(_ text: String) -> String {
    var bytes: [UInt8] = []
    var pendingHyphen = false
    for byte in Folding.fold(text) {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        if pendingHyphen, !bytes.isEmpty { bytes.append(UInt8(ascii: "-")) }
        pendingHyphen = false
        bytes.append(byte)
      case UInt8(ascii: "'"): continue
      default: pendingHyphen = true
      }
    }
    if bytes.count > limit {
      let cut = bytes.prefix(limit)
      let end = cut.lastIndex(of: UInt8(ascii: "-")) ?? cut.endIndex
      bytes = Array(cut[..<end])
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The id of an entry: its feed's key where that reads as words, else its title and that key.
  ///
  /// Stable as long as the key is: a title only joins a key that is a bare number, and what cannot
  /// be written in a slug is told apart by a hash of the key.
  static func id(key: String, title: String) -> String {
    let keySlug = make(key)
    if keySlug.isEmpty { return join(make(title), hash(key)) }
    if keySlug.utf8.allSatisfy({ $0 <= UInt8(ascii: "9") }) { return join(make(title), keySlug) }
    return keySlug
  }

  /// Eight hexadecimal digits of the key's 32-bit FNV-1a hash.
  static func hash(_ key: String) -> String { FNV1a.hash32(key.utf8).hexDigits }

  static func join(_ first: String, _ second: String) -> String {
    first.isEmpty ? second : "\(first)-\(second)"
  }
}
