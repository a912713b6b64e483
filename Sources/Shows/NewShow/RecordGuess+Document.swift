import JSON
import Records

extension RecordGuess {
  /// For people: the guess with its reasons.
  var lines: [String] {
    let width = min(24, max(10, facts.map(\.label.count).max() ?? 0)) + 2
    func line(_ name: String, _ words: String) -> String {
      "  \(name)\(String(repeating: " ", count: max(1, width - name.count)))\(words)"
    }
    let place = entries.isEmpty ? "" : " under \(RecordPath.written(entries))"
    let records = count == 1 ? "1 record" : "\(count) records"
    var lines = ["guessed from \(isWhole ? records : "the first \(records)") of \(source)\(place):"]
    if let query {
      lines.append(line("query", "\(query): \(Self.reasonForQuery)"))
    }
    if !hasID { lines.append(line("id", "the title: \(Self.reasonForTitle)")) }
    lines += fields.map { line($0.key, "\($0.sources.joined(separator: ", ")): \($0.reason)") }
    lines += facts.map { fact in
      let uses = [fact.facet.map { "filtered by it: \($0)" }, fact.order.map { _ in "sorted by it" }]
      return line(
        fact.label,
        (fact.label == fact.source ? "" : "\(fact.source): ")
          + ([fact.reason] + uses.compactMap(\.self)).joined(separator: "; "))
    }
    if let newest { lines.append(line("order", "\(newest), the newest first")) }
    lines += leftOutLines.map { line("not shown", $0) }
    if next != nil { lines.append("  the answer names a next page; up to \(Self.pages) pages are read") }
    if let doubt { lines.append("  \(doubt)") }
    return lines
  }

  /// The fields that are not shown, by reason.
  private var leftOutLines: [String] {
    var paths: [(reason: String, paths: [String])] = []
    for field in leftOut {
      let path =
        field.value.map { "\(field.path) (\"\($0.prefix(24))\($0.count > 24 ? "…" : "")\")" } ?? field.path
      if let index = paths.firstIndex(where: { $0.reason == field.reason }) {
        paths[index].paths.append(path)
      } else {
        paths.append((field.reason, [path]))
      }
    }
    return paths.map { reason, paths in
      let more = paths.count > Self.shownPaths ? " and \(paths.count - Self.shownPaths) more" : ""
      return "\(paths.prefix(Self.shownPaths).joined(separator: ", "))\(more): \(reason)"
    }
  }

  /// Fields that are named for each reason not to show them.
  private static let shownPaths = 20

  /// Pages of a guessed show: enough for a thousand entries, and few enough to ask at once.
  private static let pages = 50

  private var hasID: Bool { fields.contains { $0.key == "id" } }

  private static let reasonForQuery =
    "the table that looks most like a list, with the names of the rows it refers to"
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
    if let newest {
      members += guessed("the newest comes first, as in feeds and albums", "order", .text("-\(newest)"))
    }
    if !forms.isEmpty { members.append(("forms", .members(forms))) }
    for (key, reason) in [("facets", \FactGuess.facet), ("sort", \.order)] {
      let chosen = facts.compactMap { fact in fact[keyPath: reason].map { (fact.label, $0) } }
      if chosen.isEmpty { continue }
      let reasons = chosen.map { "\($0) holds \($1)" }.joined(separator: "; ")
      members += guessed(reasons, key, .texts(chosen.map(\.0)))
    }
    return members
  }

  private func guessed(_ reason: String, _ key: String, _ value: JSONOutline) -> Members {
    [("//\(key)", .text("Guessed: \(reason).")), (key, value)]
  }
}
