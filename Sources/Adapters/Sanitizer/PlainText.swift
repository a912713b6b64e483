/// Text with its white space folded: one space between words, none around.
struct PlainText {
  private(set) var bytes: [UInt8] = []
  private var isSeparated = false

  /// Notes that what follows is another word.
  mutating func separate() {
    isSeparated = true
  }

  /// Appends UTF-8; a no-break space is white space here.
  mutating func append(_ characters: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < characters.count {
      let length = Self.spaceLength(characters, at: index)
      if length == 0 {
        index += 1
        continue
      }
      appendWord(characters[start..<index])
      isSeparated = true
      index += length
      start = index
    }
    appendWord(characters[start...])
  }

  private static func spaceLength(_ characters: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    if characters[index].isHTMLSpace { return 1 }
    let isNoBreakSpace =
      characters[index] == 0xC2 && index + 1 < characters.count && characters[index + 1] == 0xA0
    return isNoBreakSpace ? 2 : 0
  }

  private mutating func appendWord(_ word: Slice<UnsafeBufferPointer<UInt8>>) {
    guard !word.isEmpty else { return }
    if isSeparated, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
    isSeparated = false
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: word))
  }
}
