import Catalogs
import Fetching
import Glibc
import JSON
import Records
import System
import Text

/// Makes an entry of each record.
final class RecordEntries {
  private let mapping: RecordMapping
  private let declared: [FactField]
  private let split: String?
  private let order: (list: ListOrder, sort: FactSort?)
  private let addresses: RecordAddresses
  /// The fields that records are read with.
  let fields: RecordFields
  private let (title, id, slug, subtitle): (RecordField, RecordField?, RecordField?, RecordField?)
  private let (sortTitle, formerID): (RecordField?, RecordField?)
  private let (description, link): (RecordField?, RecordField?)
  private let pictures: [RecordField]
  private let section: RecordField?
  private let place: RecordPlace.Fields?
  private let facts: [(field: RecordField, separator: String?)]
  /// Whether the title is the beginning of the description.
  private let isTitledByText: Bool
  private var sections: [Section] = []
  /// The ids of sections by their names, some of which have the same.
  private var sectionIDs: [String: String] = [:]
  private var count = 0
  private var untitled = 0
  /// The paths of the show's file, each with its number in ``found``.
  private let paths: [(key: String, number: Int)]
  /// Hashes of the first values of each field; nil for one without values.
  private var found: [[UInt64]?]
  /// Skipped records by reason, and the first of each.
  private var skipped: [String: Int] = [:]
  private var examples: [String: String] = [:]

  /// Sections of a catalog; entries of further ones have none.
  static let sectionLimit = 100
  /// Letters of a section's name; a longer one does not fit a tab.
  private static let sectionLength = 80
  /// Names of sections that are remembered.
  private static let sectionNames = 1_000
  /// Records whose values are remembered for ``ListShape``.
  private static let sampled = 16
  /// The first numbers of fields; those of pictures and facts follow.
  private enum Slot: Int, CaseIterable {
    case title, id, slug, sortTitle, subtitle, description, link, section, place
  }

  init(_ settings: RecordsSettings, in folder: EnclosedFolder?) {
    mapping = settings.mapping
    declared = settings.facts.declared
    split = settings.split
    order = settings.order
    addresses = RecordAddresses(base: settings.address?.base, folder: settings.address == nil ? folder : nil)
    var fields = RecordFields(members: mapping.place == nil ? [] : RecordPlace.names)
    title = fields.add(mapping.title)
    isTitledByText = mapping.title.source == mapping.description?.source
    (id, slug) = (mapping.id.map { fields.add($0) }, mapping.slug.map { fields.add($0) })
    sortTitle = mapping.sortTitle.map { fields.add($0) }
    formerID = settings.formerID.map { fields.add($0) }
    (subtitle, description) = (
      mapping.subtitle.map { fields.add($0) }, mapping.description.map { fields.add($0) }
    )
    pictures = mapping.pictures.map { fields.add($0) }
    link = mapping.link.map { fields.add($0) }
    section = mapping.section.map { fields.add($0) }
    place = mapping.place.map { RecordPlace.Fields($0, among: &fields) }
    facts = Array(zip(settings.facts.fields(among: &fields), settings.facts.separators(settings.split)))
    self.fields = fields
    paths = Self.paths(of: settings)
    found = Array(repeating: nil, count: (paths.map(\.number).max() ?? 0) + 1)
  }

  private static func paths(of settings: RecordsSettings) -> [(key: String, number: Int)] {
    var next = Slot.allCases.count
    return settings.fields.map { path, text in
      if let slot = Slot.allCases.first(where: {
        path == "feed.entry.\($0)" || path.hasPrefix("feed.entry.\($0).")
      }) {
        return ("\(path)=\(text.source)", slot.rawValue)
      }
      defer { next += 1 }
      return ("\(path)=\(text.source)", next)
    }
  }

  /// Notes a value of a field, and returns it.
  private func counted(_ slot: Slot, _ text: String?) -> String? { counted(slot.rawValue, text) }

  @discardableResult
  private func counted(_ number: Int, _ text: String?) -> String? {
    guard let text, count <= Self.sampled || found[number] == nil else { return text }
    found[number] = (found[number] ?? []) + (count <= Self.sampled ? [FNV1a.hash64(text)] : [])
    return text
  }

  /// The shape of the list.
  private var shape: ListShape {
    let filled = paths.compactMap { path in found[path.number].map { (path.key, $0) } }
    return ListShape(samples: Dictionary(filled) { first, _ in first })
  }

  /// - Parameter take: called with the entry, unless the record is skipped.
  func add(_ record: borrowing Record, _ take: (FeedEntry) -> Void) {
    count += 1
    let text = counted(.description, description.flatMap { $0.texts(of: record).joined(by: " ") })
    let own = isTitledByText ? nil : counted(.title, title.text(of: record)) ?? title.parts(of: record)
    guard let title = own ?? text.flatMap(Self.title) ?? lastPart(of: record) else {
      untitled += 1
      skip("no title", "record \(count)")
      return
    }
    var id = counted(.id, id?.text(of: record))
    // A number that is not written as an integer has the id that it had before all digits were kept.
    if let number = self.id?.writtenNumber(of: record), number.magnitude < 0x1p53,
      id?.utf8.contains(where: { ".eE".utf8.contains($0) }) == true
    {
      id = JSONValue.text(number)
    }
    if slug != nil { id = id.map(RecordAddresses.steady) }
    let fingerprint = id == nil ? record.fingerprint : nil
    var entry = FeedEntry(key: id ?? title, title: own == nil ? .plain(title) : Self.markup(title))
    entry.slug = slug.map {
      (isTitledByText ? nil : counted(.slug, $0.text(of: record)).map(Self.plain)) ?? title
    }
    entry.fingerprint = fingerprint.map { max($0, 1) }
    entry.formerKey = formerID?.text(of: record)
    entry.sortTitle = counted(.sortTitle, sortTitle?.text(of: record))
    entry.subtitle = counted(.subtitle, subtitle.flatMap { $0.texts(of: record).joined(by: ", ") })
    if let text { entry.description = Self.description(text) }
    let texts = pictures.map { $0.texts(of: record) }
    for (index, texts) in texts.enumerated() { counted(Slot.allCases.count + index, texts.first) }
    let pictures = RecordPictures.addresses(texts, in: addresses)
    entry.picture = pictures.first
    entry.morePictures = Array(pictures.dropFirst())
    entry.link = counted(.link, link?.text(of: record)).flatMap(addresses.address)
    if let section {
      let names = section.texts(of: record).all
      _ = counted(.section, names.first)
      entry.sections = ids(ofSections: names)
    }
    entry.coordinate = place?.coordinate(of: record)
    if entry.coordinate != nil { _ = counted(.place, "") }
    entry.values.reserveCapacity(facts.count)
    for (index, fact) in facts.enumerated() {
      let texts = fact.field.texts(of: record)
      counted(Slot.allCases.count + self.pictures.count + index, texts.first)
      entry.values.append(RecordFacts.values(texts, separator: fact.separator))
    }
    take(entry)
  }

  /// The title of a record without a text: the last part of its address.
  private func lastPart(of record: borrowing Record) -> String? {
    guard let link = link?.text(of: record), RecordAddresses.isAddress(link) else { return nil }
    let path = link.split(separator: "://", maxSplits: 1).last?.prefix { $0 != "?" && $0 != "#" } ?? ""
    return path.split(separator: "/").last.map { PercentCoding.decodeForm(Array($0.utf8)[...]) }
  }

  /// The title of a record without one: the beginning of its description, as plain text.
  private static func title(of text: String) -> String? {
    let title = MarkupText.title(of: plain(text))
    return title.isEmpty ? nil : title
  }

  private static func plain(_ text: String) -> String {
    MarkupText.markup(of: text).map(MarkupText.plain) ?? text
  }

  /// The content beside the entries.
  /// - Throws: if there are none, or more than half of them have no title.
  func content() throws(FeedError) -> FeedContent {
    guard count > 0 else { throw .refused("the list holds no records") }
    guard untitled * 2 <= count else {
      throw .refused(
        "\(untitled) of \(count) records have no title: \"\(mapping.title.source)\" leads to none; "
          + "feed.entry.title must name another field")
    }
    var content = FeedContent(entries: [], sections: sections, facts: declared, skipped: skipped)
    content.shape = shape
    content.sectionLabel = mapping.section?.label
    content.examples = examples
    (content.order, content.sort) = order
    return content
  }

  private func skip(_ reason: String, _ example: String) {
    skipped[reason, default: 0] += 1
    if examples[reason] == nil { examples[reason] = example }
  }

  /// The ids of the sections of these names; creates new sections.
  private func ids(ofSections names: [String]) -> [String] {
    let names = names.flatMap { ListedText.parts(of: $0, separator: split) }
    return names.compactMap { name in
      let name = name.trimmed
      if let known = sectionIDs[name] { return known }
      guard !name.isEmpty, name.count <= Self.sectionLength else { return nil }
      let id = Self.id(ofSection: name)
      if !sections.contains(where: { $0.id == id }) {
        guard sections.count < Self.sectionLimit else { return nil }
        sections.append(Section(id: id, title: name))
      }
      if sectionIDs.count < Self.sectionNames { sectionIDs[name] = id }
      return id
    }
  }

  /// A slug, with a hash of the name if the slug omits letters.
  private static func id(ofSection name: String) -> String {
    let slug = Slug.make(name)
    let isWhole =
      !slug.isEmpty && name.unicodeScalars.allSatisfy { $0.value < 0x250 || !$0.properties.isAlphabetic }
    if isWhole { return slug }
    let hash = FNV1a.hash32(name.utf8).hexDigits
    return slug.isEmpty ? hash : "\(slug)-\(hash)"
  }

  private static func markup(_ text: String) -> FeedText {
    MarkupText.markup(of: text).map { .markup(UntrustedHTML($0)) } ?? .plain(text)
  }

  /// A text with its lines, of which an empty one ends a paragraph.
  private static func description(_ text: String) -> FeedText {
    let hasLines = text.utf8.withContiguousStorageIfAvailable { $0.contains { $0 == 0x0A || $0 == 0x0D } }
    guard hasLines != false, MarkupText.markup(of: text) == nil else {
      return markup(text)
    }
    let text = text.trimmed
    var markup: [UInt8] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .split(whereSeparator: { $0.allSatisfy(\.isWhitespace) })
    {
      markup += "<p>".utf8
      for (index, line) in paragraph.enumerated() {
        if index > 0 { markup += "<br>".utf8 }
        markup.appendEscaped(String(line))
      }
      markup += "</p>".utf8
    }
    return .markup(UntrustedHTML(bytes: markup))
  }
}
