import Search
import System

internal import Glibc

/// The parts of an entry's texts that the file has elsewhere: values of its facts in a description made of them, and
/// the folders of links and pictures.
///
/// A text with such parts begins with a byte 1. In it a byte below 0x20 stands for each: from 2 on the title and the
/// facts in a description, or the folders in an address.
struct SharedParts: Sendable {
  private static let mark: UInt8 = 1
  private static let first: UInt8 = 2
  private static let limit = 0x20 - Int(first)
  /// Bytes of a whole text.
  private static let lengthLimit = 1 << 20
  /// Bytes of the shortest part.
  private static let shortest = 6

  private let columns: [FactColumn]
  private let folders: StoredTexts

  init(_ arrays: ArraySet, _ columns: [FactColumn]) {
    (self.columns, folders) = (columns, StoredTexts(arrays, "entries.folders"))
  }

  /// The whole description of the entry at a position.
  func description(_ text: String?, title: String, at position: Int) -> String? {
    whole(text) { number in
      if number == 0 { return title }
      return columns.indices.contains(number - 1) ? columns[number - 1].text(at: position) : ""
    }
  }

  func address(_ text: String?) -> String? { whole(text) { folders[$0] } }

  private func whole(_ text: String?, _ part: (Int) -> String) -> String? {
    guard let text, text.utf8.first == Self.mark else { return text }
    var bytes: [UInt8] = []
    // A damaged file may have any number of parts.
    for byte in text.utf8.dropFirst() where bytes.count < Self.lengthLimit {
      if byte >= 0x20 { bytes.append(byte) } else { bytes += part(Int(byte) - Int(Self.first)).utf8 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The words of a shortened description that its parts do not have as such, for the search.
  /// - Parameter part: by its number, on one line, and whether the search finds its words anyway.
  static func rest(of description: [UInt8], _ part: (Int) -> (text: String, isFound: Bool)) -> [UInt8] {
    guard description.first == mark else { return description }
    var rest: [UInt8] = []
    for index in description.indices.dropFirst() {
      let byte = description[index]
      guard byte < 0x20 else {
        rest.append(byte)
        continue
      }
      var (text, isFound) = part(Int(byte) - Int(first))
      let isBegun = index == 1 || rest.last == 0x20
      let isEnded = index + 1 == description.count || description[index + 1] == 0x20
      text.withUTF8 { text in
        let space = text.firstIndex(of: 0x20)
        if !isFound || space == nil && !(isBegun && isEnded) { return rest += text }
        // The words that signs touch, as in "oak, ash" the first.
        if !isBegun, let space { rest += text[..<space] }
        rest.append(0x20)
        if !isEnded, let space = text.lastIndex(of: 0x20) { rest += text[(space + 1)...] }
      }
    }
    return rest
  }

  /// Shortens texts, entry by entry.
  struct Writer {
    private var folders: [[UInt8]] = []

    /// - Parameter values: the facts; empty for those that are stored in another form.
    func description(_ text: String, title: String, _ values: [String]) -> [UInt8] {
      if text.isEmpty { return [] }
      let whole = Array(text.utf8)
      if whole.contains(where: { $0 < 0x20 }) { return Array(whole.drop { $0 == mark }) }
      var bytes = whole
      Self.replace(title, in: &bytes, by: 0)
      for (number, value) in zip(1..<limit, values) { Self.replace(value, in: &bytes, by: number) }
      return bytes.count < whole.count ? [mark] + bytes : whole
    }

    private static func replace(_ part: String, in bytes: inout [UInt8], by number: Int) {
      var part = part
      let start = part.withUTF8 { part in
        bytes.withUnsafeBytes { bytes -> Int? in
          guard part.count >= shortest, let base = bytes.baseAddress, let wanted = part.baseAddress else {
            return nil
          }
          var start = 0
          while bytes.count - start >= part.count,
            let found = memchr(base + start, Int32(part[0]), bytes.count - start - part.count + 1)
          {
            if memcmp(found, wanted, part.count) == 0 { return UnsafeRawPointer(found) - base }
            start = UnsafeRawPointer(found) - base + 1
          }
          return nil
        }
      }
      guard let start else { return }
      bytes.replaceSubrange(
        start..<(start + part.utf8.count), with: CollectionOfOne(first + UInt8(truncatingIfNeeded: number)))
    }

    mutating func address(_ text: String) -> [UInt8] {
      let whole = Array(text.utf8)
      guard whole.allSatisfy({ $0 >= 0x20 }) else { return Array(whole.drop { $0 == mark }) }
      var number = folders.firstIndex { whole.starts(with: $0) }
      if number == nil, folders.count < limit {
        let path = whole.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash >= shortest else { return whole }
        number = folders.count
        folders.append(Array(whole[...slash]))
      }
      guard let number else { return whole }
      return [mark, first + UInt8(truncatingIfNeeded: number)] + whole[folders[number].count...]
    }

    func finish(_ arrays: inout ArraySet) {
      var texts = DistinctTexts()
      for folder in folders { _ = texts.number(of: folder[...]) }
      texts.finish(&arrays, "entries.folders")
    }
  }
}
