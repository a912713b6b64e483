import Catalogs
import Configuration
import HTTPServer
import Pictures
import System

/// The picture of an entry, or its placeholder until the picture arrives.
enum PictureHandler {
  /// The member of a query that chooses one of several pictures, from 1.
  static let number = "picture"

  static func picture(_ visit: Visit) -> Reply {
    let name = PictureName(visit.name)
    guard let entry = visit.context.entry(name.id) else { return .refusal(404) }
    let number = visit.query[number].flatMap { Int($0) } ?? 1
    guard number == 1 || entry.pictures.indices.contains(number - 1) else { return .refusal(404) }
    guard let pictures = visit.edition.pictures, let address = entry.pictures.dropFirst(number - 1).first
    else {
      return placeholder(of: entry, caching: "public, max-age=3600", visit)
    }
    let size = PictureSize(
      visit.query, aspect: visit.context.looks.aspect, isWebPTaken: visit.sender.takesWebP)
    // `no-store` tells the script that the picture may arrive soon and that it should retry.
    let missing = { @Sendable () -> Reply in
      let isAwaited = pictures.isAwaited(address, size?.scaling ?? PictureScaling(.whole, .webp))
      return placeholder(of: entry, caching: isAwaited ? "no-store" : "no-cache", visit)
    }
    guard case .stored = pictures.state(of: address) else {
      pictures.miss(address)
      return missing()
    }
    // An old page asks for a picture that has changed since.
    let caching =
      name.version == nil
      ? "public, max-age=86400"
      : name == PictureName(of: entry, number) ? "public, max-age=31536000, immutable" : "no-cache"
    return .later {
      picture(at: address, size, in: pictures, visit).map { .ready(page(of: $0, caching)) } ?? missing()
    }
  }

  /// The picture in the requested size; nil until it is available. May take some seconds.
  private static func picture(
    at address: String, _ size: PictureSize?, in pictures: PictureCache, _ visit: Visit
  ) -> Picture? {
    guard let size else {
      guard let original = pictures.load(address) else { return nil }
      if original.isForBrowsers { return original }
      let whole = PictureSize(wholeIn: visit.sender.takesWebP ? .webp : .jpeg)
      return picture(at: address, whole, in: pictures, visit)
    }
    let network = IPAddress(visit.sender.peer)?.network
    guard case .ready(let picture) = pictures.scaled(address, size.scaling, at: size.position, for: network)
    else { return nil }
    return picture
  }

  private static func page(of picture: Picture, _ caching: String) -> ReadyPage {
    ReadyPage(
      divisible: picture.bytes, etag: picture.etag,
      headers: [
        ("Cache-Control", caching), ("ETag", picture.etag), ("Accept-Ranges", "bytes"),
        ("Vary", "Accept"), ("Content-Type", picture.mediaType),
      ])
  }

  private static func placeholder(of entry: Entry, caching: String, _ visit: Visit) -> Reply {
    let aspect = visit.context.looks.aspect
    let size = (width: aspect.width * 100, height: aspect.height * 100)
    let drawing = Placeholder(entry).svg(
      size: visit.query["tile"] == nil ? size : nil, visit.context.show.looks)
    return .ready(ReadyPage(type: .svg, body: drawing, isGzipped: false, caching: caching, vary: "Accept"))
  }
}

/// The name of a picture in an address: the entry's id, and the version of the source.
struct PictureName: Equatable {
  let id: String
  /// Nil in an address of earlier pages and other programs.
  let version: String?

  /// An address of a file has the size and the time of the file.
  init(of entry: Entry, _ number: Int) {
    id = entry.id
    version = FNV1a.hash32(entry.pictures[number - 1].utf8).hexDigits
  }

  /// No id has a tilde.
  init(_ text: String) {
    let parts = text.split(separator: "~", maxSplits: 1)
    id = parts.first.map(String.init) ?? ""
    version = parts.count > 1 ? String(parts[1]) : nil
  }

  var text: String { version.map { "\(id)~\($0)" } ?? id }
}

/// The size of a picture in an address: `?tile=360`, `?whole=720`.
struct PictureSize: Sendable {
  let scaling: PictureScaling
  let position: Int

  /// Nil for the original.
  init?(_ query: QueryReader, aspect: Aspect, isWebPTaken: Bool) {
    let format = isWebPTaken ? PictureScaling.Format.webp : .jpeg
    let width: Int?
    if let tile = query["tile"] {
      scaling = PictureScaling(.tile(width: aspect.width, height: aspect.height), format)
      width = Int(tile)
    } else if let whole = query["whole"] {
      scaling = PictureScaling(.whole, format)
      width = Int(whole)
    } else {
      return nil
    }
    let widths = scaling.widths
    position = widths.firstIndex { $0 >= width ?? 0 } ?? widths.count - 1
  }

  /// The largest whole size, for originals that browsers do not get.
  init(wholeIn format: PictureScaling.Format) {
    scaling = PictureScaling(.whole, format)
    position = scaling.widths.count - 1
  }
}
