import ShowFiles
import Testing

@testable import NewShow

@Suite("Guessing a new show")
struct GuessTests {
  @Test("Every accent of the palette is readable", arguments: Guess.palette.map(\.0))
  func palette(accent: String) throws {
    let kind = try #require(NewShowKind.named("cities"))
    let guess = Guess(label: "x", kind: kind, address: nil)
    let document = NewShowDocument(guess: guess, kind: kind, address: nil)
    let text = document.text.replacing(guess.accent, with: accent)
    #expect(throws: Never.self) { try ShowFile(path: "x.json").read(Array(text.utf8)) }
  }

  @Test(
    "The words of a query give the name and the noun",
    arguments: [
      ("http://x.example/?q=star+trek+characters", "Star Trek Characters", "character"),
      ("http://x.example/?a=b&q=capital%20cities", "Capital Cities", "city"),
      ("http://x.example/?q=super+heroes", "Super Heroes", "hero"),
      ("http://x.example/?q=moss", "Moss", "entry"),
      ("http://x.example/", "My Show", "entry"), ("http://x.example/?q=%C3%89clairs", "Éclairs", "éclair"),
    ])
  func words(address: String, name: String, noun: String) throws {
    let kind = try #require(NewShowKind.named("duckduckgo"))
    let guess = Guess(label: "my show", kind: kind, address: address)
    #expect(guess.name == name)
    #expect(guess.noun.one == noun)
  }

  @Test("A suffix must be common to most titles")
  func suffix() {
    #expect(Guess.suffix(of: ["A (X)", "B (X)", "C"]) == " (X)")
    #expect(Guess.suffix(of: ["A (X)", "B (Y)", "C"]) == nil)
    #expect(Guess.suffix(of: ["A (X)"]) == nil)
    #expect(Guess.suffix(of: ["A(X)", "B(X)"]) == nil)
  }

  @Test("Hosts are sorted by their pictures, and domains include subdomains")
  func hosts() {
    #expect(
      Guess.hosts(of: ["http://a.b.example/1", "https://b.example/2", "https://b.example/3", "no"])
        == ["b.example", "*.b.example", "a.b.example"])
  }
}
