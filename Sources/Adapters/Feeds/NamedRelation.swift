import Catalogs
import Configuration

/// A fact that a show's file names as a relation.
struct NamedRelation: Sendable {
  /// The path of a record's field, or the label of a fact.
  let field: String
  let label: String?
  let back: String?

  static let limit = 12

  /// The relations that the file names; nil to find them out by the values.
  static func all(_ settings: SettingsReader) -> [NamedRelation]? {
    settings.objects(
      "relations", upTo: limit, of: ["field", "label", "back"],
      "the facts whose values are titles or ids of other entries",
      note:
        "Each by its path, or by its label among facts; \"back\" is the label on the page of an entry that is named. "
        + "An empty list: there are none.",
      standard: "facts of which at least half of the different values are titles",
      example: [["field": "killedBy", "label": "Killed by", "back": "Killed"]]
    )?.map { NamedRelation(field: $0["field"] ?? "", label: $0["label"], back: $0["back"]) }
  }

  var shownLabel: String { label ?? field }
}
