/// Entries that one is connected with by a fact whose values name entries.
public struct Relation: Sendable {
  public let field: FactField
  /// The label in the show's language; nil for a way back that has none of its own.
  public let label: String?
  /// Whether the entries name this one, instead of being named by it.
  public let isBack: Bool
  /// Positions, at most ``limit``.
  public fileprivate(set) var entries: [Int]
  /// The number of entries, those beyond the limit too.
  public fileprivate(set) var total: Int

  /// Entries of a relation that are shown.
  public static let limit = 200
}

extension Catalog {
  /// The relations of the entry at a position: the named ones in the order of the facts, then the ways back. Those of one
  /// label are one. Cost: a step for each entry that names it, up to the limit.
  public func relations(at position: Int) -> [Relation] {
    var all: [Relation] = []
    func add(_ found: [Int], _ total: Int, _ field: FactField, _ label: String?, isBack: Bool) {
      guard !found.isEmpty else { return }
      if let label, let index = all.firstIndex(where: { $0.label == label }) {
        let new = found.filter { !all[index].entries.contains($0) }
        all[index].entries = Array((all[index].entries + new).prefix(Relation.limit))
        all[index].total = max(all[index].entries.count, total)
      } else {
        all.append(Relation(field: field, label: label, isBack: isBack, entries: found, total: total))
      }
    }
    let relations = relations.filter { isShown($0.field) }
    for relation in relations {
      let named = relation.named(at: position).joined().reduce(into: [Int]()) { found, other in
        if other != position, other < entries.count, !found.contains(other) { found.append(other) }
      }
      add(named, named.count, relation.field, relation.field.label, isBack: false)
    }
    let known = Set(all.flatMap(\.entries))
    for relation in relations {
      let naming = relation.naming[position]
      var found = naming.prefix(Relation.limit).map(Int.init).filter { $0 < entries.count }
      // Without a word for the way back it says nothing new of an entry that is shown already.
      if relation.field.back == nil { found.removeAll(where: known.contains) }
      let rest = naming.count - min(naming.count, Relation.limit)
      add(found, found.count + rest, relation.field, relation.field.back, isBack: true)
    }
    return all
  }

  /// The facts of an entry without the values that name other entries.
  public func unrelatedFacts(at position: Int) -> [NamedFact] {
    facts(at: position).compactMap { fact in
      guard let relation = relations.first(where: { $0.field == fact.field }) else { return fact }
      let named = relation.named(at: position)
      let rest = zip(fact.values, named).filter { $1.allSatisfy { $0 == position } }.map(\.0)
      return rest.isEmpty ? nil : NamedFact(field: fact.field, values: rest)
    }
  }

  /// The rarest value among the facts of an entry that others have too, and these. Cost: a pass over the list for each
  /// fact with few values.
  public func rarestShared(at position: Int, limit: Int) -> (
    field: FactField, value: FactValue, entries: [Int]
  )? {
    var rarest: (column: FactColumn, value: FactValue, codes: Set<UInt32>, count: Int)?
    for column in columns
    where isShown(column.field) && column.form == .text && (2...Self.sharedLimit).contains(column.codeCount) {
      let values = column.values(of: Int(column.codes[position]))
      if values.isEmpty { continue }
      var counts = Array(repeating: 0, count: column.codeCount)
      for code in column.codes where code < counts.count { counts[Int(code)] += 1 }
      let parts = counts.indices.map(column.parts)
      for value in values {
        let codes = parts.indices.filter { parts[$0].contains(value.text) }
        let count = codes.reduce(0) { $0 + counts[$1] }
        guard count > 1, count * 2 <= entries.count, count < rarest?.count ?? .max else { continue }
        rarest = (column, value, Set(codes.map(UInt32.init)), count)
      }
    }
    guard let (column, value, codes, _) = rarest else { return nil }
    let sharing = column.codes.indices.lazy.filter { $0 != position && codes.contains(column.codes[$0]) }
    return (column.field, value, Array(sharing.prefix(limit)))
  }

  /// Different texts of a fact whose values are compared.
  private static let sharedLimit = 500
}
