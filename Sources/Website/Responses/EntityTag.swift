/// Lists of entity tags as `If-Match` and `If-None-Match` hold them (RFC 9110, section 13.1).
enum EntityTag {
  /// Whether the list is `*` or holds the tag.
  /// - Parameter strongly: whether weak ones differ, as `If-Match` wants it.
  static func list(
    _ header: UnsafeBufferPointer<UInt8>, contains tag: String, strongly: Bool = false
  ) -> Bool {
    header.split(separator: UInt8(ascii: ",")).contains { element in
      var trimmed = CookieHeader.trimmed(element)
      if trimmed.elementsEqual("*".utf8) { return true }
      if !strongly, trimmed.starts(with: "W/".utf8) { trimmed = trimmed.dropFirst(2) }
      return trimmed.elementsEqual(tag.utf8)
    }
  }
}
