import Compression
import HTTPServer

/// A file of `Public/`, named by its content, ready in both encodings and kept by browsers for ever.
struct PublicFile: Sendable {
  /// `<name>-<hash>.<ending>`, folders flattened with hyphens.
  let name: String
  private let plain: Response
  private let gzipped: Response?

  /// Nil for a kind of file that is not served.
  init?(path: String, content: [UInt8]) {
    guard let dot = path.lastIndex(of: "."), let type = MediaType(fileEnding: path[path.index(after: dot)...])
    else { return nil }
    let stem = path[..<dot].split(separator: "/").joined(separator: "-")
    let hash = ContentHash.hex(content)
    name = "\(stem)-\(hash.prefix(12))\(path[dot...])"
    let headers = [
      ("Content-Type", type.rawValue), ("Cache-Control", "public, max-age=31536000, immutable"),
      ("Vary", "Accept-Encoding"),
    ]
    plain = Response(status: 200, headers: headers + [("ETag", "\"\(hash)\"")], body: content)
    gzipped = Gzip.compress(content).flatMap { compressed in
      guard compressed.count < content.count else { return nil }
      return Response(
        status: 200, headers: headers + [("ETag", "\"\(hash)-gzip\""), ("Content-Encoding", "gzip")],
        body: compressed)
    }
  }

  func response(isGzipped: Bool) -> Response { isGzipped ? gzipped ?? plain : plain }
}
