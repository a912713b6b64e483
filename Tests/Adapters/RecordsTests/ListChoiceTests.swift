import JSON
import Records
import System
import TestSupport
import Testing

@Suite("The choice of a document's list")
struct ListChoiceTests {
  @Test("Waypoints are a list, and a track of points is refused by name")
  func tracks() throws {
    let points = (0..<5_000).map { "<trkpt lat='1' lon='\($0 % 90)'><ele>\($0)</ele></trkpt>" }.joined()
    let text =
      "<gpx><metadata><name>Rye</name></metadata><trk><trkseg>\(points)</trkseg></trk><trk><trkseg/></trk></gpx>"
    #expect(
      thrown(RecordsError.self) { try RecordGuess(Array(text.utf8)) }?.reason.hasPrefix("it is a track (GPX)")
        == true)
    let places =
      "<gpx><wpt lat='1' lon='2'><name>Mill</name></wpt><wpt lat='3' lon='4'><name>Weir</name></wpt></gpx>"
    #expect(try RecordGuess(Array(places.utf8)).entries == ["wpt"])
  }

  @Test("An object of many objects is the list, not the lists within them")
  func keyed() throws {
    let books = (0..<150).map { index in
      "\"\(index + 500)\": {\"title\": \"Book \(index)\", \"authors\": [{\"fl\": \"Ada\"}, {\"fl\": \"Bo\"}], "
        + "\"prices\": {\"EUR\": {\"name\": \"Euro\"}, \"USD\": {\"name\": \"Dollar\"}}}"
    }
    let guess = try RecordGuess(Array("{\(books.joined(separator: ","))}".utf8))
    #expect(guess.entries == [])
    #expect(guess.count == 150)
  }

  @Test("A KMZ archive is read as the KML in it")
  func zipped() throws {
    let places = (1...4).map { index in
      "<Placemark><name>Mill \(index) of the river</name><Point><coordinates>1\(index).5,52.5</coordinates></Point></Placemark>"
    }
    let text = "<kml><Document>\(places.joined())</Document></kml>"
    let guess = try RecordGuess(Archive.bytes([("images/a.png", "x"), ("doc.kml", text)]))
    #expect(guess.count == 4 && guess.fields.contains { $0.key == "place" })
    let many = (1...2_100).map { "<Placemark id='\($0)'><name>Mill \($0)</name></Placemark>" }.joined()
    let long = Archive.bytes([("doc.kml", "<kml><Document>\(many)</Document></kml>")])
    #expect(try RecordGuess(long).fields.contains { $0.key == "title" })
    #expect(try RecordReader(Numbers(long), as: .xml).form == .xml)
  }

  @Test(
    "A file with zero bytes is none",
    arguments: [
      ("0 HEAD\n1 CHAR UTF-8", "it is not a list but a family tree (GEDCOM); export its people as CSV"),
      ("a\0b", "it is not a list but a binary file, or text that is not in UTF-8 or marked UTF-16"),
      (
        "MZ\u{90}\0\u{3}", "it is not a list but a binary file, or text that is not in UTF-8 or marked UTF-16"
      ),
    ])
  func binary(text: String, reason: String) {
    #expect(thrown(RecordsError.self) { try List(text) }?.description == reason)
  }
}
