/// The request's headers that are lists: one that stands several times counts whole (RFC 9110, section 5.3).
public enum ListHeader: UInt8, Sendable {
  case ifMatch, ifNoneMatch, acceptEncoding, acceptLanguage

  var name: StaticString {
    switch self {
    case .ifMatch: "If-Match"
    case .ifNoneMatch: "If-None-Match"
    case .acceptEncoding: "Accept-Encoding"
    case .acceptLanguage: "Accept-Language"
    }
  }
}
