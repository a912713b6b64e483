import Favorites
import TestSupport
import Testing

@Suite("Lists that a visitor named")
struct NamedListTests {
  private func favorite(_ id: String, at time: Int = 7) throws -> Favorite {
    try #require(Favorite(id: id, title: "Title of \(id)", addedAt: time))
  }

  private func label(_ name: String, _ color: ListColor = .green) throws -> ListLabel {
    try #require(ListLabel(name: name, color: color))
  }

  /// "To visit" with Bart, and "Besuchen 東京" with Lisa and Marge; Homer is a favorite.
  private func visitor() throws -> FavoriteList {
    var list = try FavoriteList([favorite("homer")])
    for change in [
      FavoriteChange.addList(try label("To visit"), with: try favorite("bart")),
      .addList(try label("Besuchen 東京", .pink), with: nil),
      .put(try favorite("lisa"), in: "besuchen"), .put(try favorite("marge", at: 9), in: "besuchen"),
    ] { list = try list.changed(by: change) }
    return list
  }

  private func contents(_ list: FavoriteList) -> [[String]] {
    list.lists.map { [$0.id, $0.label.name] + $0.entries.favorites.map(\.id) }
  }

  @Test("A list keeps its id with a new name, and names are distinct")
  func renaming() throws {
    let list = try visitor()
    let renamed = try list.changed(by: .changeList("to-visit", label("Seen", .blue)))
    #expect(renamed.lists[0].id == "to-visit")
    #expect(try renamed.lists[0].label == label("Seen", .blue))
    let again = try renamed.changed(by: .addList(label("To visit"), with: nil))
    #expect(again.lists.map(\.id) == ["to-visit", "besuchen", "to-visit-2"])
    #expect(throws: FavoritesError.listNameTaken("To visit")) {
      try list.changed(by: .changeList("besuchen", label("To visit")))
    }
    for change in [
      FavoriteChange.put(try favorite("abe"), in: "other"), .take("abe", from: "other"),
      .changeList("other", try label("Other")),
    ] {
      #expect(throws: FavoritesError.noSuchList) { try list.changed(by: change) }
    }
    #expect(try list.changed(by: .removeList("other")) == list)
    #expect(try contents(list.changed(by: .removeList("to-visit"))).count == 1)
    // A list of that name is used, not made twice.
    let more = try list.changed(by: .addList(label("To visit", .red), with: favorite("abe")))
    #expect(more.lists[0].entries.count == 2 && more.lists.count == 2)
  }

  @Test("Merging joins lists by their names, and keeps every entry")
  func merging() throws {
    let (one, other) = (try visitor(), try FavoriteList([favorite("bart")]))
    let both = try other.changed(by: .addList(label("Besuchen 東京"), with: favorite("abe"))).changed(
      by: .merge(one))
    #expect(both.ids == ["bart", "homer"])
    #expect(
      contents(both) == [
        ["besuchen", "Besuchen 東京", "abe", "lisa", "marge"], ["to-visit", "To visit", "bart"],
      ])
    #expect(try both.changed(by: .merge(one)) == both)
  }

  @Test("Lists distinguish the fingerprints")
  func fingerprints() throws {
    let list = try visitor()
    let others = [
      try list.changed(by: .take("lisa", from: "besuchen")), try list.changed(by: .removeList("to-visit")),
      try list.changed(by: .changeList("to-visit", label("To visit", .red))),
      try FavoriteList(list.favorites),
    ]
    #expect(Set((others + [list]).map(\.fingerprint)).count == 5)
    #expect(try visitor().fingerprint == list.fingerprint)
    #expect(FavoriteList().fingerprint == 0)
  }

  @Test("A document with lists has version 2, which older programs refuse, and one without version 1")
  func documents() throws {
    let list = try visitor()
    let text = String(decoding: list.exported(show: "simpsons"), as: UTF8.self)
    #expect(text.contains(#""version": 2,"#))
    #expect(text.contains(#"{"id": "to-visit", "name": "To visit", "color": "green","#))
    #expect(try FavoriteList(importing: Array(text.utf8), show: "simpsons") == list)
    let none = try list.changed(by: .removeList("to-visit")).changed(by: .removeList("besuchen"))
    #expect(String(decoding: none.exported(show: "x"), as: UTF8.self).contains(#""version": 1,"#))
    let empty = try FavoriteList().changed(by: .addList(label("\"<&\\"), with: nil))
    #expect(try FavoriteList(importing: empty.exported(show: "x"), show: "x") == empty && !empty.isEmpty)
  }

  @Test(
    "Each fault of a list is reported",
    arguments: [
      (#""x""#, "lists: expected an array of lists, found a string"),
      (#"[1]"#, "lists.0: expected an object, found a number"),
      (#"[{"name": "A", "color": "red", "entries": []}]"#, "lists.0.id: is missing"),
      (#"[{"id": "A", "name": "A", "color": "red", "entries": []}]"#, "lists.0.id: expected an id"),
      (#"[{"id": "a", "name": " ", "color": "red", "entries": []}]"#, "lists.0.name: expected a name"),
      (#"[{"id": "a", "name": "A", "color": "mauve", "entries": []}]"#, "lists.0.color: expected one of red"),
      (#"[{"id": "a", "name": "A", "color": "red"}]"#, "lists.0.entries: is missing"),
      (#"[{"id": "a", "name": "A", "color": "red", "entries": {}}]"#, "lists.0.entries: expected an array"),
      (
        #"[{"id": "a", "name": "A", "color": "red", "entries": [1]}]"#,
        "lists.0.entries.0: expected an object"
      ),
      (#"[{"id": "a", "name": "A", "color": "red", "entries": [], "x": 1}]"#, "lists.0.x: unknown key"),
    ])
  func faults(lists: String, fault: String) {
    let document = #"{"version": 2, "show": "simpsons", "entries": [], "lists": \#(lists)}"#
    do {
      _ = try FavoriteList(importing: Array(document.utf8), show: "simpsons")
      Issue.record("read")
    } catch FavoritesError.notUnderstood(let faults) {
      #expect(faults.map(\.description).contains { $0.hasPrefix(fault) }, "\(faults)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("A document of many lists, or of lists with many entries, is refused within little memory")
  func bombs() {
    let entry = #"{"id": "bart", "title": "B", "time": "2026-11-20T19:45:10Z"}"#
    func list(_ id: Int) -> String {
      #"{"id": "l-\#(id)", "name": "\#(id)", "color": "red", "entries": [\#(entry)]}"#
    }
    let lists = (0..<20_000).map(list).joined(separator: ",")
    #expect(throws: FavoritesError.self) {
      try FavoriteList(
        importing: Array(#"{"version": 2, "show": "x", "entries": [], "lists": [\#(lists)]}"#.utf8), show: "x"
      )
    }
  }
}
