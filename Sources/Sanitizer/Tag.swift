/// The elements that the reading of HTML treats each in its own way; all others are ``other``.
enum Tag: UInt8, CaseIterable {
  case other
  // Formatting: reopened in the next block until their end tag comes.
  case a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u
  // Other phrasing.
  case ruby, span, sub, sup, `var`
  // Blocks whose start tag ends a paragraph.
  case address, article, aside, blockquote, center, details, dialog, dir, div, dl, fieldset, figcaption
  case figure, footer, form, header, hgroup, listing, main, menu, nav, ol, p, pre, search, section, summary
  case ul, h1, h2, h3, h4, h5, h6, li, dd, dt, table
  // Parts of tables.
  case caption, colgroup, tbody, td, tfoot, th, thead, tr
  // Parts of a document, of which a fragment has none.
  case body, frameset, head, html
  // Without content.
  case area, base, basefont, bgsound, br, col, embed, frame, hr, image, img, input, keygen, link
  case meta, param, source, track, wbr
  // Read as raw text.
  case iframe, noembed, noframes, noscript, plaintext, script, style, textarea, title, xmp
  // Dropped with what they hold.
  case applet, audio, canvas, math, object, select, svg, template, video
  // Boundaries.
  case button, marquee
  // Where HTML begins again within SVG and MathML.
  case annotationXML, desc, foreignObject, mi, mn, mo, ms, mtext

  /// The name as it is written, in lower case.
  var name: String {
    switch self {
    case .annotationXML: "annotation-xml"
    case .foreignObject: "foreignobject"
    default: "\(self)"
    }
  }

  private static let names = allCases.map { Array($0.name.utf8) }

  /// The bytes of ``name``, made once.
  var nameBytes: [UInt8] { Self.names[Int(rawValue)] }
}

extension Tag {
  /// A set of tags, tested in constant time.
  struct Set: ExpressibleByArrayLiteral, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(arrayLiteral tags: Tag...) {
      for tag in tags { insert(tag) }
    }

    mutating func insert(_ tag: Tag) {
      if tag.rawValue < 64 { low |= 1 &<< tag.rawValue } else { high |= 1 &<< (tag.rawValue &- 64) }
    }

    func contains(_ tag: Tag) -> Bool {
      (tag.rawValue < 64 ? low &>> tag.rawValue : high &>> (tag.rawValue &- 64)) & 1 != 0
    }

    func union(_ other: Set) -> Set {
      var union = self
      union.low |= other.low
      union.high |= other.high
      return union
    }
  }
}
