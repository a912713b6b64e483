import Testing

@testable import Fetching

@Suite("The deadline of a transfer")
struct PaceTests {
  private let start = ContinuousClock.now
  private var rules: FetchRules {
    var rules = FetchRules(timeout: .seconds(10))
    rules.pace = 1_000
    return rules
  }

  @Test("Without a pace it stays where it is")
  func none() {
    var pace = Pace(FetchRules(timeout: .seconds(10)), start + .seconds(10))
    #expect(pace.fault(after: 1 << 30, from: "a", at: start + .seconds(9)) == nil)
    let fault = FetchError.timedOut(host: "a", after: .seconds(10))
    #expect(pace.fault(after: 2 << 30, from: "a", at: start + .seconds(10)) == fault)
  }

  @Test("An answer that keeps the pace takes any time")
  func kept() {
    var pace = Pace(rules, start + .seconds(10))
    for second in 1...100 {
      #expect(pace.fault(after: 200 * second, from: "a", at: start + .seconds(second)) == nil)
    }
  }

  @Test("An answer that becomes slower ends after the timeout")
  func slower() {
    var pace = Pace(rules, start + .seconds(10))
    #expect(pace.fault(after: 5_000, from: "a", at: start + .seconds(4)) == nil)
    #expect(pace.fault(after: 5_999, from: "a", at: start + .seconds(13)) == nil)
    let fault = FetchError.broken(host: "a", reason: "fewer than 1000 bytes came within 10.0 seconds")
    #expect(pace.fault(after: 5_999, from: "a", at: start + .seconds(14)) == fault)
  }

  @Test("A trickle below the pace ends at the first deadline")
  func trickle() {
    var pace = Pace(rules, start + .seconds(10))
    let fault = FetchError.timedOut(host: "a", after: .seconds(10))
    #expect(pace.fault(after: 999, from: "a", at: start + .seconds(10)) == fault)
  }
}
