import JSON
import Records
import TestSupport
import Testing

@Suite("Guessing what is not shown")
struct LeftOutTests {
  private func guess(_ text: String) throws -> RecordGuess { try RecordGuess(Array(text.utf8)) }

  @Test("Every column is shown, or left out with a reason")
  func columns() throws {
    let rows = (0..<30).map { row in
      "Thing \(row),x,\(row * 3).\(row % 12 + 1).2031,,0\(row + 100),\"\(["red, blue", "blue, round", "round, red"][row % 3])\""
    }
    let guess = try guess((["Name,Same,Bought,Empty,Code,Tags"] + rows).joined(separator: "\n"))
    #expect(
      Set(guess.leftOut.map { "\($0.path): \($0.reason)" }) == [
        "Same: always the same", "Empty: always empty",
      ])
    #expect(guess.facts.map(\.source).contains("Bought"))
    #expect(guess.facts.first { $0.source == "Tags" }?.separator == ",")
    #expect(guess.facts.first { $0.source == "Tags" }?.facet != nil)
    #expect(guess.facts.first { $0.source == "Code" }?.reason == "codes, as they are written, in all 30")
  }

  @Test("A list without titles is titled by what says most, with what tells its records apart")
  func untitled() throws {
    let rows = (0..<30).map { "\(500 + $0),\(["Oak", "Ash", "Elm"][$0 % 3]),\($0 % 7)" }
    let guess = try guess((["tree_id,species,height"] + rows).joined(separator: "\n"))
    let title = try #require(guess.fields.first { $0.key == "title" })
    #expect(title.sources == ["{species} {tree_id}"])
  }

  @Test("Records of several kinds are titled by the first name that each has")
  func alternatives() throws {
    let records = (0..<12).map { index in
      index % 3 == 0 ? "{\"title\": \"Mill \(index)\"}" : "{\"name\": \"Rye \(index)\", \"size\": \(index)}"
    }
    let guess = try RecordGuess(Array(records.joined(separator: "\n").utf8))
    #expect(guess.fields.first { $0.key == "title" }?.sources == ["name || title"])
  }

  @Test("A log is titled by its days")
  func log() throws {
    let lines = (1...9).map { "\($0),2024-05-0\($0),\($0 * 7),\($0 * 3)" }.joined(separator: "\n")
    let guess = try RecordGuess(Array("no,day,miles,fuel\n\(lines)".utf8))
    #expect(guess.fields.first { $0.key == "title" }?.sources == ["day"])
  }

  @Test("Yes and no in another language are a filter, not sections")
  func truths() throws {
    let rows = (0..<12).map { "Cave \($0);\($0 % 3 == 0 ? "oui" : "non")" }
    let guess = try guess((["Nom;Ouvert"] + rows).joined(separator: "\n"))
    #expect(!guess.fields.contains { $0.key == "section" })
    #expect(guess.facts.map(\.source) == ["Ouvert"])
    #expect(guess.facts.first?.facet != nil)
  }

  @Test("A feed begins with its newest entry, and another list does not")
  func newest() throws {
    let items = (1...5).map {
      "<item><title>News \($0)</title><description>What happened on day \($0)</description>"
        + "<pubDate>Mon, 0\($0) Jan 2031 10:00:00 GMT</pubDate></item>"
    }
    let feed = try guess("<rss><channel>\(items.joined())</channel></rss>")
    #expect(feed.newest == "Pub date")
    #expect(try guess("name,published\nAda,2031-01-02\nBo,2031-01-03\nCy,2031-01-04\n").newest == nil)
  }

  @Test("An error names a column with a line break on one line")
  func brokenNames() {
    let error = thrown(RecordsError.self) {
      try RecordGuess(Array("\"sold\nin May\"\nyes\nno\n".utf8))
    }
    #expect(error?.reason.hasSuffix(#"among "sold in May""#) == true)
  }
}
