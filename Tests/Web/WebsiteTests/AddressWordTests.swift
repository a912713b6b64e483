import Catalogs
import Testing

@testable import Website

@Suite("Words of addresses that facts may have as names")
struct AddressWordTests {
  private func catalog(_ facts: FactField...) -> Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: [
          FeedEntry(key: "ada", title: .plain("Ada")) {
            $0.values = Array(repeating: "3", count: facts.count)
          }
        ], facts: facts))
  }

  private func read(_ query: String, _ word: AddressWord, in catalog: Catalog) -> String? {
    QueryReader(Array(query.utf8)[...])[word, in: catalog]
  }

  @Test("A word has its meaning unless a fact of the show has its name", arguments: AddressWord.allCases)
  func free(word: AddressWord) {
    let query = "q=a&\(word.rawValue)=3"
    #expect(read(query, word, in: catalog(FactField("Born"))) == "3")
    // Whether the list can be filtered by the fact or not.
    for isFacet in [true, false] {
      let taken = catalog(FactField("Born"), FactField(word.rawValue.uppercased(), isFacet: isFacet))
      #expect(read(query, word, in: taken) == nil)
      #expect(ListState(QueryReader(Array(query.utf8)[...]), of: taken).filters.count == (isFacet ? 1 : 0))
    }
  }

  @Test("A repeated or missing word has no value, and none of them is refused as the name of a fact")
  func invalid() {
    #expect(read("pane=open&pane=closed", .pane, in: catalog()) == nil)
    #expect(read("pan=open", .pane, in: catalog()) == nil)
    #expect(AddressWord.allCases.allSatisfy { !FactField.reservedNames.contains($0.rawValue) })
  }
}
