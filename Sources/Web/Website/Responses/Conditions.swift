import HTTPServer
import System

/// The conditions of a request, and the part that it asks for (RFC 9110, sections 13 and 14).
struct Conditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?
  private let range: String?
  private let ifRange: String?

  init(_ request: Request, hasParts: Bool) {
    ifMatch = request.list("If-Match")
    ifNoneMatch = request.list("If-None-Match")
    // HEAD has no parts.
    range = hasParts && request.method == .get ? request.header("Range") : nil
    ifRange = range == nil ? nil : request.header("If-Range")
  }

  /// The page, the part that is wanted, "not modified" (304) or "precondition failed" (412).
  func answer(_ page: ReadyPage) -> Response {
    let tag = page.etag
    if var ifMatch, !ifMatch.withUTF8({ Self.list($0, contains: tag, strongly: true) }) {
      return Response.plainRefusal(412)
    }
    if var ifNoneMatch, ifNoneMatch.withUTF8({ Self.list($0, contains: tag) }) {
      return page.notModified
    }
    guard let range, let bytes = page.parts, ifRange == nil || ifRange == tag else { return page.whole }
    switch ByteRange(range, of: bytes.count) {
    case .whole: return page.whole
    case .part(let range):
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
      return Response(
        status: 206, headers: page.whole.headers + [("Content-Range", place)], body: Array(bytes[range]))
    case .beyond:
      return Response(
        status: 416, headers: [("Content-Range", "bytes */\(bytes.count)"), ("Cache-Control", "no-store")])
    }
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

/// The part of a body that the header `Range` asks for (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// Also for several parts at once and for what cannot be read, as the section allows.
  case whole
  case part(Range<Int>)
  case beyond

  init(_ header: String, of count: Int) {
    self = .whole
    let parts = header.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return }
    let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (let first?, let last?):
      guard first <= last else { return }
      self = first < count ? .part(first..<min(last, count - 1) + 1) : .beyond
    case (let first?, nil) where ends[1].isEmpty:
      self = first < count ? .part(first..<count) : .beyond
    case (nil, let length?) where ends[0].isEmpty:
      self = length > 0 && count > 0 ? .part(max(0, count - length)..<count) : .beyond
    default: break
    }
  }

  /// Nil for what is not digits only; the largest number for one that does not fit.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.number(in: 0...Int.max) ?? .max
  }
}
