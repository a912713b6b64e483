/// A feed's answers, verbatim: one, or one for each section.
public struct FeedAnswer: Sendable, Hashable {
  public struct Part: Sendable, Hashable {
    /// Names the section, where there are several parts; holds no line break and no slash.
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  public let parts: [Part]
  /// What is missing from it, one sentence each; for the log, and not kept.
  public let notes: [String]

  public init(parts: [Part], notes: [String] = []) {
    self.parts = parts
    self.notes = notes
  }

  public init(_ bytes: [UInt8]) {
    self.init(parts: [Part(name: "answer", bytes: bytes)])
  }

  /// The answer of a feed that gives only one.
  public func single() throws(FeedError) -> [UInt8] {
    guard parts.count == 1 else {
      throw .refused("expected one answer, found \(parts.count)")
    }
    return parts[0].bytes
  }
}

// One part is kept as it came. Several follow one another in one file, so that they are replaced
// at one stroke: a line with the word below and their number, then each part after a line with its
// length and name.
extension FeedAnswer {
  private static let mark = "dramatis-parts "

  /// The form in which an answer is kept in a file.
  var kept: [UInt8] {
    if parts.count == 1 { return parts[0].bytes }
    var bytes = Array("\(Self.mark)\(parts.count)\n".utf8)
    for part in parts {
      bytes += "\(part.bytes.count) \(part.name)\n".utf8
      bytes += part.bytes
    }
    return bytes
  }

  /// Reads what ``kept`` wrote.
  init(kept bytes: [UInt8]) throws(FeedError) {
    guard bytes.starts(with: Self.mark.utf8) else {
      self.init(bytes)
      return
    }
    var rest = bytes[...]
    let damaged = FeedError.refused("the parts do not have the lengths that stand before them")
    guard let count = Self.line(&rest).flatMap({ Int($0.dropFirst(Self.mark.count)) }), count >= 0 else {
      throw damaged
    }
    var parts: [Part] = []
    while parts.count < count {
      guard let line = Self.line(&rest), let space = line.firstIndex(of: " "),
        let length = Int(line[..<space]), length >= 0, length <= rest.count
      else { throw damaged }
      parts.append(Part(name: String(line[line.index(after: space)...]), bytes: Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    guard rest.isEmpty else { throw damaged }
    self.init(parts: parts)
  }

  private static func line(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
