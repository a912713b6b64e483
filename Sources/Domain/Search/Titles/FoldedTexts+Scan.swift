/// What there is no index for, found by looking at every byte: 1 to 2 ns each.
extension FoldedTexts {
  /// The entries that hold a term.
  func positions(holding term: [UInt8]) -> PositionSet {
    .sorted(positions(at: offsets(of: term)[...]))
  }

  /// The entries with a title that holds a term, anywhere or where a word begins.
  func positions(ofTitlesWith term: [UInt8], at place: TitlePlace) -> PositionSet {
    let found = offsets(of: term).filter { offset in
      (place == .anywhere || WordStart.isStart(Int(offset), in: bytes)) && !isInDescription(Int(offset))
    }
    return .sorted(positions(at: found[...]))
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
