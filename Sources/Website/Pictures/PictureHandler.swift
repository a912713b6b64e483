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

  /// A stored picture, or the part of it that is wanted: kept for a day, then asked about.
  private static func response(_ picture: Picture, _ visit: Visit) -> Response {
    let bytes = picture.bytes
    let kept = [
      ("Cache-Control", "public, max-age=86400"), ("ETag", picture.etag), ("Accept-Ranges", "bytes"),
    ]
    let headers = kept + [("Content-Type", picture.mediaType)]
    let whole = Response(status: 200, headers: headers, body: bytes)
    let answer = visit.conditions.answer(
      whole, tag: picture.etag, notModified: whole.notModified(headers: kept))
    guard answer.status == 200 else { return answer }
    switch visit.conditions.part(of: bytes.count, tag: picture.etag) {
    case .whole: return whole
    case .part(let range):
      let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
      return Response(status: 206, headers: headers + [("Content-Range", place)], body: Array(bytes[range]))
    case .beyond:
      return Response(
        status: 416, headers: [("Content-Range", "bytes */\(bytes.count)"), ("Cache-Control", "no-store")])
    }
  }

  private static func placeholder(of entry: Entry, caching: String, _ visit: Visit) -> Response {
    let aspect = visit.context.show.looks.aspect
    let drawing = Placeholder.svg(
      of: StandIn(id: entry.id, title: entry.title), width: aspect.width * 100, height: aspect.height * 100)
    return visit.response(ReadyPage(type: .svg, body: drawing, isGzipped: false, caching: caching))
  }
}
