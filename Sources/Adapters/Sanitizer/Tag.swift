/// The elements that the sanitizer distinguishes; the tags of all others are left out.
enum Tag: UInt8, CaseIterable {
  case a, b, code, em, i, s, small, strong, u, span, sub, sup
  case br, hr
  case p, li, dd, dt, caption, table, tbody, td, tfoot, th, thead, tr
  case blockquote, div, dl, h1, h2, h3, h4, h5, h6, ol, pre, ul
  case applet, audio, canvas, object, template, video, math, select, svg
  case iframe, noembed, noframes, noscript, plaintext, script, style, textarea, title, xmp

  enum Kind {
    /// Part of a line.
    case inline
    /// Without content.
    case void
    case block
    /// Dropped with its content.
    case dropped
  }

  var kind: Kind {
    switch rawValue {
    case ...Tag.sup.rawValue: .inline
    case ...Tag.hr.rawValue: .void
    case ...Tag.ul.rawValue: .block
    default: .dropped
    }
  }

  var isCell: Bool { self == .td || self == .th }
  var isHeading: Bool { (Tag.h1.rawValue...Tag.h6.rawValue).contains(rawValue) }

  private static let names = allCases.map { Array("\($0)".utf8) }

  /// The name in lower case.
  var name: [UInt8] { Self.names[Int(rawValue)] }

  // MARK: - Names

  /// - Parameter name: A name in any case; names with the same meaning here share one tag.
  init?(_ name: some Sequence<UInt8>) {
    guard let tag = Self.named[Self.key(name)] else { return nil }
    self = tag
  }

  /// A name in lower case as one number. No known name is longer than 16 bytes, so a longer one equals none.
  private static func key(_ name: some Sequence<UInt8>) -> UInt128 {
    name.reduce(0) { $0 << 8 | UInt128($1.asciiLowercased) }
  }

  private static let named: [UInt128: Tag] = {
    let blocks = [
      "address", "article", "aside", "center", "details", "dialog", "dir", "fieldset", "figcaption", "figure",
      "footer", "form", "frameset", "header", "hgroup", "listing", "main", "menu", "nav", "search", "section",
      "summary",
    ]
    let names = allCases.map { ("\($0)", $0) } + blocks.map { ($0, Tag.div) }
    return Dictionary(uniqueKeysWithValues: names.map { (key($0.utf8), $1) })
  }()
}
