import HTTPServer
import System

/// The conditions of a request (RFC 9110, section 13).
struct Conditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?

  init(_ request: Request) {
    ifMatch = request.list("If-Match")
    ifNoneMatch = request.list("If-None-Match")
  }

  /// The page, "not modified" (304) or "precondition failed" (412).
  func answer(_ page: ReadyPage) -> Response {
    let tag = page.etag
    if var ifMatch, !ifMatch.withUTF8({ Self.list($0, contains: tag, strongly: true) }) {
      return Response.plainRefusal(412)
    }
    if var ifNoneMatch, ifNoneMatch.withUTF8({ Self.list($0, contains: tag) }) {
      return page.notModified
    }
    return page.whole
  }

  /// Whether a list of entity tags is `*` or holds the tag (RFC 9110, section 13.1).
  /// - Parameter strongly: whether weak tags differ, as `If-Match` wants it.
  private static func list(
    _ header: UnsafeBufferPointer<UInt8>, contains tag: String, strongly: Bool = false
  ) -> Bool {
    var list = HeaderElements(header)
    while let (element, _) = list.next() {
      let isWeak = !strongly && element.starts(with: "W/".utf8)
      if HeaderText.equals(element, "*") || element.dropFirst(isWeak ? 2 : 0).elementsEqual(tag.utf8) {
        return true
      }
    }
    return false
  }
}
