import Search

/// One fact of all entries: what different ones have, once each, and which of these an entry has.
struct FactColumn: Sendable {
  let field: FactField
  let form: FactForm
  /// The first is empty, for entries without this fact.
  private let texts: PackedTexts
  /// For each place in the store the position of its text.
  let codes: [UInt32]

  /// Codes are the numbers below this one.
  var codeCount: Int { texts.count }

  init(_ draft: FactColumnDraft) {
    (field, texts, codes) = (draft.field, draft.texts, draft.codes)
    form = FactForm(of: (1..<max(1, texts.count)).lazy.flatMap { Self.parts(draft.texts[$0]) })
  }

  /// The values of a code; none for zero.
  func values(of code: Int) -> [FactValue] { Self.parts(texts[code]).map(form.value) }

  /// The fact of the entry at a place; nil if it has none.
  func fact(at place: Int) -> NamedFact? {
    codes[place] == 0 ? nil : NamedFact(field: field, values: values(of: Int(codes[place])))
  }

  /// For each code its words as they are searched for, folded.
  var foldedTexts: PackedTexts {
    var folded = PackedTexts()
    for code in 0..<texts.count {
      let words = Self.parts(texts[code]).joined(separator: " ")
      folded.append { $0 += Folding.fold(words) }
    }
    return folded
  }

  private static func parts(_ text: String) -> [String] {
    text.split(separator: FeedEntry.valueSeparator).map(String.init)
  }
}

/// A column while its entries are taken one after the other.
struct FactColumnDraft {
  let field: FactField
  private(set) var texts = PackedTexts()
  private var index = PackedTextIndex(capacity: 64)
  private(set) var codes: [UInt32] = []

  init(_ field: FactField) {
    self.field = field
    texts.append("")
    index.insert(0, in: texts)
  }

  /// Takes the next entry's text: one line for each of its values.
  mutating func append(_ text: String) {
    if let code = index.position(of: text, in: texts) { return codes.append(UInt32(code)) }
    codes.append(UInt32(texts.count))
    texts.append(text)
    index.insert(texts.count - 1, in: texts)
  }
}
