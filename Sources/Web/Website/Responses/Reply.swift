import HTTPServer
import JSON
import System
import Templates

/// The result of a handler, before ``Visit/answer(to:)`` adds caching, conditions and headers.
enum Reply: Sendable {
  case page(Page)
  /// A page that is ready already, such as a public file.
  case ready(ReadyPage)
  /// A refusal in the usual words or one sentence: a page, a problem for the script, a line for operators.
  case refusal(Int, sentence: String?)
  /// Body of an answer that is sent once, such as the page of a fault.
  case once(Int, MediaType, [UInt8])
  case response(Response)
  /// A body that is made while it is sent, see ``Response/init(status:headers:pieces:)``.
  case streamed(MediaType, @Sendable () -> [UInt8])
  /// Made by a worker thread, for a reply that waits for a disk or the network.
  case later(@Sendable () -> Reply)

  /// A page of the route's own, and its share of the headers.
  struct Page: Sendable {
    let type: MediaType
    let body: [UInt8]
    /// For a page without favorites.
    var effort = Gzip.Effort.usual
    var caching = "no-cache"
    /// In place of the usual headers of its type.
    var headers: [(String, String)] = []
    /// Whether it changes once more pictures are here.
    var awaitsPictures = false
    /// Whether it may be cached, where its route is.
    var isCacheable = true
  }

  static func page(
    _ type: MediaType, _ body: [UInt8], effort: Gzip.Effort = .usual, caching: String = "no-cache",
    awaitsPictures: Bool = false
  ) -> Reply {
    .page(Page(type: type, body: body, effort: effort, caching: caching, awaitsPictures: awaitsPictures))
  }

  static func page<Model>(
    _ template: Template<Model>, _ model: Model, effort: Gzip.Effort = .quick,
    headers: [(String, String)] = [], awaitsPictures: Bool = false, isCacheable: Bool = true
  ) -> Reply {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 << 10)
    template.render(model, into: &bytes)
    return .page(
      Page(
        type: .html, body: bytes, effort: effort, headers: headers, awaitsPictures: awaitsPictures,
        isCacheable: isCacheable))
  }

  static func refusal(_ status: Int) -> Reply { .refusal(status, sentence: nil) }

  static func problem(_ status: Int, _ title: String, _ detail: String) -> Reply {
    .once(status, .problem, JSONOutline.problem(status, title, detail).bytes)
  }

  /// Redirects to another page of ours, or to another site.
  static func redirect(to address: String, headers: [(String, String)] = []) -> Reply {
    let own = [("Location", address), ("Cache-Control", "no-store")]
    return .response(Response(status: 303, headers: own + headers))
  }
}
