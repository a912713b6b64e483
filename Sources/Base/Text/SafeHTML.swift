/// HTML that is safe for a browser: UTF-8, balanced, without active content.
///
/// Any code may escape text. Only the sanitizer and the templates produce markup, with `@_spi(TrustedMarkup)`: the type
/// carries the proof to the page.
public struct SafeHTML: Sendable, Hashable {
  public let bytes: [UInt8]

  /// Escapes a text.
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

  /// Both with a dot between them, or the one that is not empty.
  public func beside(_ other: SafeHTML) -> SafeHTML {
    isEmpty ? other : other.isEmpty ? self : SafeHTML(trusted: bytes + " · ".utf8 + other.bytes)
  }

  /// The same without links; their text stays.
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

  /// The index after a tag, whose values may contain `>`.
  public static func end(of tag: ArraySlice<UInt8>) -> Int {
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

/// Markup from a feed: any bytes, possibly an attack. Only the sanitizer makes ``SafeHTML`` of it.
public struct UntrustedHTML: Sendable, Hashable {
  public let bytes: [UInt8]

  public init(_ markup: String) {
    bytes = Array(markup.utf8)
  }

  /// - Parameter bytes: any, not necessarily UTF-8.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

extension [UInt8] {
  /// Appends escaped text, for element content and quoted attribute values.
  ///
  /// `&`, `<`, `>`, `"` and `'` become references; a NUL, which HTML forbids, becomes U+FFFD.
  public mutating func appendEscaped(_ text: String) {
    var text = text
    text.withUTF8 { appendEscaped($0) }
  }

  /// Appends UTF-8 bytes as ``appendEscaped(_:)-(String)`` does.
  public mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices {
      guard let reference = Self.reference(for: text[index]) else { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      append(contentsOf: reference)
      start = index + 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    guard byte <= 0x3E else { return nil }
    switch byte {
    case UInt8(ascii: "&"): return "&amp;"
    case UInt8(ascii: "<"): return "&lt;"
    case UInt8(ascii: ">"): return "&gt;"
    case UInt8(ascii: "\""): return "&quot;"
    case UInt8(ascii: "'"): return "&#39;"
    case 0: return "\u{FFFD}"
    default: return nil
    }
  }

  private mutating func append(contentsOf reference: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: reference.utf8Start, count: reference.utf8CodeUnitCount))
  }
}
