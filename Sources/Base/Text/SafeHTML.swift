/// HTML that a browser may read as it is: UTF-8, balanced, free of anything that runs.
///
/// There are two ways to one. Anybody may escape text. Who produces markup imports
/// `@_spi(TrustedMarkup)`, which only the sanitizer (for what came from outside) and the templates
/// (for what they rendered) do, so that the type carries the proof all the way to the page.
public struct SafeHTML: Sendable, Hashable {
  public let bytes: [UInt8]

  /// The text, with everything that markup could be made of escaped.
  public init(escaping text: String) {
    var bytes: [UInt8] = []
    bytes.appendEscaped(text)
    self.bytes = bytes
  }

  @_spi(TrustedMarkup)
  public init(trusted bytes: [UInt8]) {
    self.bytes = bytes
  }

  public static let empty = SafeHTML(escaping: "")

  public var isEmpty: Bool { bytes.isEmpty }

  /// The same without links; what they said stays.
  public var withoutLinks: SafeHTML {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      let tag = rest[start...]
      let end = Self.end(of: tag)
      kept += rest[..<(Self.isOfLink(tag) ? start : end)]
      rest = rest[end...]
    }
    return SafeHTML(trusted: kept + rest)
  }

  private static func isOfLink(_ tag: ArraySlice<UInt8>) -> Bool {
    ["<a ", "<a>", "</a>"].contains { tag.starts(with: $0.utf8) }
  }

  /// The index behind a tag, in whose values a `>` may stand.
  private static func end(of tag: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    for index in tag.indices {
      if tag[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if tag[index] == UInt8(ascii: ">"), !isQuoted { return index + 1 }
    }
    return tag.endIndex
  }
}

extension SafeHTML: CustomStringConvertible {
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
