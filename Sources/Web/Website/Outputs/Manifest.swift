import HTTPServer
import JSON

/// The web application manifest (W3C), identified by the package id, for browsers that install the show.
///
/// Browsers install the show over a secure connection only; otherwise they make a link.
enum HomeScreenHandler {
  static func manifest(_ visit: Visit) -> Reply {
    let (show, language, home) = (visit.context.show, visit.language, visit.addresses.list())
    let color = "\(show.looks.tile)"
    let texts = [
      ("id", show.packageID), ("name", show.name), ("short_name", show.shortName), ("start_url", home),
      ("scope", home), ("display", "standalone"), ("lang", language.tag),
      ("dir", language.direction.rawValue), ("background_color", color), ("theme_color", color),
    ]
    var manifest = texts.map { (key: $0, value: JSONOutline.text($1)) }
    manifest.append(("icons", .list(icons(visit.context.shown.emblem))))
    if visit.site.visitors != nil {
      let favorites: JSONOutline = [
        "name": .text(language.text(.favorites)), "url": .text(visit.addresses[.favorites]),
      ]
      manifest.append(("shortcuts", [favorites]))
    }
    return .page(.manifest, JSONOutline.members(manifest).bytes)
  }

  private static func icons(_ emblem: Emblem) -> [JSONOutline] {
    func icon(_ address: String, _ type: MediaType, _ sizes: String, isMaskable: Bool) -> JSONOutline {
      [
        "src": .text(address), "type": .text(type.rawValue), "sizes": .text(sizes),
        "purpose": isMaskable ? "maskable" : "any",
      ]
    }
    let pictures = Emblem.Form.allCases.filter { $0 != .touch }.compactMap { form in
      emblem.address(of: form).map {
        icon($0, .png, "\(form.side)x\(form.side)", isMaskable: form.isMaskable)
      }
    }
    return pictures + [icon(emblem.drawing, .svg, "any", isMaskable: false)]
  }
}
