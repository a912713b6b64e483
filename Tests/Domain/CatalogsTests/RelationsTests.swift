import Testing
import Text

@testable import Catalogs

@Suite("Facts whose values name entries")
struct RelationsTests {
  private static let killed = FactField("Killed by", isRelation: true, back: "Killed")

  /// The catalog of titles, each with the values of one fact, separated by bars.
  private func catalog(
    _ field: FactField, _ people: KeyValuePairs<String, String>, key: (String) -> String = { $0 }
  )
    -> Catalog
  {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: people.map { title, values in
          FeedEntry(key: key(title), title: .plain(title)) {
            $0.values = [
              values.split(separator: "|").joined(separator: "\(FeedEntry.valueSeparator)")
            ]
          }
        }, facts: [field]))
  }

  /// The relations of an entry: label and titles, such as "Killed by: Ada, Ben".
  private func relations(_ title: String, in catalog: Catalog) -> [String] {
    let position = catalog.entries.firstIndex { $0.title == title } ?? 0
    return catalog.relations(at: position).map { relation in
      let titles = relation.entries.map { catalog.entries[$0].title }.joined(separator: ", ")
      return "\(relation.label ?? "back"): \(titles)"
    }
  }

  @Test("Both ways, and values that name no entry stay text")
  func bothWays() {
    let catalog = catalog(Self.killed, ["Ada": "ben|the cold", "Ben": "", "Cid": "Ben"])
    #expect(relations("Ada", in: catalog) == ["Killed by: Ben"])
    #expect(relations("Ben", in: catalog) == ["Killed: Ada, Cid"])
    #expect(catalog.unrelatedFacts(at: 0).map { $0.values.map(\.text) } == [["the cold"]])
    #expect(catalog.unrelatedFacts(at: 2).isEmpty)
  }

  @Test("A fact is a relation if half of its different values are titles, however few entries have it")
  func guessed() {
    let names = (0..<40).map { "Name \($0)" }
    func relations(_ values: [String]) -> Int {
      let content = FeedContent(
        entries: names.enumerated().map { index, name in
          FeedEntry(key: name, title: .plain(name)) {
            $0.values = [index < values.count ? values[index] : ""]
          }
        }, facts: [FactField("Friend")])
      let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content)
      return catalog.entries.indices.map { catalog.relations(at: $0).count }.reduce(0, +)
    }
    #expect(relations(["Name 7", "a stranger"]) == 2)
    #expect(relations(["Name 7", "a stranger", "another"]) == 0)
    #expect(relations(names) == 0, "its own title")
  }

  @Test("Titles without brackets, second titles and keys name entries too; two of one name are both offered")
  func names() {
    let show = catalog(Self.killed, ["Bubbles (The Wire)": "", "Ada": "bubbles", "Ben": "Ada (Ben's)"])
    #expect(relations("Ada", in: show) == ["Killed by: Bubbles (The Wire)", "Killed: Ben"])
    let keys = catalog(Self.killed, ["Ada": "12", "Ben": ""], key: { $0 == "Ben" ? "12" : "11" })
    #expect(relations("Ada", in: keys) == ["Killed by: Ben"])
    let twins = catalog(Self.killed, ["Ada": "Eve", "Eve": "", "eve": ""])
    #expect(relations("Ada", in: twins).count == 1)
    #expect(relations("Ada", in: twins)[0].split(separator: ",").count == 2)
  }

  @Test("An entry that names itself, a circle, and more names than are shown")
  func extremes() {
    let circle = catalog(Self.killed, ["Ada": "Ada|Ben", "Ben": "Ada"])
    #expect(relations("Ada", in: circle) == ["Killed by: Ben", "Killed: Ben"])
    let friends = catalog(
      FactField("Friends", isRelation: true, back: "Friends"), ["Ada": "Ben", "Ben": "Ada"])
    #expect(relations("Ada", in: friends) == ["Friends: Ben"])
    let crowd = FeedContent(
      entries: (0..<1_000).map { number in
        FeedEntry(key: "\(number)", title: .plain("Name \(number)")) { $0.values = ["Name 7"] }
      }, facts: [Self.killed])
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: crowd)
    let seven = catalog.entries.firstIndex { $0.title == "Name 7" } ?? 0
    let relation = catalog.relations(at: seven).first
    #expect(relation?.entries.count == Relation.limit)
    #expect(relation?.total == 999)
  }

  @Test("The rarest value that others share")
  func shared() {
    let field = FactField("Voiced by", isRelation: false)
    let catalog = catalog(
      field, ["Ada": "Kim|Lee", "Ben": "Kim", "Cid": "Lee", "Dan": "Lee", "Eve": "Max", "Fay": "", "Gus": ""])
    let rarest = catalog.rarestShared(at: 0, limit: 9)
    #expect(rarest?.value.text == "Kim")
    #expect(rarest?.entries == [1])
    #expect(catalog.rarestShared(at: 4, limit: 9) == nil)
  }
}
