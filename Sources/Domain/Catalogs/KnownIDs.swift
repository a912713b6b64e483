import System

/// The ids that a show's entries have had: an id, once assigned, never leads to another thing.
///
/// An entry is recorded by a 64-bit hash of its ``FeedEntry/identityHash``: up to ``limit`` entries, and up to as many
/// contested ids. Any further entry has the id that its list alone gives it, which is stable as long as its title is
/// and no other entry has the same title.
public struct KnownIDs: Sendable {
  public static let limit = 100_000

  /// The relation of an id's base to the entry's identity. Raw values stand in the file.
  enum Kind: Character {
    /// The slug of the key alone.
    case key = "s"
    /// The slug of a title, alone or with the key; stays when the title changes.
    case keyed = "k"
    /// The slug of the title, which is the key too.
    case title = "t"
  }

  /// The entry that has an id.
  struct Holder: Equatable {
    var kind: Kind
    /// A hash.
    var identity: UInt64
  }

  struct Record {
    /// Nil without one.
    var holder: Holder?
    /// Whether several entries wanted the id: none gets it from then on.
    var isContested = false
    /// The folded title that is joined with this id; empty for none.
    var title = ""
  }

  /// Whether entries of several sources are joined by their titles.
  public var joinsTitles = false
  /// Whether there are changes to write.
  public var isChanged: Bool { isExtended || !added.isEmpty }
  private var isExtended = false
  private(set) var records: [String: Record] = [:]
  private var idByIdentity: [UInt64: String] = [:]
  private var idByTitle: [String: String] = [:]
  private var contested = 0
  /// Records of new ids, which nobody asks for until the next list.
  private var added: [(id: String, record: Record)] = []

  public init() {}

  /// Whether no further entry can be recorded.
  var isFull: Bool { records.count + added.count - contested >= Self.limit }

  /// The id of the entry with this identity.
  func id(of identity: UInt64) -> String? { idByIdentity[identity] }

  /// The id of the entry with this folded title.
  func id(titled title: String) -> String? { idByTitle[title] }

  /// Whether an entry may get an id that no entry of the list has.
  func isFree(_ id: String, for kind: Kind) -> Bool {
    guard let record = records[id] else { return true }
    if record.isContested { return false }
    guard let holder = record.holder, !joinsTitles else { return true }
    switch (kind, holder.kind) {
    // A corrected record with the same title; a list that has keys from now on.
    case (_, .title), (.key, .key): return true
    default: return false
    }
  }

  /// Records the id of an entry, while there is space.
  /// - Parameter title: folded; empty if no other source is joined with it.
  mutating func hold(_ id: String, _ holder: Holder, title: String = "") {
    if title.isEmpty, records[id] == nil {
      if !isFull { added.append((id, Record(holder: holder))) }
      return
    }
    var record = records[id] ?? Record()
    let isTitled = !title.isEmpty && idByTitle[title] == nil && record.title.isEmpty
    guard record.holder != holder || isTitled,
      !isFull || records[id] != nil
    else { return }
    if let old = record.holder?.identity, idByIdentity[old] == id { idByIdentity[old] = nil }
    record.holder = holder
    if isTitled { record.title = title }
    add(id, record)
  }

  /// Records that several entries want an id.
  mutating func contest(_ id: String) {
    guard records[id]?.isContested != true, contested < Self.limit else { return }
    var record = records[id] ?? Record()
    record.isContested = true
    contested += 1
    add(id, record)
  }

  /// Takes the ids that were added among those that are asked for.
  mutating func settle() {
    for (id, record) in added { add(id, record) }
    added = []
  }

  private mutating func add(_ id: String, _ record: Record) {
    records[id] = record
    if let holder = record.holder, idByIdentity[holder.identity] == nil { idByIdentity[holder.identity] = id }
    if !record.title.isEmpty, idByTitle[record.title] == nil { idByTitle[record.title] = id }
    isExtended = true
  }
}

// The first line names the version. Each further line has an id; `!` if it is contested, then the kind and identity of
// its holder, or `-`; and its title, if other sources are joined with it. Version 1, before 0.9, had no first line.
extension KnownIDs {
  private static let head = "dramatis-ids "
  private static let version = 2

  /// Reads ``bytes``; nil for that of a newer version, nothing for that of version 1.
  public init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 2 * Self.limit + 1).prefix(2 * Self.limit + 1)
    guard let first = lines.first.map({ String(decoding: $0, as: UTF8.self) }), first.hasPrefix(Self.head),
      let version = first.dropFirst(Self.head.count).number(in: 0...Int.max)
    else { return }
    guard version <= Self.version else { return nil }
    records.reserveCapacity(lines.count)
    idByIdentity.reserveCapacity(lines.count)
    for line in lines.dropFirst() {
      let idEnd = line.firstIndex(of: 0x20) ?? line.endIndex
      let rest = line[idEnd...].dropFirst()
      let markEnd = rest.firstIndex(of: 0x20) ?? rest.endIndex
      var record = Record()
      record.title = String(decoding: rest[markEnd...].dropFirst(), as: UTF8.self)
      record.read(rest[..<markEnd])
      if record.isContested { contested += 1 }
      add(String(decoding: line[..<idEnd], as: UTF8.self), record)
    }
    isExtended = false
  }

  /// The first line alone, which tells a new state folder from that of an earlier version.
  public static let beginning = "\(head)\(version)\n"

  /// The file.
  public var bytes: [UInt8] {
    var bytes = Array(Self.beginning.utf8)
    bytes.reserveCapacity(bytes.count + 64 * (records.count + added.count))
    let all = added + records.map { ($0.key, $0.value) }
    for (id, record) in all.sorted(by: { $0.id < $1.id }) {
      bytes += id.utf8
      bytes.append(0x20)
      bytes += record.mark.utf8
      if !record.title.isEmpty { bytes += " \(record.title)".utf8 }
      bytes.append(0x0A)
    }
    return bytes
  }
}

extension KnownIDs.Record {
  fileprivate var mark: String {
    (isContested ? "!" : "") + (holder.map { "\($0.kind.rawValue)\($0.identity.hexDigits)" } ?? "-")
  }

  fileprivate mutating func read(_ mark: ArraySlice<UInt8>) {
    isContested = mark.first == UInt8(ascii: "!")
    let mark = isContested ? mark.dropFirst() : mark
    guard let kind = mark.first.flatMap({ KnownIDs.Kind(rawValue: Character(Unicode.Scalar($0))) }),
      let identity = String(decoding: mark.dropFirst(), as: UTF8.self).number(in: 0...UInt64.max, radix: 16)
    else { return }
    holder = KnownIDs.Holder(kind: kind, identity: identity)
  }
}
