/// The folded form of each Unicode scalar, as UTF-8.
///
/// A look-up takes two steps, page and entry, so that the 3,200 scalars that change take 50 kB. The table is built
/// from its rows on first use, in a fraction of a millisecond.
struct FoldingTable: Sendable {
  /// The range of a scalar's folded bytes; length zero for an unchanged scalar.
  struct Entry {
    var offset: UInt16 = 0
    var length: UInt8 = 0
  }

  static let shared = FoldingTable()

  /// The folded form of each ASCII byte; 0 for a control character, which is dropped.
  let ascii: [UInt8]

  private var pages: [UInt8]
  private var entries: [Entry]
  private(set) var bytes: [UInt8] = []

  private static let pageBits: UInt32 = 7
  private static let pageSize = 1 << 7
  /// A bound above the last scalar in a row.
  private static let limit: UInt32 = 0x30000

  private init() {
    ascii = (0..<128).map(Self.folded(ascii:))
    pages = Array(repeating: 0, count: Int(Self.limit >> Self.pageBits))
    entries = Array(repeating: Entry(), count: Self.pageSize)
    Self.rows.withUTF8Buffer { rows in
      for row in rows.split(separator: UInt8(ascii: "\n")) { add(row) }
    }
  }

  func entry(for scalar: UInt32) -> Entry {
    guard scalar < Self.limit else { return Entry() }
    let page = Int(pages[Int(scalar >> Self.pageBits)])
    return entries[page * Self.pageSize + Int(scalar) % Self.pageSize]
  }

  /// The text with each letter and the marks that follow it as one scalar, as keyboards send them.
  static func composed(_ text: String) -> String {
    let isComposed = text.unicodeScalars.allSatisfy {
      $0.value < 0x300 || $0.properties.canonicalCombiningClass == .notReordered
    }
    return isComposed ? text : String(text.map { compositions[$0] ?? $0 })
  }

  /// Letters that fold to others. Characters are equal if they are canonically equivalent.
  private static let compositions: [Character: Character] = Dictionary(
    (Array(0xC0...0x6D3) + Array(0x1E00...0x1FFC)).filter { shared.entry(for: $0).length > 0 }
      .compactMap(Unicode.Scalar.init).map { (Character($0), Character($0)) },
    uniquingKeysWith: { first, _ in first })

  private mutating func add(_ row: Slice<UnsafeBufferPointer<UInt8>>) {
    var scalar: UInt32?
    for item in row.split(separator: UInt8(ascii: " ")) {
      guard let known = scalar else {
        scalar = UInt32(String(decoding: item, as: UTF8.self), radix: 16)
        continue
      }
      set(known, to: Array(item))
      scalar = known + 1
    }
  }

  private mutating func set(_ scalar: UInt32, to item: [UInt8]) {
    if item == [UInt8(ascii: ".")] { return }
    let index = Int(scalar >> Self.pageBits)
    if pages[index] == 0 {
      pages[index] = UInt8(entries.count / Self.pageSize)
      entries.append(contentsOf: repeatElement(Entry(), count: Self.pageSize))
    }
    let entry = Entry(offset: UInt16(bytes.count), length: UInt8(item.count))
    entries[Int(pages[index]) * Self.pageSize + Int(scalar) % Self.pageSize] = entry
    bytes.append(contentsOf: item == [UInt8(ascii: "_")] ? [0x20] : item)
  }

  private static func folded(ascii byte: Int) -> UInt8 {
    switch UInt8(truncatingIfNeeded: byte) {
    case 0x09...0x0D, 0x20: 0x20
    case 0x00...0x1F, 0x7F: 0
    case let letter where (0x41...0x5A).contains(letter): letter | 0x20
    case UInt8(ascii: "`"): UInt8(ascii: "'")
    case let other: other
    }
  }
}
