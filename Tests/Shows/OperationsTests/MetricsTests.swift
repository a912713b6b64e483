import Catalogs
import Testing
import Website

@testable import HTTPServer
@testable import Operations
@testable import Pictures

@Suite("Metrics")
struct MetricsTests {
  private func request(_ status: Int, kind: Int = 1, nanoseconds: UInt64 = 500_000_000) -> CompletedRequest {
    CompletedRequest(target: [], kind: kind, status: status, nanoseconds: nanoseconds)
  }

  private func text(of shows: [ShowFigures]) -> String {
    String(decoding: Exposition.text(of: shows, connections: 3, version: "1\"2\\3"), as: UTF8.self)
  }

  @Test("Requests of concurrent threads add up, by route and status, with the time that they took")
  func requests() async {
    let meters = Meters()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { for _ in 0..<100 { meters.count(request(200)) } }
      }
    }
    meters.count(request(404))
    let route = Site.routeNames[1]
    let found = text(of: [ShowFigures(meters, faults: [.feed: "away"])])
    for line in [
      "dramatis_http_requests_total{route=\"\(route)\",status=\"200\"} 1600",
      "dramatis_http_requests_total{route=\"\(route)\",status=\"404\"} 1",
      "dramatis_http_request_duration_seconds_sum{route=\"\(route)\"} 800.5",
      "dramatis_http_request_duration_seconds_count{route=\"\(route)\"} 1601",
      "dramatis_degraded{reason=\"feed\"} 1", "dramatis_degraded{reason=\"age\"} 0",
      "dramatis_http_connections 3",
      "dramatis_build_info{version=\"1\\\"2\\\\3\"} 1",
    ] {
      #expect(found.contains("\(line)\n"), "\(line)")
    }
    #expect(!found.contains("dramatis_catalog_entries"))
  }

  @Test("Samples of several shows share one family, with a show label each")
  func labels() {
    let shows = ["a", "b"].map { name in
      let meters = Meters()
      meters.count(.changed)
      meters.countChange(isStored: false)
      let status = OperatorReports.Status(7, .feed(takenAt: 0))
      return ShowFigures(name: name, meters, faults: [:], show: (status, PictureStatistics()))
    }
    let found = text(of: shows)
    #expect(found.ranges(of: "# TYPE dramatis_catalog_entries gauge\n").count == 1)
    for name in ["a", "b"] {
      for line in [
        "dramatis_catalog_entries{show=\"\(name)\"} 7",
        "dramatis_feed_refreshes_total{show=\"\(name)\",outcome=\"changed\"} 1",
        "dramatis_favorites_writes_total{show=\"\(name)\",outcome=\"failed\"} 1",
        "dramatis_picture_cache_bytes{show=\"\(name)\"} 0",
      ] {
        #expect(found.contains("\(line)\n"), "\(line)")
      }
    }
  }

  @Test("A database that does not answer is a fault")
  func database() {
    let meters = Meters()
    let status = OperatorReports.Status(7, .file)
    #expect(meters.faults(of: status, now: 0).isEmpty)
    meters.watchDatabase { true }
    #expect(meters.faults(of: status, now: 0)[.database] == "the database of favorites does not answer")
  }
}
