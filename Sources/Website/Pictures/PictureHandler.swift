import Catalogs
import Configuration
import HTTPServer
import Pictures

/// Answers with the picture of an entry as far as it is here, else with its placeholder.
enum PictureHandler {
  static func picture(_ visit: Visit) -> Answer {
    guard let entry = visit.context.entry(visit.name) else { return visit.refuse(404) }
    guard let pictures = visit.edition.pictures, let address = entry.picture else {
      return .now(placeholder(of: entry, caching: "public, max-age=3600", visit))
    }
    // Asked about each time: the picture itself may be here by then.
    let caching = "no-cache"
    guard case .stored = pictures.state(of: address) else {
      pictures.miss(address)
      return .now(placeholder(of: entry, caching: caching, visit))
    }
    return .later {
      guard let picture = pictures.load(address) else {
        return placeholder(of: entry, caching: caching, visit)
      }
      return response(picture, visit)
    }
  }

  /// A stored picture: kept for a day, then asked about.
  private static func response(_ picture: Picture, _ visit: Visit) -> Response {
    let kept = [("Cache-Control", "public, max-age=86400"), ("ETag", picture.etag)]
    let whole = Response(
      status: 200, headers: kept + [("Content-Type", picture.mediaType)], body: picture.bytes)
    return visit.knows(picture.etag) ? whole.notModified(headers: kept) : whole
  }

  private static func placeholder(of entry: Entry, caching: String, _ visit: Visit) -> Response {
    let drawing = Placeholder.svg(title: entry.title, looks: visit.context.show.looks)
    return visit.response(ReadyPage(type: .svg, body: drawing, isGzipped: false, caching: caching))
  }
}
