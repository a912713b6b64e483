import HTTPServer

/// The condition of a request (RFC 9110, section 13).
struct Conditions: Sendable {
  private let ifNoneMatch: String?

  init(_ request: Request) {
    ifNoneMatch = request.list("If-None-Match")
  }

  /// The page, or "not modified" (304).
  func answer(_ page: ReadyPage) -> Response {
    guard var ifNoneMatch else { return page.whole }
    return ifNoneMatch.withUTF8 { Self.list($0, contains: page.etag) } ? page.notModified : page.whole
  }

  /// Whether a list of entity tags is `*` or holds the tag; weak tags count too.
  private static func list(_ header: UnsafeBufferPointer<UInt8>, contains tag: String) -> Bool {
    var list = HeaderElements(header)
    while let (element, _) = list.next() {
      if HeaderText.equals(element, "*")
        || element.dropFirst(element.starts(with: "W/".utf8) ? 2 : 0).elementsEqual(tag.utf8)
      {
        return true
      }
    }
    return false
  }
}
