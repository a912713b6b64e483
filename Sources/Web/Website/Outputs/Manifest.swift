import Configuration
import HTTPServer
import JSON

/// The web application manifest (W3C), identified by the package id.
///
/// Browsers install the show over a secure connection only; otherwise they make a link.
enum Manifest {
  static func answer(_ visit: Visit) -> Reply {
    let (show, addresses, language) = (visit.context.show, visit.addresses, visit.language)
    // The colours are those of the page, so nothing flashes after the splash screen.
    let color = "\(Looks.lightBackground)"
    let texts = [
      ("id", show.packageID), ("name", show.name), ("short_name", show.shortName),
      ("start_url", addresses.list()), ("scope", addresses.list()), ("display", "standalone"),
      ("lang", language.tag), ("dir", language.direction.rawValue), ("background_color", color),
      ("theme_color", color),
    ]
    let body = JSONWriter.object { writer in
      for (name, value) in texts { writer.member(name, value) }
      writer.array("icons") { icons(visit.context.emblem, &$0) }
      guard visit.site.visitors != nil else { return }
      writer.array("shortcuts") { writer in
        writer.object { writer in
          writer.member("name", language.text(.favorites))
          writer.member("url", addresses[.favorites])
        }
      }
    }
    return .page(.manifest, body)
  }

  private static func icons(_ emblem: Emblem, _ writer: inout JSONWriter) {
    for form in Emblem.Form.allCases where form != .touch {
      guard let address = emblem.address(of: form) else { continue }
      icon(address, .png, "\(form.side)x\(form.side)", isMaskable: form.isMaskable, &writer)
    }
    icon(emblem.drawing, .svg, "any", isMaskable: false, &writer)
  }

  private static func icon(
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
