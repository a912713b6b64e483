import JSON
import Records
import Testing

@Suite("The choice of a document's list")
struct ListChoiceTests {
  private func opml(_ body: String) -> String {
    "<opml><head><title>x</title></head><body>\(body)</body></opml>"
  }

  @Test("The feeds of an outline are found in any folder, whose title they have")
  func outlines() throws {
    let text = opml(
      """
      <outline text='Top' xmlUrl='u:0'/><outline title='Light' text='l'><outline text='Lamps' xmlUrl='u:1'/>
      <outline text='Oil'><outline text='Wicks' xmlUrl='u:2'/></outline><outline text='Bulbs' xmlUrl='u:3'/></outline>
      """)
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.entries == ["outline"])
    let list = try List(text, entries: guess.entries)
    #expect(list["@text"] == ["Top", "Lamps", "Wicks", "Bulbs"])
    #expect(list["@folder"] == ["Light", "Oil", "Light"])
  }

  @Test("An outline without addresses, and one whose path is given, are read as any XML")
  func plainOutlines() throws {
    let text = opml("<outline text='Anvil'><outline text='Bell'/></outline><outline text='Cart'/>")
    #expect(try RecordGuess(Array(text.utf8)).entries == ["body", "outline"])
    let feeds = opml("<outline text='A'><outline text='B' xmlUrl='u'/></outline><outline text='C'/>")
    #expect(try List(feeds, entries: ["body", "outline"])["@text"] == ["A", "C"])
  }

  @Test("The placemarks of KML are found in any folder")
  func placemarks() throws {
    let text = """
      <kml><Document><name>x</name><Placemark><name>Well</name></Placemark><Folder><name>North</name><Folder>
      <name>Far</name><Placemark><name>Oak</name></Placemark></Folder><Placemark><name>Lime</name></Placemark></Folder>
      </Document></kml>
      """
    let list = try List(text)
    #expect(list.entries == ["Placemark"])
    #expect(list["name"] == ["Well", "Oak", "Lime"])
    #expect(list["@folder"] == ["Far", "North"])
  }

  @Test("A track is one entry with its first point, whether it has a name or not")
  func tracks() throws {
    let points = (0..<50_000).map { "<trkpt lat='1' lon='\($0 % 90)'><ele>\($0)</ele></trkpt>" }.joined()
    let text =
      "<gpx><metadata><name>Rye</name></metadata><trk><trkseg>\(points)</trkseg></trk><trk><trkseg/></trk></gpx>"
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.entries == ["trk"])
    let list = try List(text, entries: guess.entries)
    #expect(list["name"] == ["Rye", "Track 2"])
    #expect(list["trkseg.trkpt.ele"] == ["0"])
  }

  @Test("A document about one object is a record")
  func singleXML() throws {
    let parts = "<title>Vase</title><actor>Ada</actor><actor>Bo</actor>"
    for (text, entries) in [
      ("<l:lido xmlns:l='u'>\(parts)</l:lido>", ["l:lido"]), ("<wrap><lido>\(parts)</lido></wrap>", ["lido"]),
      ("<collection><record>\(parts)</record></collection>", ["record"]),
    ] {
      let guess = try RecordGuess(Array(text.utf8))
      #expect(guess.entries == entries)
      #expect(try List(text, entries: entries)["title"] == ["Vase"])
    }
  }

  @Test("A list with titles precedes a longer one without, in XML and in JSON")
  func titled() throws {
    let points = (0..<50).map { "<trkpt lat='1' lon='\($0)'><ele>\($0)</ele></trkpt>" }.joined()
    let ways = ["Hut", "Peak"].map { "<wpt lat='1' lon='2'><name>\($0)</name></wpt>" }.joined()
    #expect(
      try List("<gpx>\(ways)<trk><name>T</name><trkseg>\(points)</trkseg></trk></gpx>").entries == ["wpt"])
    let log = (0..<50).map { #"{"t": \#($0), "of": {"level": 2}}"# }.joined(separator: ",")
    for name in [#""name": "Ada""#, #""title": {"rendered": "Ada"}"#, #""attributes": {"Title": "Ada"}"#] {
      let text = #"{"log": [\#(log)], "in": {"things": [{\#(name)}, {\#(name)}]}}"#
      #expect(try RecordGuess(Array(text.utf8)).entries == ["in", "things"])
    }
  }

  @Test("Posts without titles precede their authors, and data what it refers to")
  func texts() throws {
    let authors = #"[{"name": "Ada", "about": "\#(String(repeating: "x", count: 500))"}, {"name": "Bo"}]"#
    let posts = (0..<9).map { #"{"id": \#($0), "content_html": "<p>Some words of number \#($0)</p>"}"# }
    let text =
      "{\"authors\": [{\"name\": \"Ada\"}, {\"name\": \"Bo\"}], \"items\": [\(posts.joined(separator: ","))]}"
    #expect(try RecordGuess(Array(text.utf8)).entries == ["items"])
    let api =
      "{\"data\": [{\"attributes\": {\"title\": \"Anvil\"}}, {\"attributes\": {\"title\": \"Bell\"}}], \"included\": \(authors)}"
    #expect(try RecordGuess(Array(api.utf8)).entries == ["data"])
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
}
