import Search

/// What a title of plain letters is folded, sorted and named by, made in one pass over its bytes.
struct PlainTitle {
  /// As it is shown.
  private(set) var title: [UInt8] = []
  /// The folded name, a byte that comes before all others, the folded title, and a zero byte: what it is sorted by.
  private(set) var sorted: [UInt8] = []
  private(set) var id: [UInt8] = []
  private var folded: [UInt8] = []

  /// Stands between name and title; lower than any byte of a folded text.
  static let separator: UInt8 = 1

  /// Makes them of a name and what stands behind it; false if they hold anything that takes a closer look, such as
  /// signs at the beginning, apostrophes, doubled spaces and letters beyond Unicode's first pages.
  mutating func read(_ name: UnsafeBufferPointer<UInt8>, _ ending: UnsafeBufferPointer<UInt8>, _ number: Int)
    -> Bool
  {
    folded.removeAll(keepingCapacity: true)
    guard fold(name), let first = folded.first, Self.isAlphanumeric(first) else { return false }
    let nameCount = folded.count
    title.removeAll(keepingCapacity: true)
    title.append(contentsOf: name)
    if !ending.isEmpty {
      title += [UInt8(ascii: ","), UInt8(ascii: " ")]
      title.append(contentsOf: ending)
      folded += [UInt8(ascii: ","), UInt8(ascii: " ")]
      guard Self.appendASCII(ending, to: &folded) == ending.count else { return false }
    }
    sorted.removeAll(keepingCapacity: true)
    sorted += folded[..<nameCount]
    sorted.append(Self.separator)
    sorted += folded
    sorted.append(0)
    id.removeAll(keepingCapacity: true)
    Slug.append(folded, number: number, to: &id)
    return true
  }

  private mutating func fold(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    if Self.appendASCII(name, to: &folded) == name.count { return true }
    guard Self.isOneLine(name) else { return false }
    folded.removeAll(keepingCapacity: true)
    Folding.append(name, to: &folded)
    // An apostrophe is left out or not by what stands behind it; one that was left out at the end leaves a space.
    return folded.last != 0x20 && !folded.contains(UInt8(ascii: "'"))
  }

  /// Folds bytes up to the first that takes a closer look, and returns how many.
  private static func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) -> Int {
    var previous = UInt8(ascii: " ")
    var count = 0
    for byte in bytes {
      let letter = byte &- 0x41 < 26 ? byte | 0x20 : byte
      guard letter &- 0x20 < 0x5F, letter != UInt8(ascii: "'"), letter != UInt8(ascii: "`"),
        letter != 0x20 || previous != 0x20
      else { return count }
      folded.append(letter)
      previous = letter
      count += 1
    }
    return previous == 0x20 ? 0 : count
  }

  /// Whether every scalar is one that a line of text shows, as far as the bytes tell at once, and no space stands
  /// beside another or at an end.
  private static func isOneLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in bytes {
      switch byte {
      case 0x20: if previous == 0x20 { return false }
      case 0x21..<0x7F: break
      // The second byte of U+0080 to U+00A0, and of U+1680 and what follows.
      case 0x80...0xBF:
        if previous == 0xC2 && byte <= 0xA0 || previous == 0xE1 && byte > 0x99 { return false }
      case 0xC2...0xE1: break
      default: return false
      }
      previous = byte
    }
    return previous != 0x20
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }
}
