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
    let mentions = Mentions(entries, isEnglish: true)
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
        ).entries, isEnglish: true)
    }
    #expect(mentions(20).related(to: 0).count == Mentions.shownLimit)
    #expect(mentions(20).related(to: 9).count == 2)
    #expect(mentions(Mentions.entryLimit + 1).related(to: 9).isEmpty)
  }

  @Test("A detail page links to related entries and keeps the view, but not the search")
  func page() throws {
    let test = try TestSite(TestSite.cast)
    let page = test.text("/entries/bart-simpson?q=bart&view=grid")
    #expect(
      page.contains(
        #/<ul class="portraits">\s*<li><a [^>]*href="/entries/lisa-simpson\?view=grid"/#
      ))
    #expect(!test.text("/entries/zoe").contains("class=\"portraits"))
  }

  /// The relations that descriptions state, such as "Bart: Son of Homer".
  private func told(_ texts: KeyValuePairs<String, String>) -> Set<String> {
    let entries = TestSite.catalog(
      texts.map { FeedEntry(key: $0.key, title: .plain($0.key), description: .plain($0.value)) }
    ).entries
    let mentions = Mentions(entries, isEnglish: true)
    return Set(
      entries.indices.flatMap { position in
        mentions.relations(of: position).filter { !$0.isBack }
          .map { "\(entries[position].title): \($0.label) \(entries[$0.entry].title)" }
      })
  }

  @Test(
    "Plain sentences state relations",
    arguments: [
      ("Ann Bee is the father of Carl Dee.", "Father of Carl Dee"),
      ("Homer Hey's long-lost half-brother, left as a baby.", "Half-brother of Homer Hey"),
      ("Another Name, Carl's eldest daughter.", "Daughter of Carl Dee"),
      ("Wife of Carl Dee, ambitious.", "Wife of Carl Dee"),
      ("Ann \"B\" Bee is a clerk. She is married to Carl Dee.", "Married to Carl Dee"),
      ("A clerk. She was killed by Carl.", "Killed by Carl Dee"),
      ("Ann is the chief of the yard, and is the mother of Carl Dee and Homer.", "Mother of Carl Dee"),
      ("Ann is Carl Dee's second-in-command and driver.", "Second-in-command of Carl Dee"),
      ("They are best friends of Homer Hey and work there.", "Friend of Homer Hey"),
      ("Ann works for Homer.", "Works for Homer Hey"),
    ])
  func plain(text: String, relation: String) {
    let found = told(["Ann Bee": text, "Carl Dee": "", "Homer Hey": ""])
    #expect(found.contains("Ann Bee: \(relation)"), "\(found)")
  }

  @Test(
    "Other sentences state none",
    arguments: [
      "Carl Dee is the father of Homer Hey.", "Carl's best friend is Homer.", "The father of Carl is Homer.",
      "Ann is a clerk whose brother is Carl's boss.", "Ann is not the mother of Carl Dee.",
      "Ann is the former wife of Carl Dee.", "Ann is Carl's ex-wife.",
      "Ann knows that Homer is a friend of Carl.",
      "Carl came by. She is the mother of Homer.", "Ann is a friend of a friend of Homer.",
      "Ann is hated by Homer's boss.", "Ann is the boss of Homer's uncle.",
      "Ann is possibly the aunt of Carl Dee.",
      "Ann is like a mother to Carl Dee.", "Ann was said to be Homer's boss.",
    ])
  func doubtful(text: String) {
    #expect(told(["Ann Bee": text, "Carl Dee": "", "Homer Hey": ""]) == [])
  }
}
