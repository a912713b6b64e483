import TestSupport
import Testing
import Text

@testable import Catalogs

@Suite("Known ids")
struct KnownIDsTests {
  private static let builder = CatalogBuilder(strippedSuffix: " (Quiet Street)") { markup in
    (SafeHTML(escaping: String(decoding: markup.bytes, as: UTF8.self)), "")
  }

  private typealias Pair = (key: String, title: String)

  private func catalog(_ entries: [FeedEntry], keeping known: inout KnownIDs) -> Catalog {
    var writer = CatalogWriter(Self.builder, facts: [], keeping: known)
    for entry in entries { writer.append(entry) }
    let built = writer.finish(FeedContent(entries: []))
    known = built.known ?? known
    return Self.builder.catalog(of: built.arrays)
  }

  private func entries(_ pairs: [Pair]) -> [FeedEntry] {
    pairs.map { FeedEntry(key: $0.key, title: .plain($0.title)) }
  }

  /// The ids by the keys, in the order of the entries.
  private func ids(_ entries: [FeedEntry], keeping known: inout KnownIDs) -> [String] {
    let catalog = catalog(entries, keeping: &known)
    return entries.compactMap { entry in
      catalog.entries.first { $0.link == entry.link && $0.picture == String(entry.identityHash) }?.id
    }
  }

  /// Entries with their identity in the picture, for tests to find.
  private func marked(_ entries: [FeedEntry]) -> [FeedEntry] {
    entries.map { entry in
      var entry = entry
      entry.picture = String(entry.identityHash)
      return entry
    }
  }

  private func ids(_ pairs: [Pair], keeping known: inout KnownIDs) -> [String] {
    ids(marked(entries(pairs)), keeping: &known)
  }

  /// Entries with the title as key, and a number as the hash of all other fields.
  private func titled(_ records: [(title: String, rest: UInt64)]) -> [FeedEntry] {
    marked(
      records.map { record in
        var entry = FeedEntry(key: record.title, title: .plain(record.title))
        entry.fingerprint = record.rest
        return entry
      })
  }

  /// Entries with an address as key, and the title as slug.
  private func linked(_ pairs: [Pair]) -> [FeedEntry] {
    marked(entries(pairs)).map { entry in
      var entry = entry
      if case .plain(let title) = entry.title { entry.slug = title }
      return entry
    }
  }

  private func joined(_ pairs: [Pair] = []) -> KnownIDs {
    var known = KnownIDs()
    known.joinsTitles = true
    _ = catalog(entries(pairs), keeping: &known)
    return known
  }

  // MARK: Several sources

  @Test("An entry keeps its id in another source with the same folded title")
  func sameTitle() {
    var known = joined([("Ada_Quill_(Quiet_Street)", "Ada Quill (Quiet Street)"), ("Bo", "Bo")])
    #expect(
      ids([("4711", "ÁDA QUILL"), ("17", "Cleo")], keeping: &known) == ["ada-quill-quiet-street", "cleo-17"])
    var none = KnownIDs()
    #expect(ids([("4711", "Ada Quill")], keeping: &none) == ["ada-quill-4711"])
  }

  @Test("Two entries with one title in another source do not take the id")
  func twice() {
    var known = joined([("Bo", "Bo")])
    #expect(ids([("1", "Bo"), ("2", "Bo")], keeping: &known) == ["bo-1", "bo-2"])
  }

  @Test("An entry with a known id keeps it, beside another with its title")
  func own() {
    var known = joined([("a1", "Bo"), ("b2", "Bo")])
    #expect(ids([("b2", "Bo"), ("a1", "Bo")], keeping: &known) == ["b2", "a1"])
    #expect(ids([("a1", "Cleo")], keeping: &known) == ["a1"])
  }

  @Test("An entry of the second source keeps its id when the first answers again")
  func backAndForth() {
    var known = joined([("x9", "Dora")])
    #expect(ids([("y8", "Dora"), ("z7", "Ede")], keeping: &known) == ["x9", "z7"])
    #expect(ids([("x9", "Dora"), ("w6", "Ede")], keeping: &known) == ["x9", "z7"])
  }

  // MARK: One source

  @Test("Entries with one title all get a suffix, in any order of the list")
  func sameTitles() {
    let list = titled([("Chair", 1), ("Chair", 2), ("Lamp", 3)])
    var (one, other) = (KnownIDs(), KnownIDs())
    let ids = ids(list, keeping: &one)
    #expect(ids[0].hasPrefix("chair-") && ids[1].hasPrefix("chair-") && ids[0] != ids[1] && ids[2] == "lamp")
    #expect(self.ids(list.reversed(), keeping: &other) == ids.reversed())
  }

  @Test("An entry keeps its plain id when a duplicate of its title appears; the id is never reused")
  func laterDuplicate() {
    var known = KnownIDs()
    #expect(ids(titled([("Chair", 1)]), keeping: &known) == ["chair"])
    let both = ids(titled([("Chair", 2), ("Chair", 1)]), keeping: &known)
    #expect(both[1] == "chair" && both[0] != "chair")
    #expect(ids(titled([("Chair", 2)]), keeping: &known) == [both[0]])
    #expect(ids(titled([("Chair", 3)]), keeping: &known).first?.hasPrefix("chair-") == true)
    #expect(ids(titled([("Chair", 1), ("Chair", 2)]), keeping: &known) == both.reversed())
  }

  @Test("A record with a unique title keeps its id when its other fields change")
  func correction() {
    var known = KnownIDs()
    #expect(ids(titled([("Chair", 1)]), keeping: &known) == ["chair"])
    #expect(ids(titled([("Chair", 2)]), keeping: &known) == ["chair"])
    #expect(ids(titled([("Chair", 1), ("Chair", 2)]), keeping: &known)[1] == "chair")
  }

  @Test("Entries with a key keep their ids when titles change; the ids are never reused")
  func keys() {
    var known = KnownIDs()
    #expect(ids(linked([("e.org/1", "Chiar"), ("e.org/2", "Lamp")]), keeping: &known) == ["chiar", "lamp"])
    #expect(ids(linked([("e.org/1", "Chair"), ("e.org/2", "Lamp")]), keeping: &known) == ["chiar", "lamp"])
    #expect(ids(linked([("e.org/3", "Lamp")]), keeping: &known).first?.hasPrefix("lamp-") == true)
    #expect(ids([("17", "Ada")], keeping: &known) == ["ada-17"])
    #expect(ids([("17", "Eda")], keeping: &known) == ["ada-17"])
  }

  @Test("A list that gets a key keeps the ids of its titles")
  func newKey() {
    var known = KnownIDs()
    _ = ids(titled([("Chair", 1), ("Lamp", 2)]), keeping: &known)
    #expect(ids(linked([("e.org/1", "Chair"), ("e.org/2", "Lamp")]), keeping: &known) == ["chair", "lamp"])
  }

  @Test("Different keys with one slug keep their ids when one is removed")
  func sameSlug() {
    var known = KnownIDs()
    #expect(ids([("A_b", "One")], keeping: &known) == ["a-b"])
    let both = ids([("A-b", "Two"), ("A_b", "One"), ("a-b", "Three")], keeping: &known)
    #expect(both[1] == "a-b" && Set(both).count == 3)
    #expect(ids([("A-b", "Two")], keeping: &known) == [both[0]])
    #expect(ids([("a-b", "Three")], keeping: &known) == [both[2]])
    #expect(ids([("a.b", "Four")], keeping: &known).first?.hasPrefix("a-b-") == true)
  }

  @Test("Ids differ even if 32-bit hashes collide, or a title equals an id")
  func suffixes() throws {
    var known = KnownIDs()
    let alike = titled([("Untitled", 98_802), ("Untitled", 100_507)])
    #expect(ids(alike, keeping: &known).map(\.utf8.count).sorted() == [17, 25])
    var other = KnownIDs()
    let suffixed = try #require(ids(titled([("Chair", 1), ("Chair", 2)]), keeping: &other).first)
    var again = KnownIDs()
    let list = titled([("Chair", 1), ("Chair", 2), (suffixed, 3)])
    #expect(Set(ids(list, keeping: &again)).count == 3)
  }

  // MARK: File

  @Test("Ids survive being written and read")
  func text() throws {
    var known = KnownIDs()
    let list = titled([("Chair", 1), ("Chair", 2), ("Lamp", 3)]) + linked([("e.org/1", "Rug")])
    let ids = ids(list, keeping: &known)
    #expect(known.isChanged && known.text.hasPrefix("dramatis-ids 2\n"))
    var read = try #require(KnownIDs(text: known.text))
    #expect(!read.isChanged && read.text == known.text)
    #expect(self.ids(list.reversed(), keeping: &read) == ids.reversed())
    #expect(!read.isChanged)
    #expect(KnownIDs(text: "dramatis-ids 3\nlamp ?\n") == nil)
    #expect(KnownIDs(text: KnownIDs.beginning)?.text == KnownIDs.beginning)
  }

  @Test("Joined titles are written and read")
  func joinedText() throws {
    let known = joined([("Ada", "Ada Quill"), ("Bo", "Bo"), ("Two", "Bo")])
    var read = try #require(KnownIDs(text: known.text))
    read.joinsTitles = true
    #expect(ids([("4", "ada QUILL")], keeping: &read) == ["ada"])
  }

  @Test("A file of version 1 has nothing that is kept")
  func former() throws {
    var known = try #require(KnownIDs(text: "ada-quill ada quill\nbo bo\n"))
    #expect(
      ids([("4", "Ada Quill")], keeping: &known) == ["ada-quill-4"]
        && known.text.hasPrefix("dramatis-ids 2\n"))
  }
}

extension KnownIDs {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }

  fileprivate init?(text: String) { self.init(Array(text.utf8)) }
}
