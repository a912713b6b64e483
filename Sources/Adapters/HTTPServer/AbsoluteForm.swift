/// A request's target with scheme and host before the path, which clients of proxies write and every server
/// must understand (RFC 9112, section 3.2.2). The host in it counts, and not that of the header.
struct AbsoluteForm {
  /// The host, with a port if there is one.
  let authority: String
  /// Path and query; begins with a slash.
  let target: [UInt8]

  /// Nil for other targets, such as those that begin with a slash, and for an authority without a host or with
  /// a user's name.
  init?(_ text: [UInt8]) {
    guard text.first != UInt8(ascii: "/"), let scheme = Self.schemes.first(where: { Self.begins(text, $0) })
    else { return nil }
    let rest = text.dropFirst(scheme.utf8CodeUnitCount)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard end > rest.startIndex, !rest[..<end].contains(UInt8(ascii: "@")) else { return nil }
    authority = String(decoding: rest[..<end], as: UTF8.self)
    target = (rest[end...].first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + rest[end...]
  }

  private static let schemes: [StaticString] = ["http://", "https://"]

  private static func begins(_ text: [UInt8], _ scheme: StaticString) -> Bool {
    scheme.withUTF8Buffer { scheme in
      text.count > scheme.count && zip(text, scheme).allSatisfy { lowercased($0) == $1 }
    }
  }
}
