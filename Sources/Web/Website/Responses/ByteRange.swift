/// The part of a body that the header `Range` asks for (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// Also for several parts at once and for what cannot be read, as the section allows.
  case whole
  case part(Range<Int>)
  /// There is no such part.
  case beyond

  /// - Parameter count: bytes of the whole body.
  init(_ header: String, of count: Int) {
    self = .whole
    let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
    let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return }
      self = first < count ? .part(first..<min(last, count - 1) + 1) : .beyond
    case (let first?, nil) where ends[1].isEmpty:
      self = first < count ? .part(first..<count) : .beyond
    case (nil, let length?) where ends[0].isEmpty:
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .beyond
    default: break
    }
  }

  /// Nil for what is not digits only; the largest number for one that does not fit.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}
