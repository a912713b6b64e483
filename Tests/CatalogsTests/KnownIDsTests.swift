import Catalogs
import HTML
import Testing

@Suite("Ids that entries keep")
struct KnownIDsTests {
  private static let builder = CatalogBuilder(strippedSuffix: " (Quiet Street)") { markup in
    (SafeHTML(escaping: String(decoding: markup.bytes, as: UTF8.self)), "")
  }

  private func catalog(_ entries: [(key: String, title: String)], keeping known: KnownIDs? = nil) -> Catalog {
    let entries = entries.map { FeedEntry(key: $0.key, title: .plain($0.title)) }
    return Self.builder.catalog(of: FeedContent(entries: entries), keeping: known)
  }

  private func ids(_ catalog: Catalog) -> [String] { catalog.entries.map(\.id) }

  private func known(_ entries: [(key: String, title: String)]) -> KnownIDs {
    var known = KnownIDs()
    let isNew = known.add(catalog(entries))
    #expect(isNew)
    return known
  }

  @Test("What another source calls the same keeps its id, however the title is written")
  func sameTitle() {
    let known = known([("Ada_Quill_(Quiet_Street)", "Ada Quill (Quiet Street)"), ("Bo", "Bo")])
    let other = catalog([("4711", "ÁDA QUILL"), ("17", "Cleo")], keeping: known)
    #expect(ids(other) == ["ada-quill-quiet-street", "cleo-17"])
    #expect(ids(catalog([("4711", "Ada Quill")])) == ["ada-quill-4711"])
  }

  @Test("Of two with one title the first takes the id, and the other has its own")
  func twice() {
    let known = known([("Bo", "Bo")])
    #expect(Set(ids(catalog([("1", "Bo"), ("2", "Bo")], keeping: known))) == ["bo", "bo-2"])
  }

  @Test("An entry whose own id is known keeps it, whatever another of its title is called")
  func own() {
    let known = known([("a1", "Bo"), ("b2", "Bo")])
    let again = catalog([("b2", "Bo"), ("a1", "Bo")], keeping: known)
    #expect(ids(again).sorted() == ["a1", "b2"])
    let renamed = catalog([("a1", "Cleo")], keeping: known)
    #expect(ids(renamed) == ["a1"])
  }

  @Test("What came from the second source keeps its id when the first answers again")
  func backAndForth() {
    var known = known([("x9", "Dora")])
    let second = catalog([("y8", "Dora"), ("z7", "Ede")], keeping: known)
    let isNew = known.add(second)
    #expect(isNew)
    #expect(ids(second) == ["x9", "z7"])
    let first = catalog([("x9", "Dora"), ("w6", "Ede")], keeping: known)
    #expect(ids(first) == ["x9", "z7"])
    let isMore = known.add(first)
    #expect(!isMore)
  }

  @Test("They are kept as a text")
  func text() {
    let known = known([("Ada", "Ada Quill"), ("Bo", "Bo"), ("Two", "Bo")])
    #expect(known.text == "ada ada quill\nbo bo\ntwo \n")
    #expect(KnownIDs(text: known.text) == known)
    #expect(KnownIDs(text: "\n\n") == KnownIDs())
  }

  @Test("Only so many titles are remembered")
  func limit() {
    let lines = (0..<KnownIDs.limit + 5).map { "id\($0) title\($0)\n" }.joined()
    #expect(KnownIDs(text: lines).text.utf8.count { $0 == 10 } == KnownIDs.limit)
  }
}
