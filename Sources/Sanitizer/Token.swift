/// One token of the HTML tokenizer; places are offsets into the input.
struct Token {
  enum Kind {
    case text, startTag, endTag, end
  }

  var kind = Kind.end
  var name = TagName(hash: 0)
  var isSelfClosing = false

  /// The text as it was written, references and all.
  var text = 0..<0

  /// The values of the first attributes of their names, as they were written.
  var href: Range<Int>?
  var title: Range<Int>?
  var encoding: Range<Int>?

  /// Whether there is a `color`, `face` or `size`, with which `<font>` leads out of SVG.
  var hasFontAttribute = false

  var tag: Tag { name.tag }
  var kinds: Tag.Kinds { name.kinds }

  mutating func startOver(as kind: Kind) {
    self.kind = kind
    isSelfClosing = false
    href = nil
    title = nil
    encoding = nil
    hasFontAttribute = false
  }
}
