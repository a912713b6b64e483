import Favorites
import HTTPServer
import JSON

/// What the script learns from a pressed star.
enum FavoritesJSON {
  /// `{"id": …, "favorite": true, "said": a sentence to announce, "count": 3, "drawer": markup of what it holds}`.
  static func response(
    id: String, list: FavoriteList, said: String, drawer: String, headers: [(String, String)]
  ) -> Response {
    let body = JSONWriter.object { writer in
      writer.member("id", id)
      writer.key("favorite")
      writer.bool(list.contains(id))
      writer.member("said", said)
      writer.member("count", list.count)
      writer.member("drawer", drawer)
    }
    let kept = [("Content-Type", MediaType.json.rawValue), ("Cache-Control", "no-store")]
    return Response(status: 200, headers: kept + headers, body: body)
  }
}
