import JSON
import Records
import Testing

@Suite("Exports of services")
struct ServiceExportTests {
  @Test("The cards of a board are its list, rather than the longer list of what happened to them")
  func board() throws {
    let cards = (0..<9).map { #"{"id": "\#($0)", "name": "Card \#($0)", "desc": "A text of this card."}"# }
    let actions = (0..<30).map { #"{"id": "a\#($0)", "data": {"card": {"name": "Card \#($0 % 9)"}}}"# }
    let text =
      #"{"actions": [\#(actions.joined(separator: ","))], "cards": [\#(cards.joined(separator: ","))]}"#
    #expect(try RecordGuess(Array(text.utf8)).entries == ["cards"])
    // A short list beside the records is none.
    let hits = (0..<40).map {
      #"{"score": 1, "source": {"title": "Title \#($0)", "text": "Some words about it."}}"#
    }
    let answer =
      #"{"hits": [\#(hits.joined(separator: ","))], "kinds": [{"name": "a"}, {"name": "b"}, {"name": "c"}]}"#
    #expect(try RecordGuess(Array(answer.utf8)).entries == ["hits"])
  }

  @Test("The name of a tag is no title of a post")
  func posts() throws {
    let posts = (0..<20).map { number in
      let tags = number % 4 == 0 ? ##"{"name": "#cat\##(number)"}"## : ""
      return
        ##"{"id": "\##(number)", "object": {"content": "<p>Some thoughts about number \##(number).</p>", "##
        + ##""tag": [\##(tags)]}}"##
    }
    let guess = try RecordGuess(Array("[\(posts.joined(separator: ","))]".utf8))
    #expect(guess.fields.first { $0.key == "title" }?.sources == ["object.content"])
  }

  @Test("Dates of zeros are unknown, and a count of 0 and 1 is a number")
  func zeros() throws {
    let rows = (0..<12).map { "Thing \($0),\($0 % 2),\($0 % 3 == 0 ? "0000-00-00" : "2024-01-\(10 + $0)")" }
    let guess = try RecordGuess(Array("name,Read Count,start\n\(rows.joined(separator: "\n"))".utf8))
    #expect(guess.facts.first { $0.source == "Read Count" }?.reason.hasPrefix("numbers") == true)
    #expect(guess.facts.first { $0.source == "start" }?.reason.hasPrefix("dates") == true)
  }
}
