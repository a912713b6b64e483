import JSON
import Records
import Testing

@Suite("Guessing the fields of documents and feeds")
struct DeepGuessTests {
  private func guess(_ text: String) throws -> [String: String] {
    let guess = try RecordGuess(Array(text.utf8))
    return Dictionary(uniqueKeysWithValues: guess.fields.map { ($0.key, $0.sources.joined(separator: " ")) })
  }

  private func facts(_ text: String) throws -> [String: String] {
    let facts = try RecordGuess(Array(text.utf8)).facts
    return Dictionary(uniqueKeysWithValues: facts.map { ($0.label, $0.source) })
  }

  private func list(_ count: Int = 6, _ record: (Int) -> String) -> String {
    "[\((0..<count).map(record).joined(separator: ","))]"
  }

  private func feed(_ count: Int = 6, _ item: (Int) -> String) -> String {
    "<rss><channel>\((0..<count).map { "<item>\(item($0))</item>" }.joined())</channel></rss>"
  }

  @Test("Titles, persons and pictures are found in their objects")
  func deep() throws {
    let text = list { index in
      #"""
      {"name": {"common": "Land \#(index)", "official": "Republic of Land \#(index)"}, "capital": ["Town \#(index)"],
       "creator": [{"full_name": "Person \#(index)", "role": "artist"}], "media": {"image": {"url": "u:/\#(index).png"}},
       "latlng": [\#(index), 170.5]}
      """#
    }
    #expect(
      try guess(text) == [
        "title": "name.common", "subtitle": "creator.full_name", "picture": "media.image.url",
        "place": "latlng",
      ])
    let translated = list { #"{"title": {"de": "Ding \#($0)", "en": "Thing \#($0)"}, "x": "y z \#($0)"}"# }
    #expect(try guess(translated)["title"] == "title.en")
  }

  @Test("Two numbers are a place only if their name says so")
  func pairs() throws {
    #expect(
      try guess(list { #"{"name": "A \#($0)", "coordinates": [\#($0).5, 50.5]}"# })["place"] == "coordinates")
    #expect(try guess(list { #"{"name": "A \#($0)", "sizes": [\#($0).5, 50.5]}"# })["place"] == nil)
    #expect(try guess(list { #"{"name": "A \#($0)", "coordinates": [\#($0).5, 500]}"# })["place"] == nil)
  }

  @Test("What most records have alike, a date and the role of a person are no subtitles")
  func subtitles() throws {
    let roles = list(9) {
      #"{"title": "T \#($0)", "people": {"role": "\#($0 < 5 ? "by" : "after")", "name": "x"}}"#
    }
    #expect(try guess(roles)["subtitle"] == nil)
    let same = list(9) { #"{"title": "T \#($0)", "artist": "\#($0 == 0 ? "Ada" : "unknown")"}"# }
    #expect(try guess(same)["subtitle"] == nil)
    let dated = feed { "<title>T \($0)</title><pubDate>Mon, 0\($0 + 1) Jan 2031 10:00:00 GMT</pubDate>" }
    #expect(try guess(dated)["subtitle"] == nil)
    #expect(try facts(dated) == ["Pub date": "pubDate"])
  }

  @Test("A picture that most records have, or of a person, is not the picture if there is another")
  func pictures() throws {
    let logo = list(9) {
      #"{"title": "T \#($0)", "image": "https://a.example/\#($0 == 0 ? "x" : "logo").png"}"#
    }
    #expect(try guess(logo)["picture"] == nil)
    let posts = list(9) { index in
      let media = index % 2 == 0 ? #"[{"preview_url": "https://a.example/\#(index).jpg"}]"# : "[]"
      return
        #"{"title": "T \#(index)", "account": {"avatar": "https://a.example/a\#(index).png"}, "media": \#(media)}"#
    }
    #expect(try guess(posts)["picture"] == "media.preview_url")
  }

  @Test("Names and values are fields, and not lists of names")
  func namesAndValues() throws {
    let text =
      "<osm>"
      + (0..<6).map { index in
        """
        <node id='\(index)' lat='50.\(index)' lon='9.5'><tag k='name' v='Inn \(index)'/><tag k='kind' v='\(index % 2 + 5)'/></node>
        """
      }.joined() + "</osm>"
    #expect(try guess(text) == ["id": "@id", "title": "tag@name", "place": "@lat @lon"])
    #expect(try facts(text).values.contains("tag@kind"))
    #expect(try facts(text).values.allSatisfy { !$0.contains("@k") || $0 == "tag@kind" })
  }

  @Test("An element with a code is no name and value if each record has one")
  func codes() throws {
    let countries = ["<c code='DE'>Germany</c>", "<c code='FR'>France</c>"]
    let text = "<a>" + (0..<8).map { "<r><title>T \($0)</title>\(countries[$0 % 2])</r>" }.joined() + "</a>"
    #expect(try guess(text) == ["title": "title", "section": "c"])
    #expect(try facts(text).values.allSatisfy { !$0.hasPrefix("c@") })
  }

  @Test("A library's records are read by their numbers")
  func library() throws {
    let text =
      "<collection>"
      + (0..<6).map { index in
        """
        <record><controlfield tag='001'>k\(index)</controlfield>
        <datafield tag='040'><subfield code='a'>XY\(index % 3)</subfield></datafield>
        <datafield tag='100'><subfield code='a'>Writer \(index),</subfield></datafield>
        <datafield tag='245'><subfield code='a'>Book \(index) /</subfield><subfield code='c'>by</subfield></datafield>
        <datafield tag='260'><subfield code='b'>House \(index),</subfield></datafield>
        <datafield tag='520'><subfield code='a'>What happens in it, in more than a few words: \(index).</subfield></datafield>
        <datafield tag='856'><subfield code='u'>https://a.example/\(index)</subfield></datafield></record>
        """
      }.joined() + "</collection>"
    func path(_ field: String) -> String { "datafield@\(field.dropLast()).subfield@\(field.suffix(1))" }
    #expect(
      try guess(text) == [
        "id": "controlfield@001", "title": path("245a"), "subtitle": path("100a"),
        "description": path("520a"),
        "link": path("856u"),
      ])
    #expect(try facts(text) == ["Publisher": path("260b")])
  }

  @Test("The place of a placemark is its geometry, not the view of it")
  func geometries() throws {
    let shapes = [
      "<Point><coordinates>9.5,48.5</coordinates></Point>",
      "<LineString><tessellate>1</tessellate><coordinates>9.5,48.5,0 9.6,48.6,0</coordinates></LineString>",
    ]
    let text =
      "<kml><Document>"
      + (0..<6).map { index in
        """
        <Placemark><name>Spot \(index)</name><LookAt><latitude>4\(index).5</latitude><longitude>9.5</longitude></LookAt>
        <Style><LineStyle><width>\(index)</width></LineStyle></Style>\(shapes[index % 2])</Placemark>
        """
      }.joined() + "</Document></kml>"
    #expect(
      try guess(text.replacing("9.5,48.5<", with: "9.5,48.5,0<")) == [
        "title": "name", "place": "LineString.coordinates || Point.coordinates",
      ])
    #expect(try facts(text).isEmpty)
  }

  @Test("The points of a track have their first place")
  func tracks() throws {
    let points = "<trkpt lat='47.5' lon='11.5'/><trkpt lat='47.6' lon='11.6'/>"
    let text = "<gpx>\((0..<3).map { "<trk><name>Way \($0)</name>\(points)</trk>" }.joined())</gpx>"
    #expect(try guess(text)["place"] == "trkpt.@lat trkpt.@lon")
  }

  @Test("A code or a group of a record without a title is no title")
  func weakTitles() throws {
    let text = feed(2) {
      "<guid>urn:a-\($0)</guid><category>Kind \($0)</category><description>A post of the day \($0).</description>"
    }
    #expect(try guess(text)["title"] == "description")
  }

  @Test("An address among the titles, and the kind of a text, change nothing")
  func oddTitles() throws {
    let text =
      "<feed xmlns='http://www.w3.org/2005/Atom'>"
      + (0..<5).map {
        "<entry><title type='html'>\($0 == 2 ? "https://a.example/" : "Title \($0)")</title><id>urn:\($0)</id></entry>"
      }.joined() + "</feed>"
    #expect(try guess(text) == ["id": "id", "title": "title"])
    let prefixed = text.replacing("<", with: "<a:").replacing("<a:/", with: "</a:").replacing(
      "xmlns", with: "xmlns:a")
    #expect(try guess(prefixed) == ["id": "a:id", "title": "a:title"])
  }

  @Test("A feed without titles is titled by its texts")
  func untitled() throws {
    let text = feed {
      "<guid>g\($0)</guid><description>&lt;p&gt;A post about number \($0).&lt;/p&gt;</description>"
    }
    #expect(try guess(text) == ["id": "guid", "title": "description", "description": "description"])
    #expect(
      try RecordGuess(Array(text.utf8)).fields.first { $0.key == "title" }?.reason
        == "the beginning of the text, since there is no title")
    let rare = feed(20) {
      "\($0 == 3 ? "<title>One</title>" : "")<description>A post about number \($0).</description>"
    }
    #expect(try guess(rare) == ["title": "title", "description": "description"])
  }

  @Test("An episode has its own picture, its length in time, and its file as a link")
  func podcast() throws {
    let text = feed { index in
      """
      <title>Talk \(index)</title><itunes:title>\(index)</itunes:title><itunes:duration>00:3\(index):05</itunes:duration>
      <itunes:image href='https://a.example/\(index).jpg'/><guid>talk-\(index)</guid>
      <enclosure url='https://a.example/\(index).mp3' length='12\(index)' type='audio/mpeg'/>
      """
    }.replacing("<rss>", with: "<rss xmlns:itunes='urn:i'>")
    #expect(
      try guess(text) == [
        "id": "guid", "title": "title", "picture": "itunes:image.@href", "link": "enclosure.@url",
      ])
    #expect(try facts(text) == ["Duration": "itunes:duration"])
  }

  @Test("The elements of a text are no fields of their own")
  func mixed() throws {
    let text =
      "<a>"
      + (0..<6).map { index in
        "<e><title>Word \(index)</title><def>The <hi>word \(index)</hi> is one of <lang>old</lang> use, sea \(index).</def></e>"
      }.joined() + "</a>"
    #expect(try guess(text) == ["title": "title", "description": "def"])
    #expect(try facts(text).isEmpty)
  }

  @Test("A property list's values have the names before them")
  func propertyList() throws {
    let tracks = (1...6).map { index in
      "<key>\(index)</key><dict><key>Track ID</key><integer>\(index)</integer><key>Name</key><string>Song \(index)"
        + " of the sea</string><key>Loved</key><\(index % 2 == 0)/></dict>"
    }
    let text =
      "<plist><dict><key>Version</key><integer>1</integer><key>Tracks</key><dict>\(tracks.joined())</dict></dict></plist>"
    #expect(try guess(text)["title"] == "Name")
    #expect(try facts(text)["Loved"] == "Loved")
  }

  @Test("A KMZ archive is read as the KML in it")
  func zipped() throws {
    let places = (1...4).map { index in
      "<Placemark><name>Mill \(index) of the river</name><Point><coordinates>1\(index).5,52.5</coordinates></Point></Placemark>"
    }
    let text = "<kml><Document>\(places.joined())</Document></kml>"
    let archive = Archive.bytes([("images/a.png", "x"), ("doc.kml", text)])
    let guess = try RecordGuess(archive)
    #expect(guess.fields.contains { $0.key == "place" })
    #expect(guess.count == 4)
  }
}
