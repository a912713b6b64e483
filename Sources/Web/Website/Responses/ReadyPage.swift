import HTTPServer
import System

/// A page as ready responses: the whole one and the "not modified".
final class ReadyPage: Sendable {
  let whole: Response
  /// Nil, like ``etag``, for a page that no browser keeps.
  let notModified: Response?
  let etag: String?
  /// The body, where parts of it may be asked for.
  let parts: [UInt8]?
  /// Bytes it keeps in memory, roughly.
  let cost: Int

  /// Bytes of the objects around body and headers, and of the headers that the server adds: two responses,
  /// each with the library's own object.
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
    var headers = [("Content-Type", type.rawValue), ("Vary", vary)] + type.headers + more
    // Each header is in both responses, here and in the library's objects.
    cost = bytes.count + headers.reduce(Self.overhead) { $0 + 4 * ($1.0.utf8.count + $1.1.utf8.count) }
    if compressed != nil { headers.append(("Content-Encoding", "gzip")) }
    parts = nil
    guard status == 200 else {
      headers.append(("Cache-Control", "no-store"))
      (etag, notModified) = (nil, nil)
      whole = Response(status: status, headers: headers, body: bytes)
      return
    }
    let etag = "\"\(ContentHash.hex(bytes))\""
    headers += [("Cache-Control", caching), ("ETag", etag)]
    self.etag = etag
    whole = Response(status: status, headers: headers, body: bytes)
    notModified = Self.notModified(whole)
  }

  /// A page of which parts may be asked for, with headers that hold its tag.
  init(_ body: [UInt8], etag: String, headers: [(String, String)]) {
    whole = Response(status: 200, headers: headers, body: body)
    notModified = Self.notModified(whole)
    (self.etag, parts, cost) = (etag, body, body.count)
  }

  private static func notModified(_ whole: Response) -> Response {
    whole.notModified(
      headers: whole.headers.filter { $0.0 != "Content-Type" && $0.0 != "Content-Encoding" })
  }
}
