import Catalogs
import Configuration
import Favorites
import Foundation
import HTTPServer
import JSON
import Pictures
import TestSupport
import Testing
import Text

@testable import Website

/// A site with the project's templates and the test's entries.
struct TestSite {
  let site: Site

  /// The moment of these tests: 21 June 2026 in every time zone.
  static let now = 1_782_036_000
  static let clock: @Sendable () -> Int = { now }

  /// The project's own resources.
  static let resources = projectFolder

  /// Read once for all tests.
  static let shared = Resources(resources)

  init(
    _ entries: [FeedEntry], sections: [Section] = [], facts: [FactField] = [], show: Show? = nil,
    provenance: Provenance = .file, phase: ListPhase = ListPhase(.served), base: String = "",
    pictures: PictureCache? = nil, favorites: (any FavoritesStore)? = nil, reports: OperatorReports? = nil,
    origins: [String] = [], possible: [String] = [], now: @escaping @Sendable () -> Int = Self.clock,
    resources: String = Self.resources
  ) throws {
    let show = try show ?? Self.show()
    site = try Site(
      SiteParts(
        show: show, catalog: Self.catalog(entries, sections, facts), provenance: provenance,
        addresses: try #require(Addresses(base: base)),
        resources: resources == Self.resources
          ? try Self.reading() : ResourceReading(of: show, in: Resources(resources))
      ) {
        $0.phase = phase
        $0.pictures = pictures
        $0.favorites = favorites
        $0.reports = reports
        $0.origins = { origins }
        $0.possibleOrigins = { possible }
        $0.now = now
      })
  }

  /// The project's own resources for the show of these tests, read once for all tests because that is slow.
  static func reading() throws -> ResourceReading { try oneReading.get() }
  private static let oneReading = Result { ResourceReading(of: try show(), in: shared) }

  /// - Parameter rows: nil for the default.
  static func show(_ name: String = "Test Viewer", match: String = "contains", rows: String? = nil) throws
    -> Show
  {
    let file = #"""
      {"name":"\#(name)","shortName":"Test","packageID":"com.example.viewer","feed":{},
       "language":"en","search":{"match":"\#(match)"},"noun":{"one":"character","many":"characters"},
       "nouns":{"de":{"one":"Figur","many":"Figuren"},"ar":{"one":"شخصية","many":"شخصيات",
         "counted":{"zero":"لا شيء","one":"شخصية واحدة","other":"{count} شخصية"}}},
       "translations":{"de":{"name":"Testbetrachter","credit":"Daten von Tests","labels":{"Status":"Zustand"}}},
       "looks":{"accent":"#1b62b5","tile":"#ffd84d","pictureAspect":"3:4","icon":"icons/simpsons.svg"\#(rows.map { #","rows":"\#($0)""# } ?? "")},
       "credit":{"text":"Data by tests","link":"https://example.org/"}}
      """#
    return try Show(
      JSONValue(parsing: Array(file.utf8)), slug: "test", markupLevels: ["description"]
    ) { $0.ignoreRest() }
  }

  static func catalog(
    _ entries: [FeedEntry], _ sections: [Section] = [], _ facts: [FactField] = []
  ) -> Catalog {
    // The entries of these tests have no markup for a sanitizer.
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }
      .catalog(of: FeedContent(entries: entries, sections: sections, facts: facts))
  }

  /// Three characters with descriptions.
  static let cast = [
    FeedEntry(
      key: "Bart_Simpson", title: .plain("Bart Simpson"), description: .plain("Brother of Lisa & Maggie."),
      link: "https://example.org/Bart"),
    FeedEntry(
      key: "Lisa_Simpson", title: .plain("Lisa Simpson"), description: .plain("Plays the saxophone.")),
    FeedEntry(key: "Zoë", title: .plain("Zoë <Z>"), description: .plain("Nobody's sister.")),
  ]

  func get(_ target: String, headers: [(String, String)] = [], method: Method = .get, body: String = "")
    -> Response
  {
    // As browsers do: what isn't found is plain text for others.
    let accepted = headers.contains { $0.0 == "Accept" } ? [] : [("Accept", "text/html,*/*")]
    let request = Request(method: method, target: target, headers: headers + accepted, body: Array(body.utf8))
    return site.answer(request).response
  }

  func text(_ target: String) -> String { String(decoding: get(target).body, as: UTF8.self) }
}

extension Response {
  func header(_ name: String) -> String? { headers.first { $0.0 == name }?.1 }
}

extension VisitorCookie {
  /// The visitor in a request's cookie.
  func visitor(of request: Request) -> SentVisitor {
    request.withHeader("Cookie") { visitor(in: $0) } ?? SentVisitor()
  }
}
