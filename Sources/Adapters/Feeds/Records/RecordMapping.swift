import Configuration
import JSON
import Records

/// Which fields of a record make an entry's.
struct RecordMapping: Sendable {
  let id: RecordText?
  let slug: RecordText?
  let title: RecordText
  let subtitle: RecordText?
  let description: RecordText?
  let picture: RecordText?
  let link: RecordText?
  let section: RecordText?
  let place: RecordPlace?

  init(_ entry: SettingsReader) {
    id = entry.optional(
      "id", .recordText, "what tells an entry from all others and never changes",
      note: "Favorites hold on to it. Records with the same one are shown as one entry.",
      standard: "the title",
      example: "id")
    slug = entry.optional(
      "slug", .recordText, "what the address of an entry is made of",
      note:
        "An address stays as it was first made. The name of the entry is right where the id is an address.",
      standard: "the id", example: "name")
    title = entry.required("title", .recordText, "what an entry is called", example: "name")
    subtitle = entry.optional(
      "subtitle", .recordText, "a few words below the title", standard: "the place, if there is one",
      example: "{job} in {town}")
    description = entry.optional(
      "description", .recordText, "what there is to say about an entry, plain or HTML", standard: "nothing",
      example: "about || summary")
    picture = entry.optional(
      "picture", .recordText, "the address of a picture",
      note: "Its host belongs into pictures.hosts. Of a list in a file it may be a file beside the list.",
      standard: "there are no pictures", example: "https://cdn.example.org/300{portrait}")
    link = entry.optional(
      "link", .recordText, "the address of an entry's own page elsewhere", standard: "there is no link",
      example: "url")
    section = entry.optional(
      "section", .recordText, "the group, or the groups, that an entry belongs to",
      standard: "there are no groups", example: "family")
    place = entry.optional(
      "place", .recordPlace, "where an entry lies, for maps",
      note:
        "A path to GeoJSON, to \"Point(lon lat)\" or to \"lat, lon\"; or one each for latitude and longitude.",
      standard: "there are no maps", example: ["latitude": "lat", "longitude": "lon"])
  }

  /// Each field's place in the show's file, and what it is read from.
  var fields: [(path: String, text: RecordText)] {
    let texts = [
      ("id", id), ("slug", slug), ("title", title), ("subtitle", subtitle), ("description", description),
      ("picture", picture),
      ("link", link), ("section", section),
    ]
    return texts.compactMap { name, text in text.map { ("feed.entry.\(name)", $0) } }
      + (place?.fields ?? []).map { ("feed.entry.\($0)", $1) }
  }

  /// Every name that is asked for in a record.
  var names: Set<String> {
    let names = fields.flatMap { $0.text.paths }.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    return place == nil ? names : names.union(RecordPlace.names)
  }
}
