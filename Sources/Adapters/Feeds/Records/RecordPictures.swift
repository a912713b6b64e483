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
    "avif", "bmp", "gif", "heic", "heif", "ico", "jfif", "jpe", "jpeg", "jpg", "png", "svg", "tif", "tiff",
    "webp",
  ]
  /// Texts of an entry that are examined.
  private static let partLimit = 100
  /// Names of the sizes of a picture.
  private static let sizes: Set<Substring> = [
    "thumb", "thumbnail", "thumbs", "thumbnails", "tiny", "mini", "small", "medium", "large", "big", "full",
    "original", "preview", "normal", "square", "huge",
  ]
  /// Members of a query that are the size or the quality of a picture.
  private static let measures: Set<Substring> = [
    "w", "h", "width", "height", "size", "s", "q", "quality", "fit", "dpr",
  ]

  /// The addresses of the pictures of one entry, the first one first, without repetitions and other sizes of the same
  /// picture; at most ``FeedEntry/pictureLimit``.
  static func addresses(_ fields: [Record.Texts], in addresses: RecordAddresses) -> [String] {
    var (found, unsized): ([String], Set<String>) = ([], [])
    var examined = 0
    for text in fields.lazy.flatMap(\.all) {
      for part in parts(of: text, in: addresses) {
        examined += 1
        guard examined <= partLimit else { return found }
        guard let address = addresses.local(part) ?? addresses.address(part), isPicture(address) else {
          continue
        }
        // Most entries have one picture.
        if let first = found.first {
          if unsized.isEmpty { unsized.insert(Self.unsized(first)) }
          guard unsized.insert(Self.unsized(address)).inserted else { continue }
        }
        found.append(address)
        if found.count == FeedEntry.pictureLimit { return found }
      }
    }
    return found
  }

  /// The addresses that a text holds; most texts hold one.
  static func parts(of text: String, in addresses: RecordAddresses) -> [String] {
    guard text.utf8.contains(where: isSeparator) else { return [text] }
    if let list = ListedText.list(text) { return list }
    if RecordAddresses.isAddress(text) || text.hasPrefix("//") { return webAddresses(of: text) }
    if addresses.local(text) != nil { return [text] }
    for separator in ["|", ";", "\n", ","] {
      let parts = text.split(separator: separator).map { String($0).trimmed }.filter { !$0.isEmpty }
      if parts.count > 1, parts.allSatisfy({ endings.contains(ending(of: $0)) }) { return parts }
    }
    return [text]
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
    return Substring(path[path.index(after: dot)...]).lowercased()[...]
  }

  // MARK: Sizes of one picture

  /// An address without the sizes in it: services have several sizes of one picture.
  static func unsized(_ address: String) -> String {
    let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = (halves.first ?? "").split(separator: "/")
    let query = (halves.count > 1 ? halves[1] : "").split(separator: "&")
      .filter { !measures.contains($0.prefix { $0 != "=" }) }
    let folders = parts.dropLast().map { isSize($0) ? "*" : String($0) }
    return (folders + [parts.last.map(stem) ?? ""] + query.map(String.init)).joined(separator: "/")
  }

  /// Whether a part of a path is a size: `300x200`, `w300`, `64s`, `small`; not a plain number.
  private static func isSize(_ part: some StringProtocol) -> Bool {
    let text = part.lowercased()
    if sizes.contains(text[...]) { return true }
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    return digits > 0 && digits < text.utf8.count && text.utf8.count - digits <= 2 && text.utf8.count <= 9
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "hswx".utf8.contains($0) }
  }

  /// The name of a file without a size in it: `a` for `a-300x200.jpg` and `a_small.png`, empty for `60x60bb.png`.
  private static func stem(of name: Substring) -> String {
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    let words = stem.split { "-_.@".contains($0) }
    let hasMeasures = words.last.map { word in
      let text = word.lowercased()
      let numbers = text.split(separator: "x").prefix(2)
      return numbers.count == 2 && text.contains("x") && numbers[0].allSatisfy(\.isNumber)
        && numbers[1].prefix(1).allSatisfy(\.isNumber)
    }
    let isSized =
      hasMeasures == true
      || words.count > 1 && words.last.map { sizes.contains($0.lowercased()[...]) } == true
    return (isSized ? words.dropLast() : words[...]).joined(separator: "-")
  }
}
