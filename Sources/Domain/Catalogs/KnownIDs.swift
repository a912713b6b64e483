import System

/// The ids that the entries of a show have had, and which entry has each: so that an id, once given, never leads to
/// another thing.
///
/// An entry is remembered by a 64-bit hash of its ``FeedEntry/identity``. Up to ``limit`` entries are, and up to as
/// many again of those that share a title. Any further entry has the id that its list alone gives it: it stays the
/// same as long as its title does, and no other entry takes its title.
public struct KnownIDs: Sendable {
  public static let limit = 100_000

  /// The relation of an id's base to the entry's identity; the raw value stands in the file.
  enum Kind: Character {
    /// The slug of the key alone: equal slugs are equal keys.
    case key = "s"
    /// The slug of a title, alone or with the key: kept when the title changes.
    case keyed = "k"
    /// The slug of the title, which is also what tells the entry from others.
    case title = "t"
  }

  /// The entry that has an id.
  struct Holder: Equatable {
    var kind: Kind
    /// The hash of its identity.
    var identity: UInt64
  }

  /// The record of an id.
  struct Record {
    /// Nil for none, or one that an earlier version of the program did not note.
    var holder: Holder?
    /// Whether several things have wanted the id: no further one gets it.
    var isContested = false
    /// The folded title of its entry, if this id is the one that the title is joined with.
    var title = ""

    var isUnheld: Bool { holder == nil && !isContested }
  }

  /// Whether several sources give the entries, which are then joined by their titles.
  public var joinsTitles = false
  /// Whether these come from a version of the program that gave ids by the position in the list.
  private(set) var isFormer = false
  /// Whether there are ids of such a version whose entries have not been seen since.
  private var hasUnheld = false
  /// Whether anything is to be written that was not read.
  public private(set) var isChanged = false
  private(set) var records: [String: Record] = [:]
  private var idByIdentity: [UInt64: String] = [:]
  private var idByTitle: [String: String] = [:]
  private var contested = 0

  public init() {}

  /// The id that the entry with this identity has had.
  func id(of identity: UInt64) -> String? { idByIdentity[identity] }

  /// The id that an entry of this folded title has had.
  func id(titled title: String) -> String? { idByTitle[title] }

  /// Whether an id that no entry of the list has may be given to an entry.
  func isFree(_ id: String, for kind: Kind) -> Bool {
    guard let record = records[id] else { return true }
    if record.isContested { return false }
    guard let holder = record.holder, !joinsTitles else { return true }
    switch (kind, holder.kind) {
    // A corrected record of the same title; a list that is told apart by a key from now on.
    case (_, .title), (.key, .key): return true
    default: return false
    }
  }

  /// Whether there may be entries that have an id by their position in an earlier version.
  var hasFormer: Bool { isFormer || hasUnheld }

  /// Whether an id was given by position, to an entry that is not known yet.
  func isFormer(_ id: String) -> Bool {
    records[id]?.isUnheld ?? isFormer
  }

  /// Notes that an entry has an id.
  /// - Parameter title: folded; empty if no other source is joined with it.
  mutating func hold(_ id: String, _ holder: Holder, title: String = "") {
    var record = records[id] ?? Record()
    let isTitled = !title.isEmpty && idByTitle[title] == nil && record.title.isEmpty
    guard record.holder != holder || isTitled, hasRoom(for: id) else { return }
    if let old = record.holder?.identity, idByIdentity[old] == id { idByIdentity[old] = nil }
    record.holder = holder
    if isTitled { record.title = title }
    add(id, record)
  }

  /// Notes that several things have wanted an id.
  mutating func contest(_ id: String) {
    guard records[id]?.isContested != true, contested < Self.limit else { return }
    var record = records[id] ?? Record()
    record.isContested = true
    contested += 1
    add(id, record)
  }

  /// Notes that the entries have kept the ids of an earlier version.
  mutating func adopted() {
    isChanged = isChanged || isFormer
    isFormer = false
  }

  private func hasRoom(for id: String) -> Bool {
    records[id] != nil || records.count - contested < Self.limit
  }

  private mutating func add(_ id: String, _ record: Record) {
    records[id] = record
    if let holder = record.holder, idByIdentity[holder.identity] == nil { idByIdentity[holder.identity] = id }
    if !record.title.isEmpty, idByTitle[record.title] == nil { idByTitle[record.title] = id }
    isChanged = true
  }
}

// A first line names the version. A line for each id follows: the id; `!` if it is contested, then the kind and the
// identity of its holder, or `-`; and its title, if other sources are joined with it. Version 1 had no first line, and
// an id and a title on each of the others.
extension KnownIDs {
  private static let head = "dramatis-ids "
  private static let version = 2

  /// Reads ``text``, also that of earlier versions; nil for that of a newer one.
  public init?(text: String) {
    var lines = text.split(separator: "\n").prefix(2 * Self.limit + 1)
    if let first = lines.first, first.hasPrefix(Self.head),
      let version = Int(first.dropFirst(Self.head.count))
    {
      guard version <= Self.version else { return nil }
      lines = lines.dropFirst()
    } else {
      isFormer = true
    }
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: isFormer ? 1 : 2)
      guard let id = parts.first else { continue }
      var record = Record()
      if parts.count > (isFormer ? 1 : 2) { record.title = String(parts[parts.count - 1]) }
      if !isFormer, parts.count > 1 { record.read(parts[1]) }
      if record.isContested { contested += 1 }
      hasUnheld = hasUnheld || record.isUnheld
      add(String(id), record)
    }
    isChanged = false
  }

  /// Nothing but the version, which tells a new state folder from one of an earlier version.
  public static let beginning = "\(head)\(version)\n"

  public var text: String {
    Self.beginning
      + records.sorted { $0.key < $1.key }.map { id, record in
        let title = record.title.isEmpty ? "" : " \(record.title)"
        return "\(id) \(record.mark)\(title)\n"
      }.joined()
  }
}

extension KnownIDs.Record {
  fileprivate var mark: String {
    (isContested ? "!" : "") + (holder.map { "\($0.kind.rawValue)\($0.identity.hexDigits)" } ?? "-")
  }

  fileprivate mutating func read(_ mark: Substring) {
    isContested = mark.hasPrefix("!")
    let mark = isContested ? mark.dropFirst() : mark
    guard let kind = mark.first.flatMap({ KnownIDs.Kind(rawValue: $0) }),
      let identity = UInt64(mark.dropFirst(), radix: 16)
    else { return }
    holder = KnownIDs.Holder(kind: kind, identity: identity)
  }
}
