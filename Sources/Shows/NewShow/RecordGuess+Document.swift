import JSON
import Records

extension RecordGuess {
  /// For people: what was guessed, and why.
  var lines: [String] {
    let place = entries.isEmpty ? "" : " under \(RecordPath.written(entries))"
    let records = count == 1 ? "1 record" : "\(count) records"
    let first = isWhole ? records : "the first \(records)"
    let table = query.map { ["  query       \($0): the table with the most rows that looks like a list"] }
    let key = hasID ? [] : ["  id          the title: \(Self.reasonForTitle)"]
    return ["guessed from \(first) of \(source)\(place):"] + (table ?? []) + key
      + fields.map { field in
        let key = field.key + String(repeating: " ", count: max(1, 12 - field.key.count))
        return "  \(key)\(field.sources.joined(separator: ", ")): \(field.reason)"
      }
      + facts.map { fact in
        let uses = [fact.facet.map { "filtered by it: \($0)" }, fact.order.map { _ in "sorted by it" }]
        let label = fact.label + String(repeating: " ", count: max(1, 12 - fact.label.count))
        return "  \(label)\(fact.source): "
          + ([fact.reason] + uses.compactMap(\.self)).joined(separator: "; ")
      } + (next == nil ? [] : ["  the answer names a next page; up to \(Self.pages) are asked for"])
      + (doubt.map { ["  \($0)"] } ?? [])
  }

  /// Pages of which a guessed show asks at most: enough for a thousand entries, and few enough to ask at once.
  private static let pages = 50

  private var hasID: Bool { fields.contains { $0.key == "id" } }

  private static let reasonForTitle = "no other field is found in all records and different in each"

  /// The key of the records in a show's file that was guessed before; nil if it has no mapping.
  static func key(in document: JSONValue) -> Key? {
    document["feed"]?["entry"].map { entry in
      Key(id: entry["id"]?.string, slug: entry["slug"]?.string, isFinal: entry["//id"] != nil)
    }
  }

  /// The members of a feed's settings, each with its reason before it.
  var members: [(key: String, value: JSONOutline)] {
    var members: [(key: String, value: JSONOutline)] = []
    if !entries.isEmpty { members.append(("entries", .text(RecordPath.written(entries)))) }
    if let query {
      members.append(("//query", .text("Guessed: the table with the most rows that looks like a list.")))
      members.append(("query", .text(query)))
    }
    switch next {
    case .address(let names)?: members.append(("next", .text(RecordPath.written(names))))
    case .parameters(let names)?:
      members.append(("next", .members([("parameters", .text(RecordPath.written(names)))])))
    case .link?, nil: break
    }
    if next != nil { members.append(("pages", .value(.number(Double(Self.pages))))) }
    if let split { members.append(("split", .text(split))) }
    let fields = fields.flatMap { field -> [(key: String, value: JSONOutline)] in
      let texts = field.sources.map { JSONOutline.text($0) }
      let value: JSONOutline =
        texts.count == 2 ? .members([("latitude", texts[0]), ("longitude", texts[1])]) : texts[0]
      return [("//\(field.key)", .text("Guessed: \(field.reason).")), (field.key, value)]
    }
    let key: [(key: String, value: JSONOutline)] =
      hasID ? [] : [("//id", .text("Guessed: \(Self.reasonForTitle), so the title tells entries apart."))]
    return members + [("entry", .members(key + fields))] + factMembers
  }

  /// The facts, and by which of them the list is filtered and sorted.
  private var factMembers: [(key: String, value: JSONOutline)] {
    guard !facts.isEmpty else { return [] }
    let terms = facts.flatMap { fact -> [(key: String, value: JSONOutline)] in
      [("//\(fact.label)", .text("Guessed: \(fact.reason).")), (fact.label, .text(fact.source))]
    }
    func chosen(_ key: String, _ reason: (FactGuess) -> String?) -> [(key: String, value: JSONOutline)] {
      let chosen = facts.compactMap { fact in reason(fact).map { (fact.label, $0) } }
      if chosen.isEmpty { return [] }
      let reasons = chosen.map { "\($0) holds \($1)" }.joined(separator: "; ")
      return [("//\(key)", .text("Guessed: \(reasons).")), (key, .texts(chosen.map(\.0)))]
    }
    return [("facts", .members(terms))] + chosen("facets", \.facet) + chosen("sort", \.order)
  }
}
