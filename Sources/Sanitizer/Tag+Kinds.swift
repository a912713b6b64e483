extension Tag {
  /// What the HTML Standard's section on parsing says of an element.
  struct Kinds: OptionSet {
    let rawValue: UInt16

    static let formatting = Kinds(rawValue: 1)
    static let section = Kinds(rawValue: 1 << 1)
    static let heading = Kinds(rawValue: 1 << 2)
    static let betweenCells = Kinds(rawValue: 1 << 3)
    static let block = Kinds(rawValue: 1 << 4)
    static let void = Kinds(rawValue: 1 << 5)
    static let rawText = Kinds(rawValue: 1 << 6)
    static let dropped = Kinds(rawValue: 1 << 7)
    static let scope = Kinds(rawValue: 1 << 8)
    static let marker = Kinds(rawValue: 1 << 9)
    static let special = Kinds(rawValue: 1 << 10)
    static let foreignBreakout = Kinds(rawValue: 1 << 11)
  }

  /// Looked up in the sets below; ``TagName`` keeps it for every name.
  var kinds: Kinds {
    let sets: [(Set, Kinds)] = [
      (Self.formatting, .formatting), (Self.sections, .section), (Self.headings, .heading),
      (Self.betweenCells, .betweenCells), (Self.blocks, .block), (Self.void, .void), (Self.rawText, .rawText),
      (Self.dropped, .dropped), (Self.scopes, .scope), (Self.markers, .marker), (Self.special, .special),
      (Self.foreignBreakout, .foreignBreakout),
    ]
    return sets.reduce(into: []) { kinds, entry in
      if entry.0.contains(self) { kinds.insert(entry.1) }
    }
  }

  static let headings: Set = [.h1, .h2, .h3, .h4, .h5, .h6]

  private static let formatting: Set = [
    .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u,
  ]

  /// Blocks that end an open paragraph and are themselves ended by name.
  private static let sections: Set = [
    .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
    .figcaption, .figure, .footer, .form, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search,
    .section, .summary, .ul,
  ]

  /// Where white space between the parts of a table stands.
  private static let betweenCells: Set = [.table, .colgroup, .tbody, .tfoot, .thead, .tr]

  /// A table and what it is made of: the innermost open one says how a table is read.
  static let tablesAndParts = tableParts.union([.table])

  private static let tableParts: Set = [.caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr]

  /// What is drawn on lines of its own, so that leaving its tags out must not join two words.
  static let blocks: Set = sections.union(headings).union(tableParts).union([
    .p, .li, .dd, .dt, .table, .hr, .frameset, .xmp, .plaintext,
  ])

  private static let void: Set = [
    .area, .base, .basefont, .bgsound, .br, .col, .embed, .frame, .hr, .image, .img, .input, .keygen, .link,
    .meta, .param, .source, .track, .wbr,
  ]

  /// Elements whose content is no markup.
  private static let rawText: Set = [
    .iframe, .noembed, .noframes, .noscript, .plaintext, .script, .style, .textarea, .title, .xmp,
  ]

  /// Elements that hold markup, and go with all of it.
  private static let dropped: Set = [
    .applet, .audio, .canvas, .math, .object, .select, .svg, .template, .video,
  ]

  /// Elements whose inside the tags within do not reach out of.
  private static let scopes: Set = [
    .applet, .caption, .html, .marquee, .object, .select, .table, .td, .template, .th,
  ]

  /// Elements within which formatting from outside is not reopened.
  private static let markers: Set = [.applet, .caption, .marquee, .object, .td, .template, .th]

  private static let special: Set = blocks.union(scopes).union(void).union(rawText).union([
    .body, .button, .head, .select,
  ])

  /// Start tags that lead out of SVG and MathML.
  private static let foreignBreakout: Set = headings.union([
    .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .head, .hr, .i, .img,
    .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup,
    .table, .tt, .u, .ul, .var,
  ])
}
