/// The elements that are read each in its own way; the tags of all others are left out.
enum Tag: UInt8, CaseIterable {
  case a, b, code, em, i, s, small, strong, u
  case span, sub, sup
  case br, hr
  case p, li, dd, dt, caption, table, tbody, td, tfoot, th, thead, tr
  case blockquote, div, dl, h1, h2, h3, h4, h5, h6, ol, pre, ul
  case applet, audio, canvas, object, template, video, math, select, svg
  case input, foreignobject
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
    /// Left out, and a boundary of what is dropped around it.
    case boundary
    /// Dropped with its content, which is not markup.
    case rawText

    /// Whether a policy may keep elements of this kind.
    var isKept: Bool { self != .dropped && self != .boundary && self != .rawText }
  }

  var kind: Kind { Self.kinds[Int(rawValue)] }

  private static let kinds: [Kind] = allCases.map { tag in
    switch tag.rawValue {
    case ...Tag.u.rawValue: .formatting
    case ...Tag.sup.rawValue: .phrase
    case ...Tag.hr.rawValue: .void
    case ...Tag.tr.rawValue: .implied
    case ...Tag.ul.rawValue: .container
    case ...Tag.svg.rawValue: .dropped
    case ...Tag.foreignobject.rawValue: .boundary
    default: .rawText
    }
  }

  var isBlock: Bool { kind == .implied || kind == .container }
  var isTablePart: Bool { (Tag.caption.rawValue...Tag.tr.rawValue).contains(rawValue) }
  var isCell: Bool { self == .td || self == .th }
  var isHeading: Bool { (Tag.h1.rawValue...Tag.h6.rawValue).contains(rawValue) }

  private static let names = allCases.map { Array("\($0)".utf8) }

  /// The name as it is written, in lower case.
  var name: [UInt8] { Self.names[Int(rawValue)] }

  // MARK: - Names

  /// - Parameter name: A name in any case; names that mean the same here have one tag.
  init?(_ name: some Sequence<UInt8>) {
    guard let tag = Self.named[Self.key(name)] else { return nil }
    self = tag
  }

  /// A name in lower case as one number. The longest name has 10 bytes; what is taken for one of them although
  /// it is longer than 16 is only read as what it is not.
  private static func key(_ name: some Sequence<UInt8>) -> UInt128 {
    name.reduce(0) { $0 << 8 | UInt128($1.asciiLowercased) }
  }

  private static let named: [UInt128: Tag] = {
    let blocks = [
      "address", "article", "aside", "center", "details", "dialog", "dir", "fieldset", "figcaption", "figure",
      "footer", "form", "frameset", "header", "hgroup", "listing", "main", "menu", "nav", "search", "section",
      "summary",
    ]
    let boundaries = ["annotation-xml", "desc", "mi", "mn", "mo", "ms", "mtext"]
    let names =
      allCases.map { ("\($0)", $0) } + blocks.map { ($0, .div) } + boundaries.map { ($0, .foreignobject) }
    return Dictionary(uniqueKeysWithValues: names.map { (key($0.utf8), $1) })
  }()
}
