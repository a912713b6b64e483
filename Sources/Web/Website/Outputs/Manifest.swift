import Configuration
import HTTPServer
import JSON

/// The manifest, for browsers that install the show.
enum HomeScreenHandler {
  static func manifest(_ visit: Visit) -> Reply {
    let manifest = Manifest(
      show: visit.context.show, emblem: visit.context.emblem, addresses: visit.addresses,
      language: visit.language, favorites: visit.site.visitors == nil ? nil : visit.addresses[.favorites])
    return .page(.manifest, manifest.json())
  }
}

/// A web application manifest (W3C), identified by the package id.
///
/// Browsers install the show over a secure connection only; otherwise they make a link.
struct Manifest: Sendable {
  let show: Show
  let emblem: Emblem
  let addresses: Addresses
  let language: Language
  /// Address for a shortcut to the favorites; nil without a store.
  let favorites: String?

  /// The colours are those of the page, so nothing flashes after the splash screen.
  func json() -> [UInt8] {
    let color = "\(Looks.lightBackground)"
    let texts: [(String, String)] = [
      ("id", show.packageID), ("name", show.name), ("short_name", show.shortName),
      ("start_url", addresses.list()), ("scope", addresses.list()), ("display", "standalone"),
      ("lang", language.tag), ("dir", language.direction.rawValue), ("background_color", color),
      ("theme_color", color),
    ]
    return JSONWriter.object { writer in
      for (name, value) in texts { writer.member(name, value) }
      writer.array("icons") { icons(&$0) }
      guard let favorites else { return }
      writer.array("shortcuts") { writer in
        writer.object { writer in
          writer.member("name", language.text(.favorites))
          writer.member("url", favorites)
        }
      }
    }
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
    writer.object { writer in
      writer.member("src", address)
      writer.member("type", type.rawValue)
      writer.member("sizes", sizes)
      writer.member("purpose", isMaskable ? "maskable" : "any")
    }
  }
}
