public import System
import Text

/// Folded texts in one buffer, for a search that reads all of it.
public struct FoldedTexts: Sendable {
  /// Zero bytes after the last text, so that eight bytes can be read from any offset into it.
  static let padding = 8

  let bytes: Numbers<UInt8>
  private let ends: Numbers<UInt32>

  init(_ arrays: ArraySet, _ name: String) {
    (bytes, ends) = (arrays.numbers(name), arrays.numbers("\(name).ends"))
  }

  var count: Int { ends.count }

  /// The bytes of a text, without the byte that ends it.
  func range(_ number: Int) -> Range<Int> {
    let start = number > 0 ? Int(ends[number - 1]) : 0
    return (start..<max(start, Int(ends[number]) - 1)).clamped(to: 0..<bytes.count)
  }

  /// Calls back with the number of each text that holds a term, ascending.
  ///
  /// One pass over the buffer, which skips the rest of a text that holds the term: 10 GB a second without a hit.
  /// - Parameter term: without bytes below 0x20, which end texts and separate their parts.
  @inline(__always)
  func forEach(holding term: [UInt8], _ body: (Int) -> Void) {
    bytes.withUnsafeBytes { bytes in
      ends.withUnsafeBufferPointer { ends in
        let end = min(Int(ends.last ?? 0), bytes.count)
        var (number, offset) = (0, 0)
        while let found = bytes.offset(of: term, in: offset..<end) {
          number = Self.firstIndex(above: found, in: ends, from: number)
          guard number < ends.count else { return }
          body(number)
          // Damaged ends may lead back.
          offset = min(max(found + 1, Int(ends[number])), end)
          number += 1
        }
      }
    }
  }

  /// The first text from a number on that holds a term.
  func next(holding term: [UInt8], from number: Int) -> Int? {
    bytes.withUnsafeBytes { bytes in
      ends.withUnsafeBufferPointer { ends in
        let end = min(Int(ends.last ?? 0), bytes.count)
        let start = number > 0 ? min(Int(self.ends[number - 1]), end) : 0
        guard number < ends.count, let found = bytes.offset(of: term, in: start..<end) else { return nil }
        let next = Self.firstIndex(above: found, in: ends, from: number)
        return next < ends.count ? next : nil
      }
    }
  }

  /// Whether a text holds any of some terms.
  func holds(_ terms: [[UInt8]], _ number: Int) -> Bool {
    let range = range(number)
    return bytes.withUnsafeBytes { bytes in terms.contains { bytes.offset(of: $0, in: range) != nil } }
  }

  /// The first index from `start` on whose end is above an offset. Steps double, as the next text is mostly near.
  @inline(__always)
  private static func firstIndex(
    above offset: Int, in ends: UnsafeBufferPointer<UInt32>, from start: Int
  ) -> Int {
    var (lower, step) = (start, 1)
    while lower + step <= ends.count, ends[lower + step - 1] <= offset {
      lower += step
      step *= 2
    }
    return (lower..<min(lower + step, ends.count)).firstIndex(bisecting: { ends[$0] > offset })
  }
}

/// A fact that a search finds: the text of each code, and the code of each entry.
public struct SearchColumn: Sendable {
  /// Stands behind a folded text and before the same as it is written, if that differs.
  public static let written: UInt8 = 1

  private let texts: FoldedTexts
  let codes: Codes

  /// Nil for a fact that is not searched.
  public init?(_ arrays: ArraySet, _ number: Int) {
    texts = FoldedTexts(arrays, "column.\(number).folded")
    codes = Codes(arrays, "column.\(number).codes")
    if texts.count == 0 { return nil }
  }

  /// Bytes of the folded texts, each without an end yet.
  public static func write(
    _ bytes: consuming NumberWriter<UInt8>, ends: consuming NumberWriter<UInt32>, to arrays: inout ArraySet,
    _ number: Int
  ) {
    arrays.add("column.\(number).folded", bytes.numbers())
    arrays.add("column.\(number).folded.ends", ends.numbers())
  }

  public var codeCount: Int { texts.count }

  /// A text as it is written.
  public func text(_ code: Int) -> String {
    let range = texts.range(code)
    let mark = texts.bytes.withUnsafeBytes { $0.offset(of: [Self.written], in: range) }
    return texts.bytes.text(mark.map { $0 + 1..<range.upperBound } ?? range)
  }

  /// Whether the text of an entry holds any of some terms.
  func holds(_ terms: [[UInt8]], at position: Int) -> Bool { texts.holds(terms, Int(codes[position])) }

  /// For each code whether its text holds any of some terms; nil if none does.
  func codes(holding terms: [[UInt8]]) -> [Bool]? {
    var holding = [Bool]()
    for term in terms {
      texts.forEach(holding: term) { code in
        if holding.isEmpty { holding = Array(repeating: false, count: texts.count) }
        holding[code] = true
      }
    }
    return holding.isEmpty ? nil : holding
  }
}
