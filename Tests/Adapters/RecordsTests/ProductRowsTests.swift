import JSON
import Records
import Testing

@Suite("Exports of shops and of services")
struct ProductRowsTests {
  @Test("The rows of a product's further pictures and variants belong to it")
  func products() throws {
    let text = """
      Handle,Title,Image Src,Variant Price,Option1 Value
      lamp,Brass lamp,https://x.example/1.jpg,12,S
      lamp,,https://x.example/2.jpg,14,M
      lamp,,https://x.example/3.jpg,,
      bowl,Clay bowl,https://x.example/4.jpg,5,
      bowl,Another bowl,https://x.example/5.jpg,6,
      rug,,https://x.example/6.jpg,9,S
      rug,Wool rug,,9,M
      """
    let list = try List(text)
    #expect(list["Title"] == ["Brass lamp", "Clay bowl", "Another bowl", "Wool rug"])
    #expect(list.records[0]["Image Src"]?.array?.count == 3)
    #expect(list.records[0][#"Variant Price"#] == .array([.string("12"), .string("14")]))
    #expect(list.records[3]["Variant Price"] == .string("9"))
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.fields.first { $0.key == "title" }?.sources == ["Title"])
    #expect(guess.fields.first { $0.key == "picture" }?.sources == ["Image Src"])
    #expect(guess.fields.first { $0.key == "id" } == nil)
    let different = try RecordGuess(Array(text.replacing("bowl,Another", with: "pot,Clay").utf8))
    #expect(different.fields.first { $0.key == "id" }?.sources == ["Handle"])
  }

  @Test("A table with a handle and a title alone has a record for each row")
  func others() throws {
    #expect(try List("Handle,Title\na,One\na,\n").records.count == 2)
  }

  @Test("Of two lists of one name the one with records counts")
  func twice() throws {
    let text = #"{"type": "OrderedCollection", "items": [], "items": [{"name": "Ada"}, {"name": "Bo"}]}"#
    #expect(try List(text, entries: ["items"])["name"] == ["Ada", "Bo"])
    #expect(try RecordGuess(Array(text.utf8)).entries == ["items"])
    #expect(try List(#"{"items": []}"#, entries: ["items"]).records.isEmpty)
  }

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
