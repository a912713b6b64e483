import Configuration
import JSON

/// What a home screen is told of the show: a web application manifest (W3C), known by the package id.
///
/// It promises nothing: whether a browser installs the show, or only makes a link, is decided by the
/// connection.
struct Manifest: Sendable {
  let show: Show
  let emblem: Emblem
  let addresses: Addresses
  let language: Language
  /// A way in of its own to the favorites; nil where none are kept.
  let favorites: String?

  func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      members(texts, &writer)
      writer.key("icons")
      writer.array { icons(&$0) }
      if let favorites {
        writer.key("shortcuts")
        writer.array { writer in
          writer.object { members([("name", language.text(.favorites)), ("url", favorites)], &$0) }
        }
      }
    }
    return writer.bytes
  }

  /// The colours are the page's own, so that nothing flashes between the splash and the first page.
  private var texts: [(String, String)] {
    let color = "\(Looks.lightBackground)"
    return [
      ("id", show.packageID), ("name", show.name), ("short_name", show.shortName),
      ("start_url", addresses.list()), ("scope", addresses.list()), ("display", "standalone"),
      ("lang", language.tag), ("dir", language.direction.rawValue), ("background_color", color),
      ("theme_color", color),
    ]
  }

  private func icons(_ writer: inout JSONWriter) {
    for form in Emblem.Form.allCases where form != .touch {
      guard let address = emblem.address(of: form) else { continue }
      icon(address, .png, "\(form.side)x\(form.side)", isMaskable: form.isMaskable, &writer)
    }
    icon(emblem.drawing, .svg, "any", isMaskable: false, &writer)
  }

  private func icon(
    _ address: String, _ type: MediaType, _ sizes: String, isMaskable: Bool, _ writer: inout JSONWriter
  ) {
    let purpose = isMaskable ? "maskable" : "any"
    writer.object {
      members([("src", address), ("type", type.rawValue), ("sizes", sizes), ("purpose", purpose)], &$0)
    }
  }

  private func members(_ members: [(String, String)], _ writer: inout JSONWriter) {
    for (key, value) in members {
      writer.key(key)
      writer.string(value)
    }
  }
}
