import HTTPServer
import System

/// A page as ready responses: the whole one and the "not modified".
final class ReadyPage: Sendable {
  let whole: Response
  let notModified: Response
  let etag: String
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
    let etag = "\"\(StreamHash.of(bytes).hexDigits)\""
    let own = [("Content-Type", type.rawValue), ("Vary", vary)] + type.headers + more
    self.init(
      Response(
        status: 200, headers: own + encoding + [("Cache-Control", caching), ("ETag", etag)], body: bytes),
      etag: etag,
      // Each header is in both responses, here and in the library's objects.
      cost: bytes.count + own.reduce(Self.overhead) { $0 + 4 * ($1.0.utf8.count + $1.1.utf8.count) })
  }

  /// A file, which is sent from its descriptor.
  convenience init(file: FileSlice, etag: String, headers: [(String, String)]) {
    self.init(
      Response(status: 200, headers: headers + [("ETag", etag)], file: file), etag: etag, cost: Self.overhead)
  }

  private init(_ whole: Response, etag: String, cost: Int) {
    self.whole = whole
    notModified = whole.notModified(
      headers: whole.headers.filter { $0.0 != "Content-Type" && $0.0 != "Content-Encoding" })
    (self.etag, self.cost) = (etag, cost)
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

/// The media type of a body, for `Content-Type`.
enum MediaType: String, Sendable {
  case html = "text/html; charset=utf-8"
  case css = "text/css; charset=utf-8"
  case javaScript = "text/javascript; charset=utf-8"
  case png = "image/png"
  case svg = "image/svg+xml"
  /// An SVG document with a style of its own.
  case drawing = "image/svg+xml; charset=utf-8"
  case json = "application/json"
  /// JSON to be kept as a file.
  case exported = "application/json; charset=utf-8"
  case suggestions = "application/x-suggestions+json"
  case openSearch = "application/opensearchdescription+xml"
  case manifest = "application/manifest+json"
  case text = "text/plain; charset=utf-8"
  case table = "text/csv; charset=utf-8; header=present"
  case feed = "application/atom+xml; charset=utf-8"
  case problem = "application/problem+json"

  /// The type of a public file by its ending; nil for endings that Dramatis does not serve.
  init?(fileEnding: some StringProtocol) {
    switch fileEnding {
    case "css": self = .css
    case "js": self = .javaScript
    case "png": self = .png
    case "svg": self = .svg
    default: return nil
    }
  }

  /// Further headers of a body of this type.
  var headers: [(String, String)] {
    switch self {
    case .drawing: [("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")]
    case .exported: [("Content-Disposition", "attachment; filename=\"favorites.json\"")]
    case .table: [("Content-Disposition", "attachment; filename=\"entries.csv\"")]
    default: []
    }
  }
}
