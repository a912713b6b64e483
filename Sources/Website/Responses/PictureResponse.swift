import HTTPServer
import Pictures

/// A stored picture as an answer: kept for a day, then asked about.
enum PictureResponse {
  /// - Parameter known: the request's `If-None-Match`.
  static func make(_ picture: Picture, known: String?) -> Response {
    let kept = [("Cache-Control", "public, max-age=86400"), ("ETag", picture.etag)]
    var known = known ?? ""
    if known.withUTF8({ EntityTag.list($0, contains: picture.etag) }) {
      return Response(status: 304, headers: kept, body: [])
    }
    return Response(status: 200, headers: kept + [("Content-Type", picture.mediaType)], body: picture.bytes)
  }
}
