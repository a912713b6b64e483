import Fetching
import Text

/// The addresses that links may have, and their canonical form.
///
/// Addresses are parsed like in the URL Standard: surrounding spaces and controls are removed, tabs and line
/// ends inside too, a backslash is a slash, and the scheme ends at the first colon.
struct LinkRules: Sendable {
  private let schemes: [[UInt8]]
  private let relative: Relative

  private enum Relative: Sendable {
    case dropped, kept
    case resolved(WebAddress)
  }

  init(schemes: [String], links: Sanitizer.RelativeLinks) {
    self.schemes = schemes.map { Array($0.utf8) }
    relative =
      switch links {
      case .dropped: .dropped
      case .kept: .kept
      case .resolved(let base): WebAddress(base).map { .resolved($0) } ?? .dropped
      }
  }

  /// The address to write for the value of an attribute; nil if it is not allowed.
  func address(for value: [UInt8]) -> [UInt8]? {
    let address = Self.trimmed(value)
    guard let colon = Self.endOfScheme(address) else { return relativeAddress(address) }
    let scheme = address[..<colon].map(\.asciiLowercased)
    guard schemes.contains(scheme) else { return nil }
    let rest = address[(colon + 1)...]
    guard Self.isHierarchical(scheme) else { return Self.opaque(scheme: scheme, rest: rest) }
    return rest.prefix(2).count { $0.isSlash } < 2
      ? addressWithoutSlashes(scheme: scheme, rest: rest) : Self.absolute(scheme: scheme, rest: rest)
  }

  // MARK: - Reading

  private static func trimmed(_ value: [UInt8]) -> [UInt8] {
    guard let first = value.firstIndex(where: { $0 > 0x20 }),
      let last = value.lastIndex(where: { $0 > 0x20 })
    else { return [] }
    return value[first...last].filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  /// The index of the colon after the scheme; nil for a relative address.
  private static func endOfScheme(_ address: [UInt8]) -> Int? {
    guard let first = address.first, first.isASCIILetter else { return nil }
    for (index, byte) in address.enumerated() {
      if byte == UInt8(ascii: ":") { return index }
      let isPart =
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
      if !isPart { return nil }
    }
    return nil
  }

  private static func isHierarchical(_ scheme: [UInt8]) -> Bool {
    scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8)
  }

  // MARK: - Writing

  private static func absolute(scheme: [UInt8], rest: ArraySlice<UInt8>) -> [UInt8]? {
    let afterSlashes = rest.drop(while: \.isSlash)
    let authorityEnd =
      afterSlashes.firstIndex { $0.isSlash || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? afterSlashes.endIndex
    guard authorityEnd > afterSlashes.startIndex else { return nil }
    var address = scheme
    address.append(contentsOf: "://".utf8)
    afterSlashes[..<authorityEnd].forEach { appendEncoded($0, to: &address) }
    appendPath(afterSlashes[authorityEnd...], to: &address)
    return address
  }

  /// An address such as `http:x`: relative to a base of the same scheme, absolute with any other base.
  private func addressWithoutSlashes(scheme: [UInt8], rest: ArraySlice<UInt8>) -> [UInt8]? {
    switch relative {
    case .dropped: return nil
    case .kept:
      var address = scheme
      address.append(UInt8(ascii: ":"))
      Self.appendPath(rest, to: &address)
      return address
    case .resolved(let base):
      return base.text.utf8.starts(with: scheme + ":".utf8)
        ? relativeAddress(Array(rest)) : Self.absolute(scheme: scheme, rest: rest)
    }
  }

  private static func opaque(scheme: [UInt8], rest: ArraySlice<UInt8>) -> [UInt8] {
    var address = scheme
    address.append(UInt8(ascii: ":"))
    let pathEnd = rest.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.endIndex
    for byte in rest[..<pathEnd] {
      if byte == UInt8(ascii: " ") { address.append(byte) } else { appendEncoded(byte, to: &address) }
    }
    rest[pathEnd...].forEach { appendEncoded($0, to: &address) }
    return address
  }

  private func relativeAddress(_ address: [UInt8]) -> [UInt8]? {
    if case .dropped = relative { return nil }
    var written: [UInt8] = []
    Self.appendPath(address[...], to: &written)
    guard case .resolved(let base) = relative else { return written }
    // libcurl 7 resolves a fragment against the folder.
    if written.first ?? UInt8(ascii: "#") == UInt8(ascii: "#") {
      return base.text.utf8.prefix { $0 != UInt8(ascii: "#") } + written
    }
    return WebAddress(String(decoding: written, as: UTF8.self), relativeTo: base).map { Array($0.text.utf8) }
  }

  /// Appends path, query and fragment; before the query a backslash is a slash.
  private static func appendPath(_ path: ArraySlice<UInt8>, to address: inout [UInt8]) {
    var isPath = true
    for byte in path {
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { isPath = false }
      appendEncoded(isPath && byte == UInt8(ascii: "\\") ? UInt8(ascii: "/") : byte, to: &address)
    }
  }

  private static func appendEncoded(_ byte: UInt8, to address: inout [UInt8]) {
    switch byte {
    case ...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"):
      address += PercentCoding.encoded(byte)
    default: address.append(byte)
    }
  }
}

extension UInt8 {
  /// Whether this separates path segments in the URL Standard.
  fileprivate var isSlash: Bool { self == Self(ascii: "/") || self == Self(ascii: "\\") }
}
