import System
import Text

/// Finds entries by the beginning of their titles.
struct TitleIndex: Sendable {
  /// Begins a form of a title with its marks; no folded text has it.
  static let withMarks: UInt8 = 2

  let sorted: SortedOffsets
  /// The entry of each title.
  private let entries: Numbers<UInt32>
  private let entryCount: Int

  init(_ arrays: ArraySet, in texts: FoldedTexts) {
    sorted = SortedOffsets(offsets: arrays.numbers("titles.order"), bytes: texts.bytes)
    entries = arrays.numbers("titles.entries")
    entryCount = texts.count
  }

  /// - Parameters:
  ///   - starts: the offsets of all forms of titles.
  ///   - entries: the entry of each form.
  static func write(
    _ starts: borrowing NumberWriter<UInt32>, _ entries: borrowing NumberWriter<UInt32>,
    in bytes: Numbers<UInt8>, to arrays: inout ArraySet
  ) {
    let order = TextSort.order(of: starts, in: bytes)
    var offsets = NumberWriter<UInt32>(capacity: order.count)
    var owners = NumberWriter<UInt32>(capacity: order.count)
    for index in 0..<order.count {
      offsets.append(starts[Int(order[index])])
      owners.append(entries[Int(order[index])])
    }
    arrays.add("titles.order", offsets.numbers())
    arrays.add("titles.entries", owners.numbers())
  }

  /// The entries with a title that begins with a pattern, ascending. Cost: a bisection and a step for each.
  /// - Parameter pattern: not empty; a zero byte at its end stands for the end of a title.
  func positions(beginningWith pattern: [UInt8]) -> Results {
    let range = sorted.range(of: pattern)
    let found =
      pattern.count <= TextSort.depth
      ? entries.part(range)
      : Numbers(range.filter { sorted.begins(with: pattern, at: $0) }.map { entries[$0] })
    guard let first = found.first else { return .none }
    // In a list that is sorted by title they follow each other.
    if zip(found, first...).allSatisfy({ $0 == $1 }) {
      return Results(Int(first)..<(Int(first) + found.count))
    }
    // Sorting costs 16 times as much a position as scanning a word of bits.
    if found.count < entryCount / 64 / 16 + 16 {
      return Results(Set(found).sorted().map(Int.init), isAscending: true, below: entryCount)
    }
    var bits = PositionBits(below: entryCount)
    for entry in found { bits.insert(Int(entry)) }
    return Results(bits)
  }

  /// The likely intended beginnings of titles, likeliest first.
  func corrections(of typed: [UInt8], limit: Int) -> [Correction] {
    SlipWalk.corrections(of: typed, among: sorted, limit: limit)
  }
}
