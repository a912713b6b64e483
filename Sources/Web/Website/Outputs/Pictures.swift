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
    let parts = visit.name.split(separator: "~", maxSplits: 1).map(String.init)
    guard let entry = visit.context.entry(parts.first ?? "") else { return .refusal(404) }
    let number = visit.query[number].map { $0.number(in: 1...1_000) ?? 0 } ?? 1
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
      pictures.want(address)
      return missing()
    }
    // An old page asks for a picture that has changed since.
    let isCurrent = parts.last == entry.version(ofPicture: number)
    let caching =
      parts.count < 2
      ? "public, max-age=86400" : isCurrent ? "public, max-age=31536000, immutable" : "no-cache"
    return .later {
      picture(at: address, size, in: pictures, visit).map { .ready(page(of: $0, caching)) } ?? missing()
    }
  }

  /// The picture in the requested size; nil until it is available. May take some seconds.
  private static func picture(
    at address: String, _ size: PictureSize?, in pictures: PictureCache, _ visit: Visit
  ) -> StoredPicture? {
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

  private static func page(of picture: StoredPicture, _ caching: String) -> ReadyPage {
    ReadyPage(
      file: picture.file, etag: picture.etag,
      headers: [("Cache-Control", caching), ("Vary", "Accept"), ("Content-Type", picture.mediaType)])
  }

  private static func placeholder(of entry: Entry, caching: String, _ visit: Visit) -> Reply {
    let aspect = visit.context.looks.aspect
    let size = (width: aspect.width * 100, height: aspect.height * 100)
    // The stage has letters of its own.
    let drawing =
      visit.query["bare"] != nil
      ? Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
      : Placeholder(entry).svg(size: visit.query["tile"] == nil ? size : nil, visit.context.show.looks)
    return .ready(ReadyPage(type: .svg, body: drawing, isGzipped: false, caching: caching, vary: "Accept"))
  }
}

extension Entry {
  /// The version of a picture in its address, after a tilde, which no id has. The source of a file has its size and time.
  /// - Parameter number: from 1; the entry has at least that many.
  func version(ofPicture number: Int) -> String { FNV1a.hash32(pictures[number - 1].utf8).hexDigits }
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
      width = tile.number(in: 0...10_000)
    } else if let whole = query["whole"] {
      scaling = PictureScaling(.whole, format)
      width = whole.number(in: 0...10_000)
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
