import JSON
import Records

extension RecordGuess {
  /// For people: the guess with its reasons, as much of it as fits a terminal of 24 lines beside the first entries. The
  /// show's file has all.
  var lines: [String] {
    var rows = hasID ? [] : [("id", "the title: \(Self.reasonForTitle)")]
    if let query { rows.insert(("query", "\(query): \(Self.reasonForQuery)"), at: 0) }
    rows += fields.map { ($0.key, "\($0.sources.joined(separator: ", ")): \($0.reason)") }
    var ends = leftOutByReason.prefix(2).map {
      ("not shown", "\($0.paths.joined(separator: ", ")): \($0.reason)")
    }
    if let order { ends.insert(("order", orderInWords(order)), at: 0) }
    let room = max(1, Self.rowLimit - rows.count - ends.count)
    let shown = facts.count <= room ? facts[...] : facts.prefix(room - 1)
    rows += shown.map { fact in
      let uses = [fact.facet.map { "filtered by it: \($0)" }, fact.order.map { _ in "sorted by it" }]
      let source = fact.label == fact.source ? "" : "\(fact.source): "
      return (fact.label, source + ([fact.reason] + uses.compactMap(\.self)).joined(separator: "; "))
    }
    if shown.count < facts.count {
      rows.append(
        ("…", "and \(facts.count - shown.count) more facts, which the show's file has with reasons"))
    }
    let width = min(24, max(10, shown.map(\.label.count).max() ?? 0)) + 2
    let place = entries.isEmpty ? "" : " under \(RecordPath.written(entries))"
    let records = count == 1 ? "1 record" : "\(count) records"
    let lines = (rows + ends).map { name, words in
      let line = "  \(name)\(String(repeating: " ", count: max(1, width - name.count)))\(words)"
      return line.count <= Self.lineLength ? line : line.prefix(Self.lineLength - 1) + "…"
    }
    return ["guessed from \(isWhole ? records : "the first \(records)") of \(source)\(place):"] + lines
      + (next == nil ? [] : ["  the answer names a next page; up to \(Self.pages) pages are read"])
      + (doubt.map { ["  \($0)"] } ?? [])
  }

  /// Lines about single fields, and letters of one: a terminal has 80, ten of which the program's name takes.
  private static let (rowLimit, lineLength) = (10, 70)

  /// The fields that are not shown, by reason.
  private var leftOutByReason: [(reason: String, paths: [String])] {
    var found: [(reason: String, paths: [String])] = []
    for field in leftOut {
      let path =
        field.value.map { "\(field.path) (\"\($0.prefix(24))\($0.count > 24 ? "…" : "")\")" } ?? field.path
      if let index = found.firstIndex(where: { $0.reason == field.reason }) {
        found[index].paths.append(path)
      } else {
        found.append((field.reason, [path]))
      }
    }
    return found
  }

  /// Pages of a guessed show: enough for a thousand entries, and few enough to ask at once.
  private static let pages = 50

  private var hasID: Bool { fields.contains { $0.key == "id" } }

  private static let reasonForQuery =
    "the table with a column title, before one with name, before the longest"
  private static let reasonForTitle = "no other field is found in all records and different in each"

  /// The key of the records in a show's file that was guessed before; nil if it has no mapping.
  static func key(in document: JSONValue) -> Key? {
    document["feed"]?["entry"].map { entry in
      Key(id: entry["id"]?.string, slug: entry["slug"]?.string, isFinal: entry["//id"] != nil)
    }
  }

  /// The settings of the feed, each after its reason.
  var members: Members {
    var members: Members = []
    if !entries.isEmpty { members.append(("entries", .text(RecordPath.written(entries)))) }
    if let query {
      members += guessed(Self.reasonForQuery, "query", .text(query))
    }
    switch next {
    case .address(let names)?: members.append(("next", .text(RecordPath.written(names))))
    case .parameters(let names)?:
      members.append(("next", .members([("parameters", .text(RecordPath.written(names)))])))
    case .link?, nil: break
    }
    if next != nil { members.append(("pages", .value(.number(Double(Self.pages))))) }
    if let split { members.append(("split", .text(split))) }
    var entry: Members =
      hasID ? [] : [("//id", .text("Guessed: \(Self.reasonForTitle), so the title tells entries apart."))]
    for field in fields {
      let texts = field.sources.map { JSONOutline.text($0) }
      let value: JSONOutline =
        switch (field.key, texts.count) {
        case (_, 1): texts[0]
        case ("place", 2): .members([("latitude", texts[0]), ("longitude", texts[1])])
        default: .list(texts)
        }
      entry += guessed(field.reason, field.key, value)
    }
    members.append(("entry", .members(entry)))
    if !leftOut.isEmpty {
      let reasons = Dictionary(leftOut.map { ($0.path, $0.reason) }) { first, _ in first }
      members.append(("//not shown", .members(reasons.sorted { $0.key < $1.key }.map { ($0, .text($1)) })))
    }
    guard !facts.isEmpty else { return members }
    let terms = facts.flatMap { guessed($0.reason, $0.label, .text($0.source)) }
    members.append(("facts", .members(terms)))
    let relations = facts.filter { $0.relation != nil }
    if !relations.isEmpty {
      let reasons = relations.map { "\($0.label): \($0.relation?.reason ?? "")" }.joined(separator: "; ")
      members += guessed(
        reasons, "relations",
        .list(
          relations.map { fact in
            let back: Members = fact.relation?.back.map { [("back", .text($0))] } ?? []
            return .members([("field", .text(fact.source)), ("label", .text(fact.label))] + back)
          }))
    }
    let forms: Members = facts.compactMap { fact in
      fact.separator.map { (fact.label, .members([("list", .text($0))])) }
    }
    if let order { members += guessed(orderInWords(order), "order", .text(order)) }
    if !forms.isEmpty { members.append(("forms", .members(forms))) }
    for (key, reason) in [("facets", \FactGuess.facet), ("sort", \.order)] {
      let chosen = facts.compactMap { fact in fact[keyPath: reason].map { (fact.label, $0) } }
      if chosen.isEmpty { continue }
      let reasons = chosen.map { "\($0) holds \($1)" }.joined(separator: "; ")
      members += guessed(reasons, key, .texts(chosen.map(\.0)))
    }
    return members
  }

  private func orderInWords(_ order: String) -> String {
    order.hasPrefix("-")
      ? "\(order.dropFirst()), the newest first, as in feeds and albums" : "\(order), in order of time"
  }

  private func guessed(_ reason: String, _ key: String, _ value: JSONOutline) -> Members {
    [("//\(key)", .text("Guessed: \(reason).")), (key, value)]
  }
}
