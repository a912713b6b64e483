import Compression
import HTTPServer
import Hashes

/// A page kept as ready responses: the whole one and the "not modified".
struct ReadyPage: Sendable {
  let whole: Response
  private let notModified: Response?
  private let etag: String?

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
    notModified = Response(status: 304, headers: kept, body: [])
  }

  /// The page, or "not modified" if the browser has just this one.
  func response(to request: Request) -> Response {
    guard let etag, let notModified else { return whole }
    let matches = request.withHeader("If-None-Match") { EntityTag.list($0, contains: etag) } ?? false
    return matches ? notModified : whole
  }

  /// The same for the request's `If-None-Match`, after the request is over.
  func response(known: String?) -> Response {
    guard let etag, let notModified, var header = known else { return whole }
    return header.withUTF8 { EntityTag.list($0, contains: etag) } ? notModified : whole
  }

  /// Bytes it keeps in memory, roughly.
  var cost: Int { whole.body.count + 1024 }
}
