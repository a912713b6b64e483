import Glibc

/// A path with at most one name in it, written as `/entries/{id}.json`. A plain value: matching counts no
/// references.
struct PathPattern: Sendable {
  private let text: StaticString
  /// Bytes before the name, and after it.
  private let before: Int
  private let after: Int
  private let hasName: Bool

  init(_ text: StaticString) {
    self.text = text
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let open = bytes.firstIndex(of: UInt8(ascii: "{"))
    before = open ?? bytes.count
    after = open == nil ? 0 : bytes.count - 1 - (bytes.firstIndex(of: UInt8(ascii: "}")) ?? bytes.count - 1)
    hasName = open != nil
  }

  /// Where the name stands in a path; nil if the path is another. A name holds no slash, and may be empty.
  func name(in path: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard hasName ? path.count >= before + after : path.count == before else { return nil }
    guard let start = path.baseAddress else { return before == 0 ? 0..<0 : nil }
    let end = path.count - after
    // The second byte differs nearly always: the first is a slash.
    guard before < 2 || start[1] == text.utf8Start[1], memcmp(start, text.utf8Start, before) == 0,
      memcmp(start + end, text.utf8Start + (text.utf8CodeUnitCount - after), after) == 0
    else { return nil }
    let name = before..<end
    return path[name].contains(UInt8(ascii: "/")) ? nil : name
  }

  func filled(with name: String) -> String {
    let pattern = text.description.utf8
    guard hasName else { return text.description }
    return "\(Substring(pattern.prefix(before)))\(name)\(Substring(pattern.suffix(after)))"
  }
}
