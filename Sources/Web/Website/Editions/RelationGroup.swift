import Catalogs
import JSON

/// Entries that one is connected with, under one label.
struct RelationGroup {
  let label: String
  /// The label in the show's language, for programs.
  let name: String
  /// Whether the label is in the language of the show.
  let isNamedByShow: Bool
  /// Whether the entries name this one, instead of being named by it.
  let isBack: Bool
  /// Nil for a relation that a description states.
  let field: FactField?
  /// Positions, at most ``Relation/limit``.
  fileprivate(set) var entries: [Int]
  fileprivate(set) var total: Int
}

extension PageContext {
  /// The relations of an entry: first those of its facts, then those of its description. They are behind a curtain if
  /// spoilers are covered.
  func relations(at position: Int) -> [RelationGroup] {
    var groups = whole.relations(at: position).map { relation in
      let name = relation.label ?? relation.field.label
      func sentence(_ label: String) -> String {
        relation.label == nil ? language.text(.relationBack, ["label": label]) : label
      }
      return RelationGroup(
        label: sentence(label(name)), name: sentence(name),
        isNamedByShow: relation.label.map { translated($0) == nil } ?? false, isBack: relation.isBack,
        field: relation.field, entries: relation.entries, total: relation.total)
    }
    let known = Set(groups.flatMap(\.entries))
    for told in mentions.relations(of: position) where !known.contains(told.entry) {
      let label = label(told.label)
      if let index = groups.firstIndex(where: { $0.label == label }) {
        guard !groups[index].entries.contains(told.entry) else { continue }
        groups[index].entries.append(told.entry)
        groups[index].total += 1
      } else if !groups.contains(where: { $0.field == nil && $0.entries.contains(told.entry) }) {
        groups.append(
          RelationGroup(
            label: label, name: told.label, isNamedByShow: translated(told.label) == nil, isBack: told.isBack,
            field: nil,
            entries: [told.entry], total: 1))
      }
    }
    return groups
  }

  /// The relations of an entry for programs, in the show's language; nil without any.
  func relationsJSON(at position: Int) -> JSONOutline? {
    let groups = relations(at: position).map { group -> JSONOutline in
      let entries = group.entries.map { other -> JSONOutline in
        let entry = catalog.entries[other]
        return [
          "id": .text(entry.id), "title": .text(entry.title), "address": .text(addresses.entry(entry.id)),
        ]
      }
      return [
        "label": .text(group.name), "back": .value(.bool(group.isBack)), "total": .number(group.total),
        "entries": .list(entries),
      ]
    }
    return groups.isEmpty ? nil : .list(groups)
  }
}
