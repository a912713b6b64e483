import TestSupport

/// Documents of constructs that confuse parsers, reproducible by seed.
struct RandomMarkup: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { generator.next() }

  mutating func document() -> [UInt8] {
    var document: [UInt8] = []
    for _ in 0..<Int.random(in: 1...40, using: &self) {
      switch Int.random(in: 0..<20, using: &self) {
      case 0..<8: document += "<\(name())\(attributes())>".utf8
      case 8..<13: document += "</\(name())>".utf8
      case 13..<16: document += pick(Self.texts).utf8
      case 16: document += pick(Self.pieces).utf8
      case 17: document += pick(Self.references).utf8
      case 18: document.append(UInt8.random(in: 0...255, using: &self))
      default: mutate(&document)
      }
    }
    return document
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &self) ?? ""
  }

  private mutating func name() -> String {
    Int.random(in: 0..<3, using: &self) > 0 ? pick(Self.kept) : pick(Self.others)
  }

  private mutating func attributes() -> String {
    guard Int.random(in: 0..<4, using: &self) == 0 else { return "" }
    return pick([" ", "/", "\n", ""]) + pick(["href", "title", "HREF", "onclick", "id", "encoding", "color"])
      + pick(["=", " = ", ""]) + pick(["\"", "'", "", "`"])
      + pick(Self.values) + pick(["\"", "'", "", "`"]) + pick(["", " ", "/"])
  }

  /// Repeats, drops or changes part of the document.
  private mutating func mutate(_ document: inout [UInt8]) {
    guard document.count > 4 else { return }
    let start = Int.random(in: 0..<document.count - 2, using: &self)
    let end = min(document.count, start + Int.random(in: 1...12, using: &self))
    switch Int.random(in: 0..<3, using: &self) {
    case 0: document.removeSubrange(start..<end)
    case 1: document += document[start..<end]
    default: document[start] = pick(["<", ">", "/", "\"", "&", "\0"]).utf8.first ?? 0
    }
  }

  private static let kept = [
    "p", "br", "b", "strong", "i", "em", "u", "s", "a", "ul", "ol", "li", "blockquote", "code", "pre", "span",
    "sub", "sup", "small", "h3", "h4", "h5", "h6", "dl", "dt", "dd",
  ]

  private static let others = [
    "div", "section", "h1", "table", "tr", "td", "th", "tbody", "caption", "colgroup", "form", "button",
    "script", "style", "title", "textarea", "noscript", "xmp", "plaintext", "iframe", "svg", "math", "mtext",
    "mi", "desc", "foreignObject", "annotation-xml", "select", "option", "template", "object", "marquee",
    "video", "font", "nobr", "x-y", "x:script", "html", "body", "head", "frameset", "hr", "img", "input",
    "image", "listing", "ruby", "rt", "address", "details", "B", "P", "A",
  ]

  private static let texts = [
    "x", "word ", " ", "\n", "\r\n", "two words", "é", "\u{1F680}", "\u{A0}", "<", ">", "&", "\"", "'", "]]>",
    "\t", "\u{0C}", "\0", "\u{FEFF}", "a < b",
  ]

  private static let pieces = [
    "<!--", "-->", "--!>", "<!-->", "<!--->", "<![CDATA[", "]]>", "<!DOCTYPE html>", "<?x?>", "</>", "</ x>",
    "<!x>", "<", "</", "<!", "<a href=\"", "<script><!--<script>", "</script", "<svg><style>", "<math><mi>",
    "<table><tr><td>", "<pre>\n", "<b><p>", "</p></p>", "<ul><li><p>",
  ]

  private static let references = [
    "&amp;", "&lt;", "&gt", "&nbsp;", "&copy", "&check;", "&#0;", "&#13;", "&#10;", "&#x80;", "&#xD800;",
    "&#x110000;", "&#60", "&acE;", "&notit;", "&Tab;", "&am", "&#", "&#x;",
  ]

  private static let values = [
    "x", "javascript:alert(1)", "java&Tab;script:x", "http://x.example/", "https:\\\\x.example/a b",
    "/a/../b", "#x",
    "?y", "mailto:a@x.example", "//y.example", "&quot;", "<b>", "text/html", "", "\u{1}", "a\nb",
    "HTTP://X/\u{A0}",
  ]
}
