import JSON

/// Reads the `looks` of a show's file, and refuses what could not be read on a page.
enum LooksDecoder {
  static func decode(_ root: StrictObject) -> Looks? {
    guard let object = root.object("looks", "the show's colours, picture shape and icon") else { return nil }
    let accent = color("accent", in: object)
    if let accent {
      let contrast = accent.contrast(with: Looks.lightBackground)
      if contrast < 4.5 {
        let shown = Double(Int(contrast * 100)) / 100
        object.fault(
          "accent",
          "expected a colour with a contrast of at least 4.5 on \(Looks.lightBackground), found \(accent) with \(shown)"
        )
      }
    }
    let tile = color("tile", in: object)
    let aspectForm = "a ratio of width to height such as \"3:4\""
    let aspectText = object.string("pictureAspect", aspectForm)
    let aspect = aspectText.flatMap(Aspect.init)
    if let aspectText, aspect == nil {
      object.fault("pictureAspect", "expected \(aspectForm), found \"\(aspectText)\"")
    }
    let iconForm = "an SVG file in the public folder"
    let icon = object.string("icon", iconForm)
    if let icon, !icon.hasSuffix(".svg") || icon.split(separator: "/").contains("..") || icon.hasPrefix("/") {
      object.fault("icon", "expected \(iconForm), found \"\(icon)\"")
    }
    let rowsForm = "one of \(Looks.RowStyle.allCases.map(\.rawValue).joined(separator: ", "))"
    let rowsText = object.string("rows", required: false, rowsForm)
    let rows = rowsText.flatMap(Looks.RowStyle.init)
    if let rowsText, rows == nil { object.fault("rows", "expected \(rowsForm), found \"\(rowsText)\"") }
    root.take(object.finish())
    guard let accent, let tile, let aspect, let icon else { return nil }
    return Looks(accent: accent, tile: tile, aspect: aspect, icon: icon, rows: rows ?? .titles)
  }

  private static func color(_ key: String, in object: StrictObject) -> Color? {
    let expected = "a colour such as \"#1f6feb\""
    guard let text = object.string(key, expected) else { return nil }
    guard let color = Color(hex: text) else {
      object.fault(key, "expected \(expected), found \"\(text)\"")
      return nil
    }
    return color
  }
}
