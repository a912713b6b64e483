import HTTPServer

/// A file of `Public/`, named by its content, ready in both encodings and kept by browsers for ever.
struct PublicFile: Sendable {
  /// `<name>-<hash>.<ending>`, folders flattened with hyphens.
  let name: String
  private let plain: ReadyPage
  private let gzipped: ReadyPage

  /// Nil for a kind of file that is not served.
  init?(path: String, content: [UInt8]) {
    guard let dot = path.lastIndex(of: "."), let type = MediaType(fileEnding: path[path.index(after: dot)...])
    else { return nil }
    let stem = path[..<dot].split(separator: "/").joined(separator: "-")
    name = "\(stem)-\(ContentHash.hex(content).prefix(12))\(path[dot...])"
    plain = ReadyPage(type: type, body: content, isGzipped: false, caching: Self.caching)
    gzipped =
      type == .png ? plain : ReadyPage(type: type, body: content, isGzipped: true, caching: Self.caching)
  }

  /// A name that holds the hash of its content never changes its content.
  private static let caching = "public, max-age=31536000, immutable"

  func response(to request: Request, isGzipped: Bool) -> Response {
    (isGzipped ? gzipped : plain).response(to: request)
  }
}
