import Glibc
import HTTPServer

/// The conditions that a request sets on its answer, and the part of it that it asks for (RFC 9110, sections
/// 13 and 14).
struct Conditions: Sendable {
  private let ifMatch: String?
  private let ifNoneMatch: String?
  private let range: String?
  private let ifRange: String?

  /// - Parameter hasParts: whether parts of the answer may be asked for.
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
    if var ifMatch, !ifMatch.withUTF8({ EntityTag.list($0, contains: tag, strongly: true) }) {
      return Response.plainRefusal(412)
    }
    if var ifNoneMatch, ifNoneMatch.withUTF8({ EntityTag.list($0, contains: tag) }) {
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
}

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

/// The part of a body that the header `Range` asks for (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// Also for several parts at once and for what cannot be read, as the section allows.
  case whole
  case part(Range<Int>)
  /// A part beyond the end.
  case beyond

  /// - Parameter count: bytes of the whole body.
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
    return Int(text) ?? .max
  }
}
