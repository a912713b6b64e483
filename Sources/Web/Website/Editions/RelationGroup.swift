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
  /// Positions, at most ``Relation/limit``.
  let entries: [Int]
  let total: Int
}

extension PageContext {
  /// The relations of an entry, which are behind a curtain if spoilers are covered.
  func relations(at position: Int) -> [RelationGroup] {
    whole.relations(at: position).map { relation in
      let name = relation.label ?? relation.field.label
      func sentence(_ label: String) -> String {
        relation.label == nil ? language.text(.relationBack, ["label": label]) : label
      }
      return RelationGroup(
        label: sentence(label(name)), name: sentence(name),
        isNamedByShow: relation.label.map { translated($0) == nil } ?? false, isBack: relation.isBack,
        entries: relation.entries, total: relation.total)
    }
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
