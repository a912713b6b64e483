import Catalogs
import Testing

@testable import Website

@Suite("Mentions of other entries")
struct MentionsTests {
  /// Titles of the related entries of each entry.
  private func related(_ texts: KeyValuePairs<String, String>) -> [String: [String]] {
    let entries = TestSite.catalog(
      texts.map { FeedEntry(key: $0.key, title: .plain($0.key), description: .plain($0.value)) }
    ).entries
    let mentions = Mentions(entries)
    return Dictionary(
      uniqueKeysWithValues: entries.indices.map { position in
        (entries[position].title, mentions.related(to: position).map { entries[$0].title })
      })
  }

  @Test("Mentioned entries come first, in text order, then mentioning entries")
  func order() {
    let found = related([
      "Moe Szyslak": "Bart telephones, and Barney Gumble drinks. Bart again.",
      "Bart Simpson": "Brother of Lisa.",
      "Lisa Simpson": "Plays for Moe.", "Barney Gumble": "",
    ])
    #expect(found["Moe Szyslak"] == ["Bart Simpson", "Barney Gumble", "Lisa Simpson"])
    #expect(found["Lisa Simpson"] == ["Moe Szyslak", "Bart Simpson"])
    #expect(found["Barney Gumble"] == ["Moe Szyslak"])
  }

  @Test(
    "Parts of names, other names and lower case are not mentions",
    arguments: [
      "The Simpson family.", "A clown at the Clown College.", "Voiced by Hank Azaria.",
      "Played by Al Krusty.",
      "Krustyburger.", "krusty.", "The hank of rope.", "",
    ])
  func otherNames(text: String) {
    let found = related([
      "Bart Simpson": "", "Lisa Simpson": "", "Krusty the Clown": "", "Hank Scorpio": "", "Al": "",
      "Teller": text,
    ])
    #expect(found["Teller"] == [])
  }

  @Test(
    "A name is a mention with a possessive, behind the first word, and in a list",
    arguments: ["Krusty’s friend.", "When Krusty comes.", "Moe, Krusty and Ned.", "Hi. Krusty!"])
  func forms(text: String) {
    #expect(related(["Krusty the Clown": "", "Teller": text])["Teller"] == ["Krusty the Clown"])
  }

  @Test("The longest name is the mention, and an ambiguous name is ignored")
  func longest() {
    let found = related([
      "Moe": "", "Moe Green": "", "Ned": "", "Teller": "Moe Green came.", "Liar": "Moe came.",
    ])
    #expect(found["Teller"] == ["Moe Green"])
    #expect(found["Liar"] == [])
  }

  @Test("Related entries are limited, and a large catalog is not read")
  func bounds() {
    func mentions(_ count: Int) -> Mentions {
      Mentions(
        TestSite.catalog(
          (0..<count).map {
            FeedEntry(key: "\($0)", title: .plain("Name\($0)"), description: .plain("Name0, Name1"))
          }
        ).entries)
    }
    #expect(mentions(20).related(to: 0).count == Mentions.shownLimit)
    #expect(mentions(20).related(to: 9).count == 2)
    #expect(mentions(Mentions.entryLimit + 1).related(to: 9).isEmpty)
  }

  @Test("A detail page links to related entries and keeps the view, but not the search")
  func page() throws {
    let test = try TestSite(TestSite.cast)
    let page = test.text("/entries/bart-simpson?q=bart&view=grid")
    #expect(page.contains(#/<ul class="others">\s*<li><a [^>]*href="/entries/lisa-simpson\?view=grid"/#))
    #expect(!test.text("/entries/zoe").contains("class=\"others"))
  }
}
