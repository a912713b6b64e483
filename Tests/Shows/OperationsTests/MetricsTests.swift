import Operations
import Testing

@Suite("Metrics")
struct MetricsTests {
  @Test("Counts of concurrent threads add up")
  func tally() async {
    let tally = Tally(3)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<1_000 {
            tally.add(to: 0)
            tally.add(5, to: 2)
          }
        }
      }
    }
    #expect(tally.value(of: 0) == 16_000)
    #expect(tally.value(of: 1) == 0)
    #expect(tally.value(of: 2) == 80_000)
  }

  @Test("A histogram bucket counts times up to and including its bound")
  func histogram() {
    let histogram = Histogram(bounds: [0.001, 0.01, 1])
    for time: UInt64 in [0, 1_000_000, 1_000_001, 10_000_000, 2_000_000_000] {
      histogram.observe(nanoseconds: time)
    }
    let reading = histogram.reading
    #expect(reading.counts == [2, 4, 4])
    #expect(reading.count == 5)
    #expect(abs(reading.sum - 2.012000001) < 1e-9)
  }

  @Test("Samples of several shows share one family, with a show label each")
  func labels() {
    var exposition = Exposition()
    for show in ["a", "b"] {
      exposition.common = [("show", show)]
      exposition.family("x_total", .counter, "Counts.", [.init(1, [("route", "list")])])
      exposition.family("y_bytes", .gauge, "Bytes.", 2)
    }
    #expect(
      String(decoding: exposition.bytes, as: UTF8.self) == """
        # HELP x_total Counts.
        # TYPE x_total counter
        x_total{show="a",route="list"} 1
        x_total{show="b",route="list"} 1
        # HELP y_bytes Bytes.
        # TYPE y_bytes gauge
        y_bytes{show="a"} 2
        y_bytes{show="b"} 2

        """)
  }

  @Test("Each family has one HELP and TYPE line, and label values are escaped")
  func text() {
    var exposition = Exposition()
    exposition.family(
      "a_total", .counter, "Counts \\ and\nmore.",
      [.init(3, [("route", "x\"y\\z\n")]), .init(0.25, [("route", "b"), ("status", "200")])])
    exposition.family("b_bytes", .gauge, "Bytes.", 268_435_456)
    exposition.family("none", .gauge, "Nothing.", [])
    let histogram = Histogram(bounds: [0.0005, 0.01])
    histogram.observe(nanoseconds: 1_000_000)
    exposition.histograms(
      "c_seconds", "Time.", bounds: histogram.bounds, [(labels: [("route", "x")], reading: histogram.reading)]
    )
    #expect(
      String(decoding: exposition.bytes, as: UTF8.self) == #"""
        # HELP a_total Counts \\ and\nmore.
        # TYPE a_total counter
        a_total{route="x\"y\\z\n"} 3
        a_total{route="b",status="200"} 0.25
        # HELP b_bytes Bytes.
        # TYPE b_bytes gauge
        b_bytes 268435456
        # HELP c_seconds Time.
        # TYPE c_seconds histogram
        c_seconds_bucket{route="x",le="0.0005"} 0
        c_seconds_bucket{route="x",le="0.01"} 1
        c_seconds_bucket{route="x",le="+Inf"} 1
        c_seconds_sum{route="x"} 0.001
        c_seconds_count{route="x"} 1

        """#)
  }
}
