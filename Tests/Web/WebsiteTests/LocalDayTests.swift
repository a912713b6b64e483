import Testing

@testable import Website

@Suite("The day in the machine's time zone")
struct LocalDayTests {
  /// 29 March 2026, 01:00 UTC: clocks in Berlin go from one hour ahead to two.
  private static let change = 1_774_746_000

  @Test("It changes at midnight by the clock, before and after clocks were changed")
  func midnight() {
    let day = LocalDay { $0 < Self.change ? 3_600 : 7_200 }
    let before = Self.change - 2 * 3_600
    let number = day.number(at: before - 1)
    #expect(day.number(at: before) == number + 1)
    #expect(day.number(at: Self.change - 1) == number + 1)
    let after = Self.change + 21 * 3_600
    #expect(day.number(at: after - 1) == number + 1)
    #expect(day.number(at: after) == number + 2)
  }

  @Test("West of Greenwich it begins later")
  func west() {
    let day = LocalDay { _ in -12 * 3_600 }
    #expect(day.number(at: 12 * 3_600) == 0)
    #expect(day.number(at: 36 * 3_600 - 1) == 0)
    #expect(day.number(at: 36 * 3_600) == 1)
  }
}
