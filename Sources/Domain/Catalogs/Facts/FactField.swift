import Search

/// What an entry has of a fact that its show names: at least one value.
public struct NamedFact: Sendable, Hashable {
  public let field: FactField
  public let values: [FactValue]
}

/// A fact that entries may have: what a page calls it, and whether a list is filtered or sorted by it.
public struct FactField: Sendable, Hashable {
  /// What a page calls it, in the words of whoever made the show.
  public let label: String
  /// Its slug, which stands in addresses.
  public let name: String
  /// Whether a list is filtered by it.
  public let isFacet: Bool
  /// Whether a list is sorted by it.
  public let isOrder: Bool

  public init(_ label: String, isFacet: Bool = false, isOrder: Bool = false) {
    self.label = label
    name = Self.name(of: label)
    self.isFacet = isFacet
    self.isOrder = isOrder
  }

  /// Facts of a show: more make no list of terms that anyone reads.
  public static let limit = 12
  /// Facets of a show, each of which takes a place above the list, and a set of entries for each value.
  public static let facetLimit = 4
  /// Orders of a show, each of which takes twelve bytes an entry.
  public static let orderLimit = 4

  /// The slug of a label.
  public static func name(of label: String) -> String { Slug.make(label, otherwise: "fact") }

  /// Names that addresses use for something else, so that no fact may have them.
  public static let reservedNames: Set<String> = [
    "q", "view", "section", "page", "size", "sort", "favorites", "part", "kiosk", "at", "from", "to", "ids",
  ]
}

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
