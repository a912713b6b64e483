import Catalogs
import Records
import Text

/// The pictures of a record: of several fields, of lists, and of texts that hold several addresses.
enum RecordPictures {
  /// Endings of files that are no pictures, such as a feed's episodes.
  private static let others: Set<Substring> = [
    "aac", "avi", "epub", "flac", "m4a", "m4b", "m4v", "mkv", "mov", "mp3", "mp4", "mpeg", "mpg", "oga",
    "ogg", "ogv", "opus", "pdf", "wav", "webm", "wmv", "zip",
  ]
  private static let endings: Set<Substring> = [
    "avif", "gif", "heic", "heif", "ico", "jfif", "jpe", "jpeg", "jpg", "png", "svg", "tif", "tiff",
    "webp",
  ]
  /// Texts of an entry that are examined.
  private static let partLimit = 100
  /// The addresses of the pictures of one entry, the first one first, without repetitions; at most ``FeedEntry/pictureLimit``.
  static func addresses(_ fields: [Record.Texts], in addresses: RecordAddresses) -> [String] {
    // Nearly all have one address.
    if fields.count == 1, case .one(let text) = fields[0], RecordAddresses.isAddress(text),
      !hasSeparator(text)
    {
      return addresses.address(text).flatMap { isPicture($0) ? [$0] : nil } ?? []
    }
    var found: [String] = []
    var examined = 0
    for text in fields.lazy.flatMap(\.all) {
      for part in parts(of: text, in: addresses) {
        examined += 1
        guard examined <= partLimit else { return found }
        guard let address = addresses.local(part) ?? addresses.address(part), isPicture(address) else {
          continue
        }
        if !found.contains(address) { found.append(address) }
        if found.count == FeedEntry.pictureLimit { return found }
      }
    }
    return found
  }

  /// The addresses that a text holds; most texts hold one.
  static func parts(of text: String, in addresses: RecordAddresses) -> [String] {
    guard hasSeparator(text) else { return [text] }
    if let list = ListedText.list(text) { return list }
    if RecordAddresses.isAddress(text) || text.hasPrefix("//") { return webAddresses(of: text) }
    if addresses.local(text) != nil { return [text] }
    for separator in ["|", ";", "\n", ","] {
      let parts = text.split(separator: separator).map { String($0).trimmed }.filter { !$0.isEmpty }
      if parts.count > 1, parts.allSatisfy({ endings.contains(ending(of: $0)) }) { return parts }
    }
    return [text]
  }

  private static func hasSeparator(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.contains(where: isSeparator) } ?? true
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "["): true
    default: false
    }
  }

  /// Cuts a text before each address that follows a separator: an address may hold commas itself.
  private static func webAddresses(of text: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    var index = rest.startIndex
    while index < rest.endIndex {
      let next = rest.utf8.index(after: index)
      if isSeparator(rest.utf8[index]) {
        let following = rest[next...].drop { $0.isWhitespace }
        if RecordAddresses.isAddress(following) || following.hasPrefix("//") {
          parts.append(String(rest[..<index]).trimmed)
          (rest, index) = (following, following.startIndex)
          continue
        }
        index = max(next, following.startIndex)
      } else {
        index = next
      }
    }
    parts.append(String(rest).trimmed)
    return parts
  }

  private static func isPicture(_ address: String) -> Bool { !others.contains(ending(of: address)) }

  /// The ending of a path in lower case; empty if it has none.
  private static func ending(of address: String) -> Substring {
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), path.distance(from: dot, to: path.endIndex) < 7
    else { return "" }
    let ending = Substring(path[path.index(after: dot)...])
    return ending.utf8.allSatisfy { $0 >= 0x61 } ? ending : ending.lowercased()[...]
  }
}
