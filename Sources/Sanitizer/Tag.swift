/// The elements that are read each in its own way; the tags of all others are left out.
enum Tag: UInt8, CaseIterable {
  case a, b, code, em, i, s, small, strong, u
  case span, sub, sup
  case br, hr
  case p, li, dd, dt, caption, table, tbody, td, tfoot, th, thead, tr
  case blockquote, div, dl, h3, h4, h5, h6, ol, pre, ul
  case applet, audio, canvas, math, object, select, svg, template, video
  case iframe, noembed, noframes, noscript, plaintext, script, style, textarea, title, xmp

  enum Kind {
    /// Part of a line, and reopened in the next block until its end tag comes.
    case formatting
    /// Part of a line, and ended by the block around it.
    case phrase
    /// Without content.
    case void
    /// A block of which HTML 4 says by what it is ended.
    case implied
    /// A block that only its end tag, or that of a block around it, ends.
    case container
    /// Dropped with what it holds.
    case dropped
    /// Dropped with its content, which is no markup.
    case rawText
  }

  var kind: Kind { Self.kinds[Int(rawValue)] }

  private static let kinds: [Kind] = allCases.map { tag in
    switch tag.rawValue {
    case ...Tag.u.rawValue: .formatting
    case ...Tag.sup.rawValue: .phrase
    case ...Tag.hr.rawValue: .void
    case ...Tag.tr.rawValue: .implied
    case ...Tag.ul.rawValue: .container
    case ...Tag.video.rawValue: .dropped
    default: .rawText
    }
  }

  var isInline: Bool { kind == .formatting || kind == .phrase }
  var isBlock: Bool { kind == .implied || kind == .container }
  var isCell: Bool { self == .td || self == .th }
  var isHeading: Bool { self == .h3 || self == .h4 || self == .h5 || self == .h6 }

  private static let names = allCases.map { Array("\($0)".utf8) }

  /// The name as it is written, in lower case.
  var name: [UInt8] { Self.names[Int(rawValue)] }

  // MARK: - Names

  /// - Parameter name: A name in lower case; that of a block which is only a block here is ``div``.
  init?(_ name: String) {
    guard let tag = Self.named[name] else { return nil }
    self = tag
  }

  private static let named: [String: Tag] = {
    let blocks = [
      "address", "article", "aside", "center", "details", "dialog", "dir", "fieldset", "figcaption", "figure",
      "footer", "form", "frameset", "h1", "h2", "header", "hgroup", "listing", "main", "menu", "nav", "search",
      "section", "summary",
    ]
    return Dictionary(
      allCases.map { ("\($0)", $0) } + blocks.map { ($0, .div) }, uniquingKeysWith: { first, _ in first })
  }()
}
