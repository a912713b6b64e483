import Catalogs
import HTTPServer
import Synchronization
import Testing

@testable import Website

@Suite("Maps")
struct MapTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(Self.towns)
  }

  private static let towns = [
    FeedEntry(key: "1", title: .plain("Denver, US")) {
      $0.coordinate = Coordinate(latitude: 39.7392, longitude: -104.9847)
    },
    FeedEntry(key: "2", title: .plain("Boulder, US")) {
      $0.coordinate = Coordinate(latitude: 40.015, longitude: -105.2705)
    },
    FeedEntry(key: "3", title: .plain("Suva <FJ>")) {
      $0.coordinate = Coordinate(latitude: -18.1416, longitude: 178.4415)
    },
    FeedEntry(key: "4", title: .plain("Atlantis")),
  ]

  @Test("A detail page has a map, its description and links to other maps")
  func detail() {
    let page = test.text("/entries/denver-us-1")
    #expect(
      page.contains(#/<svg class="map" id="map" viewBox="0 0 400 \d+" role="group" aria-label="Denver, US/#))
    #expect(page.contains("<image href=\"/map.svg\" "))
    #expect(!page.contains("class=\"portrait\""))
    #expect(
      page.contains(
        "https://www.openstreetmap.org/?mlat=39.7392&amp;mlon=-104.9847#map=11/39.7392/-104.9847"))
    #expect(page.contains("geo:39.7392,-104.9847?q=39.7392,-104.9847(Denver%2C%20US)"))
  }

  @Test("Without a chosen entry, the map shows all places of the list")
  func overview() throws {
    let page = test.text("/?q=boulder")
    #expect(page.contains("class=\"overview\" src=\"/map.svg?q=boulder\" alt=\"1 of 4"))
    #expect(test.text("/?part=results&q=boulder").contains("data-map=\"/map.svg?q=boulder\""))
    let all = test.get("/map.svg")
    #expect(all.status == 200)
    #expect(all.header("Content-Type")?.hasPrefix("image/svg+xml") == true)
    #expect(!String(decoding: all.body, as: UTF8.self).contains("<circle"))
    let found = String(decoding: test.get("/map.svg?q=boulder").body, as: UTF8.self)
    let dots = found.components(separatedBy: "<g class=\"found\"")
    #expect(dots.count == 2 && dots[1].components(separatedBy: "h0").count == 2)
    #expect(try TestSite(TestSite.cast).get("/map.svg").status == 404)
  }

  @Test("On each day the overview has a pin at the entry of the day, if it has a place")
  func pin() throws {
    let clock = Mutex(TestSite.now)
    let test = try TestSite(Self.towns) { clock.withLock { $0 } }
    var pins = 0
    for _ in 0..<40 {
      clock.withLock { $0 += 86_400 }
      let page = test.text("/")
      let hasPin = page.contains("<svg class=\"pin\" viewBox=\"0 0 400 ")
      #expect(hasPin != page.contains(#/class="hero" href="/entries/atlantis-4/#))
      pins += hasPin ? 1 : 0
    }
    #expect((1..<40).contains(pins))
    #expect(!test.text("/entries/denver-us-1").contains("class=\"pin\""))
  }

  @Test("An entry without a place has no map")
  func noPlace() {
    let page = test.text("/entries/atlantis-4")
    #expect(!page.contains("class=\"map\""))
    #expect(test.get("/map/atlantis-4.svg").status == 404)
    #expect(test.get("/map/unknown.svg").status == 404)
  }

  @Test("The map of an entry is an SVG with its own CSP and an ETag, and shows its place")
  func drawing() throws {
    let drawing = test.get("/map/suva-fj-3.svg")
    #expect(drawing.status == 200)
    #expect(drawing.header("Content-Type") == "image/svg+xml; charset=utf-8")
    #expect(drawing.header("Cache-Control") == "public, max-age=86400")
    #expect(String(decoding: drawing.body, as: UTF8.self).contains("<g class=\"found\""))
    #expect(
      drawing.header("Content-Security-Policy") == "default-src 'none'; style-src 'unsafe-inline'")
    let etag = try #require(drawing.header("ETag"))
    #expect(test.get("/map/suva-fj-3.svg", headers: [("If-None-Match", etag)]).status == 304)
    #expect(test.get("/map/denver-us-1.svg", headers: [("If-None-Match", etag)]).status == 200)
  }

  /// Forty places in a row, each 8 km from the next.
  private static let row = (0..<40).map { number in
    FeedEntry(key: "t\(number)", title: .plain("T\(number), US")) {
      $0.coordinate = Coordinate(
        latitude: 47 + Double(number) * 0.07, longitude: 8 + Double(number % 3) * 0.2)
      $0.values = ["1"]
    }
  }

  @Test("A neighbour is a link with its name, without the country code if both have the same")
  func neighbours() throws {
    let site = try TestSite(Self.row)
    let page = site.text("/entries/t20?view=grid&q=t")
    let links = page.matches(
      of: #/<a href="\/entries\/t(\d+)\?view=grid"><rect class="spot" [^>]+><text [^>]+>T(\d+)<\/text><\/a>/#)
    #expect(links.count > 3 && links.allSatisfy { $0.1 == $0.2 })
  }

  @Test(
    "Two links lead closer and farther, as far as there is a step",
    arguments: [
      ("", "1", nil), ("&zoom=0", "1", nil), ("&zoom=1", "2", ""), ("&zoom=2", nil, "1"),
      ("&zoom=x", "1", nil),
      ("&zoom=3", "1", nil), ("&zoom=-1", "1", nil), ("&zoom=01", "1", nil), ("&zoom=", "1", nil),
    ] as [(String, String?, String?)])
  func zooms(query: String, closer: String?, farther: String?) {
    let page = test.text("/entries/denver-us-1?q=den\(query)")
    func link(_ zoom: String?, _ word: String) -> Bool {
      let more = zoom.map { $0.isEmpty ? "" : "&amp;zoom=\($0)" } ?? ""
      return page.contains("href=\"/entries/denver-us-1?q=den\(more)#map\">\(word)</a>")
    }
    #expect(link(closer, "Closer") == (closer != nil) && link(farther, "Farther") == (farther != nil))
  }

  @Test("A closer map shows less, and its neighbours keep the scale")
  func closer() throws {
    let spread = try TestSite(Self.row)
    let dots = ["0", "1", "2"].map { zoom in
      spread.text("/entries/t20?zoom=\(zoom)").components(separatedBy: "h0").count
    }
    #expect(dots[0] > dots[1] && dots[1] > dots[2], "\(dots)")
    let page = spread.text("/entries/t20?zoom=2")
    #expect(page.contains(#/<a href="\/entries\/t\d+\?zoom=2">/#))
  }

  @Test("A name in the drawing is escaped")
  func escaped() throws {
    let site = try TestSite(
      ["<script>", "\"&'"].map { title in
        FeedEntry(key: title, title: .plain(title)) { $0.coordinate = Coordinate(latitude: 1, longitude: 1) }
      })
    let page = site.text("/entries.json")
    #expect(page.contains("script"))
    for entry in site.site.published.value.context.catalog.entries {
      #expect(!site.text("/entries/\(entry.id)").contains("><script>"))
    }
  }

  @Test(
    "Coordinates are written without an exponent",
    arguments: [(0.00000001, "0"), (-0.5, "-0.5"), (12, "12.0")])
  func degrees(latitude: Double, text: String) throws {
    let links = MapLinks(try #require(Coordinate(latitude: latitude, longitude: 0)), title: "x")
    #expect(links.geo == "geo:\(text),0?q=\(text),0(x)")
  }
}
