import System
import Testing

@Suite("Report throttle")
struct ReportThrottleTests {
  @Test("A text is reported once in a period, counted from its report")
  func once() {
    var throttle = ReportThrottle(period: 60, limit: 8)
    #expect(throttle.line(for: "down", at: 0) == "down")
    #expect(throttle.line(for: "down", at: 59) == nil)
    #expect(throttle.line(for: "down", at: 60) == "down")
  }

  @Test("Alternating texts are each reported once")
  func turns() {
    var throttle = ReportThrottle(period: 60, limit: 8)
    let lines = ["a", "b", "a", "b"].map { throttle.line(for: $0, at: 1) }
    #expect(lines == ["a", "b", nil, nil])
  }

  @Test("Beyond the limit one closing line is reported, until the period ends")
  func limit() {
    var throttle = ReportThrottle(period: 60, limit: 2, closing: "no more")
    let lines = (0..<5).map { throttle.line(for: "\($0)", at: 1) }
    #expect(lines == ["0", "1", "no more", nil, nil])
    #expect(throttle.line(for: "5", at: 61) == "5")
  }
}
