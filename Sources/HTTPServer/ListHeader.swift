/// The request's headers that are lists: one that stands several times counts whole (RFC 9110, section 5.3).
public enum ListHeader: UInt8, Sendable {
  // Bits of what one pass over a request's head notes.
  case ifMatch = 1
  case ifNoneMatch = 2
  case acceptEncoding = 4
  case acceptLanguage = 8

  var name: StaticString {
    switch self {
    case .ifMatch: "If-Match"
    case .ifNoneMatch: "If-None-Match"
    case .acceptEncoding: "Accept-Encoding"
    case .acceptLanguage: "Accept-Language"
    }
  }

  /// Which of them there are, and which of those stand more than once.
  struct Seen {
    private var any: UInt8 = 0
    private var repeated: UInt8 = 0

    mutating func insert(_ list: ListHeader) {
      repeated |= any & list.rawValue
      any |= list.rawValue
    }

    func contains(_ list: ListHeader) -> Bool { any & list.rawValue != 0 }
    func repeats(_ list: ListHeader) -> Bool { repeated & list.rawValue != 0 }
  }
}
