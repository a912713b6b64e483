import Catalogs
import Testing

@testable import Website

@Suite("The beginnings of rows")
struct WordingTests {
  @Test(
    "A text in a row does not repeat the title",
    arguments: [
      ("Lime", "Lime. A tree.", "A tree."), ("Lime", "LIME – a tree", "A tree"), ("Lime", "Lime", ""),
      ("Linde", "Linde ist ein Baum", "…ist ein Baum"), ("Lime", "Limestone", "Limestone"),
      ("Lime", "Lime-green", "Lime-green"),
      ("Lime", "A lime tree", "A lime tree"), ("Lime", "Lime: “tall”", "“tall”"),
      ("زيزفون", "زيزفون: شجرة", "شجرة"),
      ("Just set up my new…", "Just set up my new server and it runs", "…server and it runs"),
      ("Just set up my new…", "Just set up my newest server", "Just set up my newest server"),
      ("A", "A tree", "A tree"),
    ])
  func titles(title: String, text: String, line: String) {
    #expect(Wording.continuation(of: text, after: title, isLine: true) == line)
  }

  @Test(
    "In a longer text, a title that is the subject stays", arguments: ["Linde ist ein Baum", "Lindes Baum"])
  func subject(text: String) {
    #expect(Wording.continuation(of: text, after: "Linde", isLine: false) == text)
  }

  private static let few = (0..<30).map { $0 % 3 == 0 ? "A large tree of the north \($0)" : "No \($0)" }
  private static let actors = (0..<30).map {
    "Character on the HBO drama The Wire, played by \($0 < 16 ? "actor" : "actress") \($0)"
  }

  @Test("What a third of at least thirty begin with is left out, from a comma or a word on")
  func openings() {
    let few = CommonOpenings(Self.few)
    #expect(few.leftOut(of: "A large tree of the south") == "…south")
    #expect(few.leftOut(of: "A large tree of the north") == "…north")
    #expect(few.leftOut(of: "A larger tree of the north") == "A larger tree of the north")
    let same = "A text of more than forty-eight letters that stands in each row"
    #expect(CommonOpenings(Self.few.map { _ in same }).leftOut(of: same).isEmpty)
    #expect(
      CommonOpenings(Self.few.map { _ in "Coniferous tree" }).leftOut(of: "Coniferous tree")
        == "Coniferous tree")
    #expect(CommonOpenings(Self.few.dropLast(3)).leftOut(of: Self.few[0]) == Self.few[0])
    let actors = CommonOpenings(Self.actors)
    #expect(actors.leftOut(of: Self.actors[0]) == "Played by actor 0")
    #expect(actors.leftOut(of: "Character on the HBO drama The Wire") == "…Wire")
  }

  @Test("Rows leave it out, details and JSON do not")
  func rows() throws {
    let test = try TestSite(
      Self.actors.enumerated().map { number, text in
        FeedEntry(key: "k\(number)x", title: .plain("Role \(number)"), description: .plain(text))
      })
    #expect(test.text("/").contains("<small>Played by actor 0</small>"))
    #expect(test.text("/entries/k0x").contains(Self.actors[0]))
    #expect(test.text("/entries.json").contains(Self.actors[0]))
    #expect(test.text("/?q=role").contains("<small>Character on the HBO"))
  }
}
