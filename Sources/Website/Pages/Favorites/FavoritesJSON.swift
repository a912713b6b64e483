import Favorites
import HTTPServer
import JSON

/// What the script learns from a pressed star.
enum FavoritesJSON {
  /// `{"id": …, "favorite": true, "said": what to tell, "count": 3, "drawer": markup of what it holds}`.
  static func response(
    id: String, list: FavoriteList, said: String, drawer: String, headers: [(String, String)]
  ) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("id")
      writer.string(id)
      writer.key("favorite")
      writer.bool(list.contains(id))
      writer.key("said")
      writer.string(said)
      writer.key("count")
      writer.integer(list.count)
      writer.key("drawer")
      writer.string(drawer)
    }
    let kept = [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")]
    return Response(status: 200, headers: kept + headers, body: writer.bytes)
  }
}
