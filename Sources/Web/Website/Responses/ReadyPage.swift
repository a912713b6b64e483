import HTTPServer
import System

/// A page kept as ready responses: the whole one and the "not modified".
final class ReadyPage: Sendable {
  let whole: Response
  private let notModified: Response?
  private let etag: String?
  /// Bytes it keeps in memory, roughly.
  let cost: Int

  /// Bytes of what stands around body and headers, and of the headers that the server adds: two responses, each
  /// with the library's own object.
  private static let overhead = 4_096

  /// - Parameters:
  ///   - isGzipped: whether to compress, with how much effort; small bodies stay as they are.
  ///   - caching: how long browsers keep it; by default they ask about it each time.
  ///   - more: headers of this page alone.
  init(
    status: Int = 200, type: MediaType, body: [UInt8], isGzipped: Bool, effort: Gzip.Effort = .usual,
    caching: String = "no-cache", vary: String = "Accept-Encoding", headers more: [(String, String)] = []
  ) {
    let compressed = isGzipped && body.count > 256 ? Gzip.compress(body, effort: effort) : nil
    let bytes = compressed ?? body
    var headers = [("Content-Type", type.rawValue), ("Vary", vary)]
    headers += type.headers + more
    // Each header is in both responses, here and in the library's objects.
    cost = bytes.count + headers.reduce(Self.overhead) { $0 + 4 * ($1.0.utf8.count + $1.1.utf8.count) }
    if compressed != nil { headers.append(("Content-Encoding", "gzip")) }
    guard status == 200 else {
      headers.append(("Cache-Control", "no-store"))
      etag = nil
      notModified = nil
      whole = Response(status: status, headers: headers, body: bytes)
      return
    }
    let etag = "\"\(ContentHash.hex(bytes))\""
    headers.append(("Cache-Control", caching))
    headers.append(("ETag", etag))
    self.etag = etag
    whole = Response(status: status, headers: headers, body: bytes)
    let kept = headers.filter { $0.0 != "Content-Type" && $0.0 != "Content-Encoding" }
    notModified = whole.notModified(headers: kept)
  }

  /// The page, or "not modified" if the browser has just this one.
  func response(to request: Request) -> Response {
    guard let etag, let notModified else { return whole }
    if let matches = request.withList(.ifMatch, { EntityTag.list($0, contains: etag, strongly: true) }),
      !matches
    {
      return Conditions.failed
    }
    let matches = request.withList(.ifNoneMatch) { EntityTag.list($0, contains: etag) } ?? false
    return matches ? notModified : whole
  }

  /// The same after the request is over.
  func response(to conditions: Conditions) -> Response {
    guard let etag, let notModified else { return whole }
    return conditions.answer(whole, tag: etag, notModified: notModified)
  }
}
