import HTTPServer
import System

/// A page as ready responses: the whole one and the "not modified".
final class ReadyPage: Sendable {
  let whole: Response
  let notModified: Response
  let etag: String
  /// The body, where parts of it may be asked for.
  let parts: [UInt8]?
  /// Bytes it keeps in memory, roughly.
  let cost: Int

  /// Bytes of two responses beside body and headers, each with the library's own object.
  private static let overhead = 4_096

  /// - Parameter isGzipped: whether to compress; small bodies stay as they are.
  convenience init(
    type: MediaType, body: [UInt8], isGzipped: Bool, effort: Gzip.Effort = .usual,
    caching: String = "no-cache", vary: String = "Accept-Encoding", headers more: [(String, String)] = []
  ) {
    let (bytes, encoding) = Self.encoded(body, isGzipped: isGzipped, effort)
    let etag = "\"\(ContentHash.hex(bytes))\""
    let own = [("Content-Type", type.rawValue), ("Vary", vary)] + type.headers + more
    self.init(
      bytes, etag: etag, headers: own + encoding + [("Cache-Control", caching), ("ETag", etag)],
      // Each header is in both responses, here and in the library's objects.
      cost: bytes.count + own.reduce(Self.overhead) { $0 + 4 * ($1.0.utf8.count + $1.1.utf8.count) })
  }

  /// A page of which parts may be requested.
  convenience init(divisible body: [UInt8], etag: String, headers: [(String, String)]) {
    self.init(body, etag: etag, headers: headers, parts: body, cost: body.count)
  }

  private init(
    _ body: [UInt8], etag: String, headers: [(String, String)], parts: [UInt8]? = nil, cost: Int
  ) {
    whole = Response(status: 200, headers: headers, body: body)
    notModified = whole.notModified(
      headers: headers.filter { $0.0 != "Content-Type" && $0.0 != "Content-Encoding" })
    (self.etag, self.parts, self.cost) = (etag, parts, cost)
  }

  fileprivate static func encoded(
    _ body: [UInt8], isGzipped: Bool, _ effort: Gzip.Effort
  ) -> (bytes: [UInt8], headers: [(String, String)]) {
    guard isGzipped, body.count > 256, let compressed = Gzip.compress(body, effort: effort) else {
      return (body, [])
    }
    return (compressed, [("Content-Encoding", "gzip")])
  }
}

extension Response {
  /// An answer that is stored nowhere, such as a refusal.
  static func once(
    _ status: Int, _ type: MediaType, _ body: [UInt8], isGzipped: Bool = false, headers: [(String, String)]
  ) -> Response {
    let (bytes, encoding) = ReadyPage.encoded(body, isGzipped: isGzipped, .usual)
    let own = [("Content-Type", type.rawValue), ("Vary", "Accept-Encoding")] + type.headers + headers
    return Response(
      status: status, headers: own + encoding + [("Cache-Control", "no-store")], body: bytes)
  }
}
