import Catalogs
import Fetching
import JSON
import Records
import System
import Text

/// Makes entries of records in a compact store.
struct RecordEntries {
  private let mapping: RecordMapping
  private let facts: RecordFacts
  private let split: String?
  private let base: WebAddress?
  /// The folder of the pictures of a local list.
  private let folder: EnclosedFolder?
  private var store: RecordStore
  private var sections: [Section] = []
  private var sectionIDs: Set<String> = []
  /// Hashes of the identities of all records so far.
  private var identities: Set<UInt64> = []
  private var count = 0
  private var untitled = 0
  /// Whether a record has no id though the mapping names one.
  private(set) var lacksID = false
  /// Skipped records by reason, and the first of each.
  private var skipped: [String: Int] = [:]
  private var examples: [String: String] = [:]
  /// Records that only add sections to another.
  private var repeated = 0

  /// Sections of a catalog; entries of further ones have none.
  static let sectionLimit = 100
  /// Letters of a section's name; a longer one does not fit a tab.
  private static let sectionLength = 80
  /// Letters of an id or a title that is an example.
  private static let exampleLength = 60
  /// Bytes of all texts: as many as a list has, because one text may be used several times.
  private static let byteLimit = RecordLimits.bytes

  init(_ settings: RecordsSettings, in folder: EnclosedFolder?) {
    mapping = settings.mapping
    facts = settings.facts
    store = RecordStore(facts: facts.fields.count)
    split = settings.split
    base = settings.address?.base
    self.folder = settings.address == nil ? folder : nil
  }

  mutating func take(_ record: JSONValue) throws(RecordsError) {
    count += 1
    guard let title = mapping.title.text(of: record) else {
      untitled += 1
      skip("no title", "record \(count)")
      return
    }
    let id = mapping.id.flatMap { $0.text(of: record) }.map { mapping.slug == nil ? $0 : Self.steady($0) }
    lacksID = lacksID || mapping.id != nil && id == nil
    let fingerprint = id == nil ? record.fingerprint : nil
    let identity = FNV1a.hash64((id ?? title).utf8) ^ (fingerprint ?? 0)
    let isNew = identities.insert(identity).inserted
    if !isNew {
      skip(
        id == nil ? "equal to another in every field" : "the id of another",
        "\"\((id ?? title).prefix(Self.exampleLength))\"")
      if id == nil { return }
      repeated += 1
    }
    let subtitle = mapping.subtitle.flatMap { $0.isPath ? joined($0, record, ", ") : $0.text(of: record) }
    let description = mapping.description.flatMap { joined($0, record, " ") }
    let picture = mapping.picture.flatMap { $0.text(of: record) }.flatMap {
      folder?.address(of: $0) ?? folder?.address(of: $0.replacing("\\", with: "/")) ?? address($0)
    }
    let link = mapping.link.flatMap { address($0.text(of: record)) }
    let slug = mapping.slug.map { $0.text(of: record) ?? title }
    let sections = mapping.section.map { section($0.texts(of: record)) } ?? []
    let texts: [String?] =
      [id ?? title, title, subtitle, description, picture, link, sections.joined(separator: " "), slug]
      + facts.values(of: record, split: split)
    guard texts.reduce(store.size, { $0 + ($1?.utf8.count ?? 0) }) <= Self.byteLimit else {
      throw RecordsError("its entries hold more than \(Self.byteLimit >> 20) MB of text")
    }
    store.append(texts, mapping.place?.coordinate(of: record), fingerprint)
  }

  /// The entries of all records.
  /// - Throws: if there are none, or more than half of them have no title.
  func content() throws(FeedError) -> FeedContent {
    guard count > 0 else { throw .refused("the list holds no records") }
    guard untitled * 2 <= count else {
      throw .refused(
        "\(untitled) of \(count) records have no title: \"\(mapping.title.source)\" leads to none; "
          + "feed.entry.title must name another field")
    }
    let store = store
    var content = FeedContent(
      entries: store.entries, sections: sections,
      facts: facts.declared, skipped: skipped)
    (content.examples, content.repeated) = (examples, repeated)
    return content
  }

  private mutating func skip(_ reason: String, _ example: String) {
    skipped[reason, default: 0] += 1
    if examples[reason] == nil { examples[reason] = example }
  }

  private func joined(_ text: RecordText, _ record: JSONValue, _ separator: String) -> String? {
    let texts = text.texts(of: record)
    return texts.isEmpty ? nil : texts.joined(separator: separator)
  }

  /// An address with https and without a final slash, which sites change; any other text unchanged.
  private static func steady(_ id: String) -> String {
    let start = "http://"
    guard id.hasPrefix(start) || id.hasPrefix("https://") else { return id }
    let id = id.hasPrefix(start) ? "https://\(id.dropFirst(start.count))" : id
    return id.hasSuffix("/") ? String(id.dropLast()) : id
  }

  private func address(_ text: String?) -> String? {
    guard let text else { return nil }
    let start = text.prefix(8).lowercased()
    if start.hasPrefix("http://") || start.hasPrefix("https://") {
      return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? text : WebAddress(text)?.text
    }
    if start.hasPrefix("//") { return WebAddress("https:\(text)")?.text }
    return base.flatMap { WebAddress(text, relativeTo: $0)?.text }
  }

  /// The ids of the sections of these names; creates new sections.
  private mutating func section(_ names: [String]) -> [String] {
    let names = split.map { split in names.flatMap { $0.split(separator: split).map(String.init) } } ?? names
    return names.compactMap { name in
      let name = name.trimmed
      guard !name.isEmpty, name.count <= Self.sectionLength else { return nil }
      let id = Self.id(ofSection: name)
      if sectionIDs.contains(id) { return id }
      guard sections.count < Self.sectionLimit else { return nil }
      sectionIDs.insert(id)
      sections.append(Section(id: id, title: name))
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
}

extension JSONValue {
  /// A hash of all fields of a record, which distinguishes records of the same title.
  ///
  /// Ignores the order of members, white space around texts, and empty fields.
  var fingerprint: UInt64 { filledFingerprint ?? 0 }

  /// Nil for an empty value.
  private var filledFingerprint: UInt64? {
    switch self {
    case .null: return nil
    case .bool(let value): return value ? 1 : 2
    case .number(let number): return Self.mixed(number.bitPattern)
    case .string(let text):
      let text = text.trimmed
      return text.isEmpty ? nil : FNV1a.hash64(text.utf8)
    case .array(let elements):
      let hashes = elements.compactMap(\.filledFingerprint)
      return hashes.isEmpty ? nil : hashes.reduce(3) { Self.mixed($0 ^ $1) }
    case .object(let members):
      let hashes = members.compactMap { name, value in
        value.filledFingerprint.map { Self.mixed(FNV1a.hash64(name.utf8) ^ Self.mixed($0)) }
      }
      return hashes.isEmpty ? nil : hashes.reduce(4, &+)
    }
  }

  /// The finaliser of splitmix64, a bijection.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
