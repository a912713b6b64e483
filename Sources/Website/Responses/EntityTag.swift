/// Lists of entity tags as `If-None-Match` holds them (RFC 9110, section 13.1.2).
enum EntityTag {
  /// Whether the list is `*` or holds the tag; weak ones compare equal, as the section says.
  static func list(_ header: UnsafeBufferPointer<UInt8>, contains tag: String) -> Bool {
    header.split(separator: UInt8(ascii: ",")).contains { element in
      var trimmed = CookieHeader.trimmed(element)
      if trimmed.elementsEqual("*".utf8) { return true }
      if trimmed.starts(with: "W/".utf8) { trimmed = trimmed.dropFirst(2) }
      return trimmed.elementsEqual(tag.utf8)
    }
  }
}
