import HTTPServer

/// What a request makes its answer depend on (RFC 9110, sections 13 and 14).
struct Conditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?
  /// Nil for HEAD, which has no parts.
  private let range: String?
  private let ifRange: String?

  init(_ request: Request) {
    ifMatch = request.list(.ifMatch)
    ifNoneMatch = request.list(.ifNoneMatch)
    range = request.method == .get ? request.header("Range") : nil
    ifRange = range == nil ? nil : request.header("If-Range")
  }

  /// The answer that bears a tag, or what stands in its place: "precondition failed", or "not modified".
  func answer(_ whole: Response, tag: String, notModified: @autoclosure () -> Response) -> Response {
    if var ifMatch, !ifMatch.withUTF8({ EntityTag.list($0, contains: tag, strongly: true) }) {
      return Self.failed
    }
    if var ifNoneMatch, ifNoneMatch.withUTF8({ EntityTag.list($0, contains: tag) }) { return notModified() }
    return whole
  }

  /// Which part of an answer with that tag and length is wanted.
  func part(of count: Int, tag: String) -> ByteRange {
    if let ifRange, ifRange != tag { return .whole }
    return range.map { ByteRange($0, of: count) } ?? .whole
  }

  /// For whoever wants the answer only as it was (412).
  static let failed = Response.plainRefusal(412)
}
