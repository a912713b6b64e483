import JSON
import Records
import TestSupport
import Testing

@Suite("Guessing the fields of a list")
struct GuessTests {
  /// The sources of each field of an entry.
  private func guess(_ text: String) throws -> [String: String] {
    let guess = try RecordGuess(Array(text.utf8))
    return Dictionary(uniqueKeysWithValues: guess.fields.map { ($0.key, $0.sources.joined(separator: " ")) })
  }

  /// A JSON list with a number of records.
  private func list(_ count: Int, _ record: (Int) -> String) -> String {
    "[\((0..<count).map(record).joined(separator: ","))]"
  }

  @Test("Odd names are quoted or left out, and every guess can be parsed")
  func oddNames() throws {
    let long = String(repeating: "long", count: 200)
    let rows = (0..<9).map { "Thing \($0),other,\($0 % 3)" }.joined(separator: "\n")
    let guess = try RecordGuess(Array("title {all},\(long),a.b\n\(rows)".utf8))
    #expect(guess.fields.first?.sources == [#""title {all}""#])
    for source in guess.fields.flatMap(\.sources) + guess.facts.map(\.source) {
      #expect(RecordText(source)?.isPath == true, "\(source)")
    }
  }

  @Test("A table whose first row looks like a record is doubted; years may be names of columns")
  func headers() throws {
    func doubt(_ header: String) throws -> Bool {
      let rows = (0..<12).map { "Person \($0),\($0 + 20),Town \($0 % 3)" }.joined(separator: "\n")
      return try RecordGuess(Array("\(header)\n\(rows)\n".utf8)).doubt != nil
    }
    #expect(try doubt("Person 99,20,Town"))
    #expect(try doubt("Person 99,age,Town 1"))
    #expect(try !doubt("name,age,town"))
    #expect(try !doubt("name,2020,town"))
  }

  @Test("GeoJSON polygons and lines have a place; their types and coordinates are not fields")
  func geometries() throws {
    let features = list(6) { index in
      #"""
      {"type": "Feature", "properties": {"name": "Area \#(index)"},
       "geometry": {"type": "\#(["Polygon", "LineString"][index % 2])", "coordinates": [[[\#(index), 50], [11, 51]]]}}
      """#
    }
    let text = #"{"type": "FeatureCollection", "features": \#(features)}"#
    #expect(try guess(text) == ["title": "properties.name", "place": "geometry"])
    #expect(try RecordGuess(Array(text.utf8)).facts.isEmpty)
  }

  @Test("Markup is a description if its name suggests it, and never a fact")
  func markup() throws {
    let text = list(6) {
      #"{"title": "Item \#($0)", "summary": "<i>s</i> \#($0 % 2)", "more": "<b>x</b> \#($0 % 3)"}"#
    }
    #expect(try guess(text) == ["title": "title", "description": "summary"])
    #expect(try RecordGuess(Array(text.utf8)).facts.isEmpty)
  }

  @Test("The list and the fields of an API's response are found")
  func api() throws {
    let records = list(12) { index in
      #"""
      {"id": \#(index), "name": "Somebody \#(index)", "status": "\#(["alive", "dead"][index % 2])",
       "origin": {"name": "Town", "url": "https://a.example/t"}, "image": "https://a.example/\#(index).jpeg",
       "url": "https://a.example/c/\#(index)", "created": "2017-11-04T18:48:46.250Z",
       "about": "Somebody who does a good many things in this town, day after day, number \#(index)."}
      """#
    }
    let text =
      #"{"info": {"count": 12, "next": "https://a.example/?page=2"}, "data": {"people": \#(records)}}"#
    #expect(
      try guess(text) == [
        "id": "id", "title": "name", "description": "about", "picture": "image", "link": "url",
        "section": "status",
      ])
    #expect(try RecordGuess(Array(text.utf8)).entries == ["data", "people"])
  }

  @Test("Other fields become facts: those with few values facets, numbers and dates orders")
  func facts() throws {
    let text = list(40) { index in
      #"""
      {"id": \#(index), "name": "Somebody \#(index)", "image": "https://a.example/\#(index).png",
       "birth_date": "19\#(10 + index)-01-0\#(index % 9 + 1)", "weight": \#(50 + index % 17),
       "status": {"name": "\#(["Alive", "Dead", "Unknown"][index % 3])"}, "size": \#(index % 7),
       "isTall": \#(index % 2 == 0), "api": "https://a.example/\#(index)", "same": "x", "page": \#(index * 3)}
      """#
    }
    let facts = try RecordGuess(Array(text.utf8), reserved: ["size", "page"]).facts
    let sources = Dictionary(uniqueKeysWithValues: facts.map { ($0.label, $0.source) })
    #expect(sources["Birth date"] == "birth_date")
    #expect(sources["Size value"] == "size")
    #expect(sources["Weight"] == "weight")
    #expect(sources["Is tall"] == "isTall")
    #expect(sources.values.contains { ["id", "name", "image", "api", "same"].contains($0) } == false)
    let born = try #require(facts.first { $0.source == "birth_date" })
    #expect(born.reason == "dates, in all 40")
    #expect(born.order == "dates")
    #expect(born.facet == "40 values, in ranges")
    let tall = try #require(facts.first { $0.source == "isTall" })
    #expect(tall.facet == "2 values, such as false, true")
    #expect(facts.count { $0.facet != nil } <= 4)
  }

  @Test("All columns of a table are facts, in the order of the columns")
  func manyFacts() throws {
    let columns = (0..<20).map { "c\($0)" }
    let rows = (0..<30).map { row in
      "Name \(row)," + columns.indices.map { "\((row * 7 + $0) % (5 + $0))" }.joined(separator: ",")
    }
    let guess = try RecordGuess(
      Array((["name," + columns.joined(separator: ",")] + rows).joined(separator: "\n").utf8))
    #expect(guess.facts.count + guess.leftOut.count == 20)
    #expect(guess.facts.count { $0.facet != nil } == 4)
    #expect(guess.facts.count { $0.order != nil } == 6)
    let places = guess.facts.compactMap { columns.firstIndex(of: $0.source) }
    #expect(places == places.sorted())
  }

  @Test("Labels have the usual form of initialisms and units")
  func labels() throws {
    let rows = (1...4).map { "Tree \($0),978-3-16-\($0),\($0 * 7),a\($0)\n" }.joined()
    let guess = try RecordGuess(Array("name,isbn_old,height cm,cm\n\(rows)".utf8))
    #expect(guess.facts.map(\.label) == ["ISBN old", "Height (cm)", "Cm"])
  }

  @Test("A nested title goes with the picture and link beside it")
  func nested() throws {
    let text = list(8) { index in
      #"""
      {"actor": {"name": "Player \#(index / 2)", "image": "https://a.example/p/\#(index).png"},
       "part": {"name": "Part \#(index)", "image": "https://a.example/c/\#(index).png"}}
      """#
    }
    #expect(try guess(text) == ["title": "part.name", "subtitle": "actor.name", "picture": "part.image"])
  }

  @Test("Latitude and longitude may have a common prefix")
  func prefixedPlaces() throws {
    let rows = (0..<6).map { "s\($0),Stop \($0),\($0).5,4\($0).25,5\($0).125,7\($0).5\n" }.joined()
    let found = try guess("stop_id,stop_name,flat,stop_lat,stop_lon,other_lon\n" + rows)
    #expect(found["place"] == "stop_lat stop_lon")
    #expect(try guess("name,from_lat,to_lon\n" + rows.replacing("Stop ", with: ""))["place"] == nil)
  }

  @Test("If titles repeat, any unique field named as an id is the id")
  func repeatedTitles() throws {
    let rows = (0..<9).map { "\($0),\($0 == 8 ? "Prelude" : "Song \($0)"),\($0 % 7)\n" }.joined()
    #expect(try guess("TrackId,Name,GenreId\n" + rows)["id"] == nil)
    #expect(try guess("TrackId,Name,GenreId\n" + rows + "9,Prelude,1\n")["id"] == "TrackId")
  }

  @Test("Media types, credits and authors' links are ignored")
  func others() throws {
    let text = list(9) { index in
      #"""
      {"title": "Book \#(index)", "type": "image/\#(["png", "jpeg", "gif"][index % 3])",
       "attribution": "Taken by somebody who lives in a house number \#(index) of some street",
       "author": {"uri": "https://a.example/\#(index)"}, "scheme": "https://b.example/\#(index)"}
      """#
    }
    #expect(try guess(text) == ["title": "title"])
  }

  @Test("Columns in another language are recognised by name and position")
  func table() throws {
    let rows = [
      "Ahorn;Acer palmatum;Beet 1", "Buche;Fagus;Beet 2", "Efeu;Hedera helix;Beet 1",
      "Flieder;Syringa;Beet 2",
    ]
    let text = "Nr;Pflanze;Botanisch;Standort\n" + rows.enumerated().map { "\($0 + 1);\($1)\n" }.joined()
    let found = try guess(text)
    #expect(found["title"] == "Pflanze")
    #expect(found["section"] == "Standort")
    #expect(found["subtitle"] == "Botanisch")
  }

  @Test("Several sections in one column are split")
  func split() throws {
    let text =
      "title,subject\n"
      + (0..<9).map { "Picture \($0),\(["Sea; Ships", "Sea", "Town; Ships"][$0 % 3])\n" }.joined()
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.split == ";")
    #expect(
      guess.fields.first { $0.key == "section" }?.reason == "3 values, such as Sea, Ships, Town; in all 9")
  }

  @Test(
    "Places are recognised as numbers, text and GeoJSON",
    arguments: [
      (#""lat": 48.1, "lng": 9.5"#, "lat lng"),
      (#""at": {"Latitude": "48.1", "Longitude": "9.5"}"#, "at.Latitude at.Longitude"),
      (#""coord": {"type": "literal", "value": "Point(9.5 48.1)"}"#, "coord.value"),
      (#""geometry": {"type": "Point", "coordinates": [9.5, 48.1]}"#, "geometry"),
      (#""where": "48.1, 9.5""#, "where"),
    ])
  func places(member: String, path: String) throws {
    #expect(try guess(list(5) { #"{"name": "Thing \#($0)", \#(member)}"# })["place"] == path)
  }

  @Test("In an Atom feed, link and picture are chosen by relation")
  func feeds() throws {
    let atom = (0..<4).map { index in
      """
      <entry><id>urn:\(index)</id><title type="text">Book \(index)</title><author><name>Writer \(index)</name></author>
      <link rel="self" href="https://a.example/\(index).xml"/><link href="https://a.example/\(index)"/>
      <link rel="http://opds-spec.org/image" href="https://a.example/\(index).jpg" type="image/jpeg"/>
      <category term="\(["Novel", "Play"][index % 2])"/><summary>What it is about, in more than a few words.</summary></entry>
      """
    }
    #expect(
      try guess("<feed xmlns='http://www.w3.org/2005/Atom'><title>Books</title>\(atom.joined())</feed>") == [
        "id": "id", "title": "title", "subtitle": "author.name", "description": "summary",
        "link": "link@alternate.@href",
        "picture": #""link@http://opds-spec.org/image".@href"#, "section": "category.@term",
      ])
  }

  @Test("Keys of an object of objects are ids")
  func objects() throws {
    let text = #"{"q": {"pages": {"17": {"title": "A town", "n": 1}, "18": {"title": "A river", "n": 2}}}}"#
    #expect(try guess(text) == ["id": "@key", "title": "title"])
  }

  @Test(
    "A list without titles is refused with the names of its fields",
    arguments: [
      #"[{"a": true, "b": 1.5}, {"a": false, "b": 2.5}]"#, "a,b\nyes,1.5\nno,2.5\n",
    ])
  func untitled(text: String) {
    let error = thrown(RecordsError.self) { try RecordGuess(Array(text.utf8)) }
    #expect(error?.reason.hasPrefix("nothing in its 2 records looks like a title") == true)
    #expect(error?.reason.hasSuffix(#"among "a", "b""#) == true)
  }

  @Test("The text of an XML record is a field")
  func ownText() throws {
    let records = (1...5).map { "<p n='\($0)'>Some longer text about the thing of number \($0)</p>" }
    let guess = try RecordGuess(Array("<a>\(records.joined())</a>".utf8))
    #expect(guess.fields.contains { $0.sources == ["#text"] })
    #expect(guess.fields.allSatisfy { $0.sources.allSatisfy { RecordText($0) != nil } })
  }
}
