import Fetching
import JSON
public import System

/// A feed's answers, verbatim: one, or one for each section.
public struct FeedAnswer: Sendable, Hashable {
  public struct Part: Sendable, Hashable {
    /// The name of the section, if there are several parts; without line breaks and slashes.
    public let name: String
    public let bytes: Numbers<UInt8>

    public init(name: String, bytes: Numbers<UInt8>) {
      self.name = name
      self.bytes = bytes
    }

    public init(name: String, bytes: [UInt8]) {
      self.init(name: name, bytes: Numbers(bytes))
    }

    public static func == (one: Part, other: Part) -> Bool {
      one.name == other.name && one.bytes.elementsEqual(other.bytes)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(bytes.count)
    }
  }

  /// Files that a list of pictures omits for one reason.
  struct LeftOut: Sendable, Hashable {
    let reason: String
    let count: Int
    /// The first of them.
    let example: String
  }

  public let parts: [Part]
  /// Missing parts, one sentence each, for the log; not kept.
  let notes: [String]
  /// The folder that pictures are relative to, for an answer from a file; not kept.
  public var folder: EnclosedFolder?
  /// The files of a folder of pictures that its list omits; not kept.
  var leftOut: [LeftOut] = []
  /// The error if the answer cannot be used, because the service was not ready; not kept.
  let postponement: FeedError?

  public init(parts: [Part], notes: [String] = []) {
    self.init(parts: parts, notes: notes, postponement: nil)
  }

  init(parts: [Part], notes: [String] = [], postponement: FeedError?) {
    self.parts = parts
    self.notes = notes
    self.postponement = postponement
  }

  /// One answer as it came.
  init(_ fetched: Fetched) {
    self.init(
      parts: [Part(name: "answer", bytes: fetched.content)], notes: fetched.notes,
      postponement: fetched.postponement)
  }

  public init(_ bytes: [UInt8]) {
    self.init(Numbers(bytes))
  }

  public init(_ bytes: Numbers<UInt8>) {
    self.init(parts: [Part(name: "answer", bytes: bytes)])
  }

  /// The answer of a feed that gives only one.
  func single() throws(FeedError) -> Numbers<UInt8> {
    guard parts.count == 1 else {
      throw .refused("expected one answer, found \(parts.count)")
    }
    return parts[0].bytes
  }
}

extension FeedAnswer {
  /// Identifies an answer.
  public struct Digest: Sendable, Hashable {
    let count: UInt64
    let hash: UInt64

    init(_ hash: StreamHash) {
      (count, self.hash) = (UInt64(hash.count), hash.value)
    }

    /// Reads ``text``.
    public init?(text: String) {
      let parts = text.split(separator: "-")
      guard parts.count == 2, let count = parts[0].number(in: 0...UInt64.max),
        let hash = parts[1].number(in: 0...UInt64.max, radix: 16)
      else { return nil }
      (self.count, self.hash) = (count, hash)
    }

    /// The number of bytes and their hash.
    public var text: String { "\(count)-\(hash.hexDigits)" }
  }

  var digest: Digest {
    var hash = StreamHash()
    for piece in pieces { piece.withUnsafeBytes { hash.combine($0) } }
    return Digest(hash)
  }
}

// A file begins with a line that has its version; the first version had none. A single part follows as it came.
// Several parts follow in one file, so that they are replaced together: a line with the signature below and their
// number, then each part after a line with its length and its name.
extension FeedAnswer {
  /// The newest version that is read, and the one that is written.
  static let version = 2

  private static let head = "dramatis-snapshot "
  private static let signature = "dramatis-parts "

  /// The bytes of a snapshot.
  var kept: [UInt8] { keptPieces.reduce(into: []) { $0 += $1 } }

  /// The same, not yet joined.
  var keptBytes: [Numbers<UInt8>] { [Numbers("\(Self.head)\(Self.version)\n".utf8)] + pieces }

  /// The bytes of a snapshot in pieces of at most 1 MB.
  var keptPieces: some Sequence<[UInt8]> {
    keptBytes.lazy.flatMap { bytes in
      stride(from: 0, to: bytes.count, by: 1 << 20).lazy.map { Array(bytes.part($0..<$0 + 1 << 20)) }
    }
  }

  /// The bytes after the first line, the same in all versions.
  var pieces: [Numbers<UInt8>] {
    if parts.count == 1 { return [parts[0].bytes] }
    return parts.reduce(into: [Numbers("\(Self.signature)\(parts.count)\n".utf8)]) { pieces, part in
      pieces += [Numbers("\(part.bytes.count) \(part.name)\n".utf8), part.bytes]
    }
  }

  /// The version of a file that begins with these bytes; nil if its first line is damaged.
  static func version(of start: some Collection<UInt8>) -> Int? {
    guard start.starts(with: head.utf8) else { return 1 }
    let digits = start.dropFirst(head.utf8.count).prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: digits, as: UTF8.self).number(in: 2...Int.max)
  }

  /// Reads ``kept`` of this version or an earlier one.
  init(kept bytes: Numbers<UInt8>) throws(FeedError) {
    guard let version = Self.version(of: bytes) else { throw .refused("missing version line") }
    guard version <= Self.version else { throw .newer(version: version) }
    var rest = bytes
    if version > 1 { _ = Self.line(&rest) }
    guard rest.starts(with: Self.signature.utf8) else {
      self.init(rest)
      return
    }
    let damaged = FeedError.refused("the parts do not have the lengths that precede them")
    guard let count = Self.line(&rest)?.dropFirst(Self.signature.count).number(in: 0...Int.max) else {
      throw damaged
    }
    var parts: [Part] = []
    while parts.count < count {
      guard let line = Self.line(&rest), let space = line.firstIndex(of: " "),
        let length = line[..<space].number(in: 0...rest.count)
      else { throw damaged }
      parts.append(Part(name: String(line[line.index(after: space)...]), bytes: rest.part(0..<length)))
      rest = rest.part(from: length)
    }
    guard rest.isEmpty else { throw damaged }
    self.init(parts: parts)
  }

  private static func line(_ rest: inout Numbers<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest.part(from: end + 1) }
    return rest.text(0..<end)
  }
}

extension JSONValue {
  /// Reads an answer leniently: a broken character costs only itself.
  /// - Parameter keys: the members to read; all others are skipped, at every level.
  init(
    answer bytes: some Collection<UInt8>, within limits: JSONLimits, keeping keys: Set<String>
  ) throws(JSONError) {
    var reader = JSONReader(bytes, repairsText: true)
    self = try reader.value(within: limits, keeping: keys)
    try reader.finish()
  }
}
