import Glibc
import Text

/// Lists of entity tags as `If-Match` and `If-None-Match` hold them (RFC 9110, section 13.1).
enum EntityTag {
  /// Whether the list is `*` or holds the tag.
  /// - Parameter strongly: whether weak ones differ, as `If-Match` wants it.
  static func list(
    _ header: UnsafeBufferPointer<UInt8>, contains tag: String, strongly: Bool = false
  ) -> Bool {
    var start = 0
    while start < header.count {
      var end = start
      while end < header.count, header[end] != UInt8(ascii: ",") { end += 1 }
      var element = HeaderText.trimmed(header, start, end)
      if HeaderText.equals(element, "*") { return true }
      if !strongly, element.count > 1, element[0] == UInt8(ascii: "W"), element[1] == UInt8(ascii: "/") {
        element = UnsafeBufferPointer(rebasing: element[2...])
      }
      if isTag(element, tag) { return true }
      start = end + 1
    }
    return false
  }

  private static func isTag(_ bytes: UnsafeBufferPointer<UInt8>, _ tag: String) -> Bool {
    tag.utf8.withContiguousStorageIfAvailable { tag in
      guard let start = tag.baseAddress, let other = bytes.baseAddress, tag.count == bytes.count else {
        return false
      }
      return memcmp(start, other, tag.count) == 0
    } ?? bytes.elementsEqual(tag.utf8)
  }
}
