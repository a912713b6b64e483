import Catalogs
import Testing

@testable import Website

@Suite("Who is named by whom")
struct MentionsTests {
  /// Titles of those that each entry leads to.
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

  @Test("Those that an entry names come first, in the order of its text, then those that name it")
  func both() {
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
    "What names several, nobody or somebody else leads nowhere",
    arguments: [
      "The Simpson family.", "A clown at the Clown College.", "Voiced by Hank Azaria.",
      "Played by Al Krusty.",
      "Krustyburger.", "krusty.", "The hank of rope.", "",
    ])
  func nobody(text: String) {
    let found = related([
      "Bart Simpson": "", "Lisa Simpson": "", "Krusty the Clown": "", "Hank Scorpio": "", "Al": "",
      "Teller": text,
    ])
    #expect(found["Teller"] == [])
  }

  @Test(
    "A name counts with its possessive, behind a word that begins a sentence, and beside others",
    arguments: ["Krusty’s friend.", "When Krusty comes.", "Moe, Krusty and Ned.", "Hi. Krusty!"])
  func somebody(text: String) {
    #expect(related(["Krusty the Clown": "", "Teller": text])["Teller"] == ["Krusty the Clown"])
  }

  @Test("The longest name counts, and two of the same name are nobody")
  func longest() {
    let found = related([
      "Moe": "", "Moe Green": "", "Ned": "", "Teller": "Moe Green came.", "Liar": "Moe came.",
    ])
    #expect(found["Teller"] == ["Moe Green"])
    #expect(found["Liar"] == [])
  }

  @Test("Nobody leads to more than a few, and a large catalog is not read")
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

  @Test("A detail links them with the view and without the search; one that has nobody says nothing")
  func page() throws {
    let test = try TestSite(TestSite.cast)
    let page = test.text("/entries/bart-simpson?q=bart&view=grid")
    #expect(
      page.contains(
        #/id="related">See also</h2>\s*<ul class="others">\s*<li><a [^>]*href="/entries/lisa-simpson\?view=grid"/#
      ))
    #expect(!test.text("/entries/zoe").contains("See also"))
  }
}
