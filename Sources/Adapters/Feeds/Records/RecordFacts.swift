import Catalogs
import Configuration
import JSON
import Records
import Text

/// The fields of a record that are facts, among them facets and orders.
struct RecordFacts: Sendable {
  /// In the order of the show's file.
  let declared: [FactField]
  private let texts: [RecordText]
  /// The separator of each fact with several values in a text.
  private let stated: [String?]

  /// Values of one fact.
  static let valueLimit = 50
  /// Characters of a value; a longer one is cut.
  static let lengthLimit = 1_000

  init(_ settings: SettingsReader) {
    let facts = settings.texts(
      "facts", .recordText, "further fields of an entry, by their labels",
      note: "At most \(FactField.limit), shown in this order. Numbers, amounts and dates are recognised.",
      standard: "none", example: ["Born": "birth.date", "Status": "status"])
    let relations = NamedRelation.all(settings)
    let labels = facts.map(\.name)
    func chosen(
      _ key: String, _ summary: String, limit: Int, standard: String, example: JSONOutline
    ) -> Set<String> {
      let names = settings.optional(
        key, .texts(FieldPattern.text, "labels of facts", isSet: true), summary,
        note: "At most \(limit) of the facts.", standard: standard, example: example)
      Self.check(names ?? [], among: labels, limit: limit) { settings.refuse(key, $0) }
      return Set(names ?? [])
    }
    let facets = chosen(
      "facets", "the facts to filter by", limit: FactField.facetLimit,
      standard: "there are no filters", example: ["Status"])
    let orders = chosen(
      "sort", "the facts to sort by", limit: FactField.orderLimit,
      standard: "the list has one order", example: ["Born"])
    let forms = settings.texts(
      "forms", .valueForm, "the forms of facts whose values are not recognised rightly, by their labels",
      note: "\"text\" stays as it is written.", standard: "chosen by all values of a fact",
      example: ["Postcode": "text", "Bought": .members([("date", "D.M.Y")])])
    let further = (relations ?? []).filter { relation in
      !facts.contains { relation.field == $0.value.source || relation.field == $0.name }
    }
    let paths = further.compactMap { relation in RecordText(relation.field).map { (relation, $0) } }
    if paths.count < further.count {
      settings.refuse("relations", "each \"field\" must be a path, or the label of a fact")
    }
    Self.check(forms.map(\.name), among: labels + further.map(\.shownLabel), limit: FactField.limit) {
      settings.refuse("forms", $0)
    }
    var chosenForms: [String: FactForm] = [:]
    var separators: [String: String] = [:]
    for (label, form) in forms {
      switch form {
      case .form(let form): chosenForms[label] = form
      case .list(let separator): separators[label] = separator
      }
    }
    func relation(_ fact: (name: String, value: RecordText)) -> NamedRelation? {
      relations?.first { $0.field == fact.value.source } ?? relations?.first { $0.field == fact.name }
    }
    let own = facts.map { fact in
      let (label, relation) = (fact.name, relation(fact))
      return FactField(
        relation?.label ?? label, isFacet: facets.contains(label), isOrder: orders.contains(label),
        form: chosenForms[label],
        isRelation: relation != nil ? true : relations?.isEmpty == true ? false : nil, back: relation?.back)
    }
    declared = paths.map { FactField($0.0.shownLabel, isRelation: true, back: $0.0.back) } + own
    texts = paths.map(\.1) + facts.map(\.value)
    self.stated = (paths.map(\.0.shownLabel) + labels).map { separators[$0] }
    Self.check(declared.map(\.label), settings)
  }

  /// The default order of the list, and of a visitor who chooses none.
  static func order(_ settings: SettingsReader, among facts: [FactField]) -> (
    list: ListOrder, sort: FactSort?
  ) {
    let text = settings.optional(
      "order", .text, "the order of the list unless a visitor chooses another",
      note:
        "\"title\", \"list\" for that of the source, or one of sort; with a hyphen before it, the highest first.",
      standard: "by title", example: "-Born")
    guard let text, text != "title" else { return (.title, nil) }
    if text == "list" { return (.feed, nil) }
    let label = String(text.hasPrefix("-") ? text.dropFirst() : text[...])
    let orders = facts.filter(\.isOrder).map(\.label)
    guard let fact = facts.first(where: { $0.isOrder && $0.label == label }) else {
      settings.refuse(
        "order",
        "\"\(label)\" is not \"title\", \"list\" or one of sort"
          + (orders.isEmpty ? "" : ": \(orders.joined(separator: ", "))"))
      return (.title, nil)
    }
    return (.title, FactSort(fact.name, isDescending: text.hasPrefix("-")))
  }

  /// The separator of each fact's values.
  /// - Parameter split: that of facts without one of their own.
  func separators(_ split: String?) -> [String?] {
    zip(declared, stated).map { $1 ?? ($0.stated == nil ? split : nil) }
  }

  /// The fields, by their paths in the show's file.
  var fields: [(path: String, text: RecordText)] {
    zip(declared, texts).map { ("feed.facts.\($0.label)", $1) }
  }

  /// The facts by numbers of fields.
  func fields(among fields: inout RecordFields) -> [RecordField] { texts.map { fields.add($0) } }

  /// The values of a fact in one line.
  /// - Parameter separator: of several values in a text.
  static func values(_ texts: Record.Texts, separator: String?) -> String {
    if case .one(let text) = texts, FormSurvey.isNoDate(text) { return "" }
    if case .one(let text) = texts, separator == nil, text.utf8.first != UInt8(ascii: "[") {
      return cut(ListedText.once(text))
    }
    var known: Set<String> = []
    let values = texts.all.flatMap { ListedText.parts(of: $0, separator: separator) }
      .filter { known.insert($0).inserted }
    guard values.count > 1 else { return values.first.map(cut) ?? "" }
    return values.prefix(valueLimit).map(cut).joined(separator: String(FeedEntry.valueSeparator))
  }

  private static func cut(_ value: String) -> String {
    // Databases write this for a date that is not known.
    if value.hasPrefix("0000-00-00") { return "" }
    guard value.utf8.count > lengthLimit, value.count > lengthLimit else { return value }
    return value.prefix(lengthLimit - 1) + "…"
  }

  // MARK: Checks

  private static func check(_ labels: [String], _ settings: SettingsReader) {
    if labels.count > FactField.limit {
      settings.refuse("facts", "holds \(labels.count) facts; at most \(FactField.limit) are shown")
    }
    var taken: [String: String] = [:]
    for label in labels {
      let name = FactField.name(of: label)
      if FactField.reservedNames.contains(name) {
        settings.refuse(
          "facts.\(label)",
          "\"\(label)\" would be \"\(name)\" in addresses, which is reserved; choose another label"
        )
      } else if let other = taken[name] {
        settings.refuse(
          "facts.\(label)",
          "\"\(other)\" and \"\(label)\" would both be \"\(name)\" in addresses; choose another label")
      }
      taken[name] = label
    }
  }

  private static func check(
    _ names: [String], among labels: [String], limit: Int, refuse: (String) -> Void
  ) {
    if names.count > limit { refuse("holds \(names.count) labels; at most \(limit) are allowed") }
    for name in names where !labels.contains(name) {
      refuse("\"\(name)\" is not one of the facts\(Spelling.hint(name, among: labels))")
    }
  }
}

/// The form of a fact's values as a show's file states it.
enum ValueForm: Sendable {
  case form(FactForm)
  /// Several values, with a separator between them.
  case list(separator: String)

  fileprivate static let words: [(name: String, form: FactForm)] = [
    ("text", .text), ("number", .number(decimalComma: false)), ("year", .year), ("yes-no", .truth),
    ("duration", .measure), ("date", .date(.dayFirst, hasTime: false)),
  ]

  /// - Parameter name: `date`, `number` or `list`.
  fileprivate init?(_ name: String, _ text: String) {
    switch name {
    case "list": self = .list(separator: text)
    case "number":
      guard text == "," || text == "." else { return nil }
      self = .form(.number(decimalComma: text == ","))
    default:
      if text == "seconds" || text == "milliseconds" {
        self = .form(.epoch(isMilliseconds: text == "milliseconds", hasTime: false))
        return
      }
      guard let order = DateOrder(rawValue: text.filter(\.isLetter)) else { return nil }
      self = .form(.date(order, hasTime: false))
    }
  }
}

extension SettingForm where Value == ValueForm {
  static var valueForm: Self {
    SettingForm<String>.choice(ValueForm.words.map(\.name)).orText(
      under: ["date", "number", "list"],
      "an object such as {\"date\": \"D.M.Y\"}, {\"number\": \",\"} for 1,5, or {\"list\": \";\"}"
    ) { name in
      .form(ValueForm.words.first { $0.name == name }?.form ?? .text)
    } named: {
      ValueForm($0, $1)
    }
  }
}
