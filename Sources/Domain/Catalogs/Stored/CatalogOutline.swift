import JSON
import System

/// The parts of a catalog that are not numbers, as JSON.
struct CatalogOutline {
  var sections: [Section] = []
  var sectionLabel: String?
  var order = ListOrder.title
  var facts: [FactField] = []
  /// The form of each fact.
  var forms: [FactForm] = []
  var sort: FactSort?
  var initials: [Initial] = []
  var isNumbered = false

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(
      .object([
        "order": .string(order.rawValue), "numbered": .bool(isNumbered),
        "sort": sort.map { .string($0.text) } ?? .null,
        "initials": .array(initials.map { .array([.string($0.letter), .number(Double($0.position))]) }),
        "sectionLabel": sectionLabel.map { .string($0) } ?? .null,
        "sections": .array(sections.map { .array([.string($0.id), .string($0.title)]) }),
        "facts": .array(
          zip(facts, forms).map { fact, form in
            .array(
              [.string(fact.label), .bool(fact.isFacet), .bool(fact.isOrder), .string(form.name)]
                + (fact.back.map { [.string($0)] } ?? []))
          }),
      ]))
    return writer.bytes
  }
}

extension CatalogOutline {
  /// Reads ``bytes``; leaves out what it does not know.
  init(_ bytes: Numbers<UInt8>) {
    guard let outline = try? JSONValue(parsing: Array(bytes)) else { return }
    order = outline["order"]?.string.flatMap(ListOrder.init) ?? .title
    if case .bool(true)? = outline["numbered"] { isNumbered = true }
    sort = outline["sort"]?.string.map { FactSort($0[...]) }
    sectionLabel = outline["sectionLabel"]?.string
    for initial in outline["initials"]?.array ?? [] {
      guard let parts = initial.array, parts.count == 2, let letter = parts[0].string,
        let position = parts[1].number?.whole(in: 0...Int.max)
      else { continue }
      initials.append(Initial(letter: letter, position: position))
    }
    for section in outline["sections"]?.array ?? [] {
      guard let parts = section.array, parts.count == 2, let id = parts[0].string, let title = parts[1].string
      else { continue }
      sections.append(Section(id: id, title: title))
    }
    for fact in (outline["facts"]?.array ?? []).prefix(FactField.limit) {
      guard let parts = fact.array, [4, 5].contains(parts.count), let label = parts[0].string,
        case (.bool(let isFacet), .bool(let isOrder)) = (parts[1], parts[2])
      else { continue }
      let back = parts.count == 5 ? parts[4].string : nil
      facts.append(FactField(label, isFacet: isFacet, isOrder: isOrder, back: back))
      forms.append(parts[3].string.flatMap(FactForm.init(name:)) ?? .text)
    }
  }
}
