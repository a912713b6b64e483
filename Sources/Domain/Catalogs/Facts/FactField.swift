import Search

/// A fact that entries may have: its label, and whether a list is filtered or sorted by it.
public struct FactField: Sendable, Hashable {
  /// As in the show's file.
  public let label: String
  /// The slug of the label, for addresses.
  public let name: String
  public let isFacet: Bool
  public let isOrder: Bool

  public init(_ label: String, isFacet: Bool = false, isOrder: Bool = false) {
    self.label = label
    name = Self.name(of: label)
    self.isFacet = isFacet
    self.isOrder = isOrder
  }

  /// Facts of a show: a longer list is not read.
  public static let limit = 12
  /// Facets of a show. Each takes space above the list, and a set of entries for each value.
  public static let facetLimit = 4
  /// Orders of a show. Each takes twelve bytes an entry.
  public static let orderLimit = 4

  /// The slug of a label.
  public static func name(of label: String) -> String { Slug.make(label, otherwise: "fact") }

  /// Names with another meaning in addresses; no fact may have them.
  public static let reservedNames: Set<String> = [
    "q", "view", "section", "page", "size", "sort", "favorites", "part", "kiosk", "at", "from", "to", "ids",
  ]
}

/// A fact of an entry, with at least one value.
public struct NamedFact: Sendable, Hashable {
  public let field: FactField
  public let values: [FactValue]
}

/// One fact of all entries: each different text once, and a code for each entry.
struct FactColumn: Sendable {
  let field: FactField
  let form: FactForm
  /// The first is empty, for entries without this fact.
  private let texts: PackedTexts
  /// The position of each entry's text, by place in the store.
  let codes: [UInt32]

  var codeCount: Int { texts.count }

  init(_ draft: FactColumnDraft) {
    (field, texts, codes) = (draft.field, draft.texts, draft.codes)
    form = FactForm(of: (1..<max(1, texts.count)).lazy.flatMap { Self.parts(draft.texts[$0]) })
  }

  /// The values of a code; empty for zero.
  func values(of code: Int) -> [FactValue] { Self.parts(texts[code]).map(form.value) }

  /// The fact of the entry at a place; nil without a value.
  func fact(at place: Int) -> NamedFact? {
    codes[place] == 0 ? nil : NamedFact(field: field, values: values(of: Int(codes[place])))
  }

  /// The folded words of each code, for search.
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

/// A column under construction, entry by entry.
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

  /// Appends the next entry's text.
  mutating func append(_ text: String) {
    if let code = index.position(of: text, in: texts) { return codes.append(UInt32(code)) }
    codes.append(UInt32(texts.count))
    texts.append(text)
    index.insert(texts.count - 1, in: texts)
  }
}
