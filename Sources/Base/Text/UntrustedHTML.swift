/// Markup as a feed sent it: any bytes at all, and quite possibly an attack.
///
/// It has no way to a page but through the sanitizer.
public struct UntrustedHTML: Sendable, Hashable {
  public let bytes: [UInt8]

  public init(_ markup: String) {
    bytes = Array(markup.utf8)
  }

  /// Takes bytes as they are; they need not be valid UTF-8.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}
