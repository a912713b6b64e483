/// A folded text with the origin of each of its bytes.
struct FoldedText {
  let bytes: [UInt8]
  private let text: String
  /// The offset of each folded byte's scalar in the original.
  private let origins: [Int]

  /// - Parameter limit: bytes of the text to fold, up to the end of a scalar.
  init(_ text: String, limit: Int = .max, keeping detail: FoldingDetail = .none) {
    var text = text
    (bytes, origins) = text.withUTF8 { Self.fold($0, limit, detail) }
    self.text = text
  }

  private static func fold(
    _ utf8: UnsafeBufferPointer<UInt8>, _ limit: Int, _ detail: FoldingDetail
  ) -> ([UInt8], [Int]) {
    var bytes: [UInt8] = []
    var origins: [Int] = []
    bytes.reserveCapacity(min(utf8.count, limit))
    origins.reserveCapacity(min(utf8.count, limit))
    var fold = FoldingStep(utf8: utf8, start: 0, keeping: detail)
    var origin = 0
    while origin < limit, fold.next(into: &bytes) {
      while origins.count < bytes.count { origins.append(origin) }
      origin = fold.position
    }
    return (bytes, origins)
  }

  /// Appends the first `limit` occurrences of a term, including overlapping ones.
  func appendOccurrences(of term: [UInt8], to found: inout [Range<Int>], limit: Int) {
    guard let first = term.first, term.count <= bytes.count else { return }
    let end = found.count + limit
    for start in 0...(bytes.count - term.count) where bytes[start] == first {
      let range = start..<(start + term.count)
      guard bytes[range].elementsEqual(term) else { continue }
      found.append(range)
      if found.count == end { return }
    }
  }

  func holds(_ term: [UInt8]) -> Bool { bytes.firstRange(of: term) != nil }

  /// The original's ranges of whole characters for these folded ranges, merged where they touch.
  ///
  /// - Parameter folded: sorted by their beginning, not empty.
  func original(of folded: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in folded {
      let start = characterStart(origins[range.lowerBound])
      let end = characterEnd(after: origins[range.upperBound - 1])
      if let last = merged.last, start <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        merged.append(start..<end)
      }
    }
    return merged
  }

  private func characterStart(_ offset: Int) -> Int {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return text.utf8.distance(from: text.startIndex, to: text.index(before: text.index(after: index)))
  }

  private func characterEnd(after offset: Int) -> Int {
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return text.utf8.distance(from: text.startIndex, to: text.index(after: index))
  }
}
