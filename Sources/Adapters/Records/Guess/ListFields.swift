import Catalogs

/// The fields of a list, in their order, and what is known of them together.
struct ListFields {
  let all: [ListField]
  /// All fields except those that a known form does not show, and slugs beside the name that they are made of.
  let fields: [ListField]
  /// Records of the sample.
  let count: Int
  let isTable: Bool
  /// Nil unless the form says itself what its fields mean.
  let form: KnownForm?
  /// Fields that say in other words what another field says, with the reason.
  let leftOut: [LeftOutField]
  /// The language of the reader, such as "de".
  let language: String
  /// Objects that hold most of the fields, and so the record rather than something within it.
  private let wrappers: Set<String>

  init(_ survey: FieldSurvey, ordered: [ListField], isTable: Bool, entries: [String], language: String) {
    let parts = FieldParts(survey)
    var leftOut: [LeftOutField] = []
    let all = ordered.filter { field in
      guard let reason = parts.reasonAgainst(field) else { return true }
      leftOut.append(LeftOutField(path: field.path, reason: reason))
      return false
    }
    (count, self.isTable, self.leftOut, self.language) = (survey.count, isTable, leftOut, language)
    let form = KnownForm(all, entries: entries)
    (self.all, self.form) = (all, form)
    fields = all.filter {
      form?.isSilent($0) != true && (form?.labels == nil || form?.label(of: $0) != nil)
        && !($0.names.count > 1 && Self.isSlug($0, among: all))
    }
    var held: [String: Int] = [:]
    for field in fields {
      for end in field.parent.indices {
        held[RecordPath.written(Array(field.parent[...end])), default: 0] += 1
      }
    }
    let most = fields.count
    wrappers = Set(held.filter { $0.value * 2 >= most && most > 3 }.keys)
  }

  /// Fields with a use, and the reason for it.
  struct Choice {
    let fields: [ListField]
    /// One source; those of several pictures, or of latitude and longitude.
    let sources: [String]
    let reason: String

    /// The only field, which is shown nowhere else.
    var field: ListField? { fields.count == 1 ? fields[0] : nil }
  }

  func choice(_ field: ListField, _ reason: String) -> Choice { choice([field], field.path, reason) }

  func choice(_ fields: [ListField], _ source: String, _ reason: String) -> Choice {
    Choice(fields: fields, sources: [source], reason: "\(reason), \(presence(fields[0]))")
  }

  /// The first of several fields that a record has.
  func first(of fields: [ListField], _ reason: String) -> Choice {
    let path = fields.map(\.path).joined(separator: " || ")
    return RecordPath(path) == nil ? choice(fields[0], reason) : choice(fields, path, reason)
  }

  func presence(_ field: ListField) -> String {
    field.present == count ? "in all \(count)" : "in \(field.present) of \(count)"
  }

  func share(_ field: ListField) -> Double { Double(field.present) / Double(count) }

  /// Whether all records have a value of their own there.
  func isUnique(_ field: ListField) -> Bool {
    field.present == count && field.several == 0 && field.counts.count == field.values
  }

  /// The first field that meets a condition, in the reader's language or else in English if there are several.
  func first(_ fields: [ListField], _ reason: String, where isMeant: (ListField) -> Bool = { _ in true })
    -> Choice?
  {
    let found = fields.filter(isMeant)
    guard let first = found.first else { return nil }
    for words in [[language], ["en", "eng", "english"]] {
      if let own = found.first(where: { Self.isSame($0, as: first, in: words) }) {
        return choice(own, "\(reason), of several languages")
      }
    }
    return choice(first, reason)
  }

  /// Whether the names of two fields differ in one word only, which is a language for the first of them.
  private static func isSame(_ field: ListField, as other: ListField, in language: [String]) -> Bool {
    let (own, others) = (field.names.dropLast() + field.words, other.names.dropLast() + other.words)
    guard own.count == others.count, own.count > 1 else { return false }
    let differing = zip(own, others).filter { $0 != $1 }
    return differing.count == 1 && language.contains(differing[0].0)
      && (differing[0].1.count == differing[0].0.count || differing[0].1.count > 3)
  }

  /// The fields with a name for a use, the surest name first.
  func named(_ use: String, among fields: [ListField]) -> [ListField] {
    func rank(_ field: ListField) -> Int {
      let last =
        field.words.count > 1 && field.words.last?.count == 2 ? field.words.dropLast().joined() : field.last
      return [field.name, field.last, last].compactMap { FieldWords.rank(use, $0) }.min() ?? .max
    }
    return fields.map { ($0, rank($0)) }.filter { $0.1 < .max }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The fields of the record itself, rather than of a person or a thing within it.
  var own: [ListField] { fields.filter(isOwn) }

  func isOwn(_ field: ListField) -> Bool {
    field.parent.indices.allSatisfy { index in
      let name = ListField.plain(field.parent[index])
      return FieldWords.has("wrapper", name) || FieldWords.has("title", name)
        || wrappers.contains(RecordPath.written(Array(field.parent[...index])))
          && !FieldWords.has("subtitle", name)
    }
  }

  /// The fields in the same object.
  func siblings(_ field: ListField) -> [ListField] {
    all.filter { $0.parent == field.parent && $0.path != field.path }
  }

  /// The use that the form of the list states.
  func known(_ use: String) -> Choice? {
    guard let found = form?.fields(use, among: all), !found.isEmpty else { return nil }
    return first(of: found, "as its form has it")
  }

  /// A few values that many records share: their number is that of groups.
  func isGroup(_ field: ListField) -> Bool {
    let counts = field.parts
    return share(field) >= 0.6 && (2...(field.separator == nil ? 60 : 120)).contains(counts.count)
      && field.meanLength <= 40 && field.share(.address) < 0.1 && field.share(.place) < 0.1
      && counts.count * 4 <= counts.values.reduce(0, +) * 3 && field.frequent <= 0.97
  }

  /// Whether a field is the name beside it as programs write it: `lost-lake` for "Lost Lake".
  static func isSlug(_ field: ListField, among fields: [ListField]) -> Bool {
    guard field.survey.form == .text, field.share(.phrase) < 0.1 else { return false }
    let names = fields.lazy.filter { other in
      other.parent == field.parent && other.path != field.path && !other.isNumeric
        && FieldWords.has("title", other.last)
    }
    // The first of them are enough: a file may have thousands.
    return names.prefix(3).contains { other in
      let pairs = field.first.compactMap { record, text in other.first[record].map { (text, $0) } }
      let same = pairs.count { $0 != $1 && Slug.make($0, otherwise: "") == Slug.make($1, otherwise: "-") }
      return !pairs.isEmpty && same * 10 >= pairs.count * 8
    }
  }
}
