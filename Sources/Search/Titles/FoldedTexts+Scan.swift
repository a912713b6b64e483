/// What there is no index for, found by looking at every byte: 1 to 2 ns each.
extension FoldedTexts {
  /// The entries that hold a term.
  func positions(holding term: [UInt8]) -> PositionSet {
    .sorted(positions(at: offsets(of: term)[...]))
  }

  /// The entries with a title in which a word begins with a term.
  func positions(ofTitlesWithWordBeginning term: [UInt8]) -> PositionSet {
    let begun = offsets(of: term).filter { offset in
      WordStart.isStart(Int(offset), in: bytes) && !isInDescription(Int(offset))
    }
    return .sorted(positions(at: begun[...]))
  }

  private func offsets(of term: [UInt8]) -> [UInt32] {
    let pattern = PrefixPattern(term[...])
    return bytes.withUnsafeBytes { bytes in
      (0..<(bytes.count - Self.padding)).compactMap { offset in
        pattern.order(of: bytes, at: offset) == 0 ? UInt32(truncatingIfNeeded: offset) : nil
      }
    }
  }

  private func isInDescription(_ offset: Int) -> Bool {
    var start = offset
    while start > 0, bytes[start - 1] != 0 { start -= 1 }
    return bytes[start] == Self.descriptionMark
  }
}
