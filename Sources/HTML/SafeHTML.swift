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
}

extension SafeHTML: CustomStringConvertible {
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
