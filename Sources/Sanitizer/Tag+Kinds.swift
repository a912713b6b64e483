/// What the HTML Standard's section on parsing says of each kind of element.
extension Tag {
  static let headings: Set = [.h1, .h2, .h3, .h4, .h5, .h6]

  static let formatting: Set = [
    .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u,
  ]

  /// Blocks that end an open paragraph and are themselves ended by name.
  static let sections: Set = [
    .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
    .figcaption, .figure, .footer, .form, .header, .hgroup, .listing, .main, .menu, .nav, .ol, .pre, .search,
    .section, .summary, .ul,
  ]

  static let cells: Set = [.td, .th]
  static let tableParts: Set = [.caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr]

  /// What is drawn on lines of its own, so that leaving its tags out must not join two words.
  static let blocks: Set = sections.union(headings).union(tableParts).union([
    .p, .li, .dd, .dt, .table, .hr, .frameset, .xmp, .plaintext,
  ])

  static let void: Set = [
    .area, .base, .basefont, .bgsound, .br, .col, .command, .embed, .frame, .hr, .image, .img, .input,
    .keygen,
    .link, .meta, .param, .source, .track, .wbr,
  ]

  /// Elements whose content is no markup.
  static let rawText: Set = [
    .iframe, .noembed, .noframes, .noscript, .plaintext, .script, .style, .textarea, .title, .xmp,
  ]

  /// Elements that hold markup, and go with all of it.
  static let dropped: Set = [
    .applet, .audio, .canvas, .math, .object, .select, .svg, .template, .video,
  ]

  /// Elements whose inside the tags within do not reach out of.
  static let scopes: Set = [
    .applet, .caption, .html, .marquee, .object, .select, .table, .td, .template, .th,
    .annotationXML, .desc, .foreignObject, .mi, .mn, .mo, .ms, .mtext,
  ]

  /// Elements within which formatting from outside is not reopened.
  static let markers: Set = [.applet, .caption, .marquee, .object, .td, .template, .th]

  static let impliedEnd: Set = [.dd, .dt, .li, .p]

  static let special: Set = blocks.union(scopes).union(void).union(rawText).union([
    .body, .button, .head, .select,
  ])

  /// Start tags that lead out of SVG and MathML.
  static let foreignBreakout: Set = headings.union([
    .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .head, .hr, .i, .img,
    .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup,
    .table, .tt, .u, .ul, .var,
  ])

  static let mathTextIntegration: Set = [.mi, .mn, .mo, .ms, .mtext]
}
