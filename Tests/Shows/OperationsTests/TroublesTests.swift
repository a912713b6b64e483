import Operations
import Testing
import Website

@Suite("Faults that the pages survive")
struct TroublesTests {
  private static let day = 86_400

  @Test("Health begins with ok, or with degraded and every fault")
  func words() {
    #expect(Watch.health((3, .file), [:]) == (true, "ok: 3 entries"))
    #expect(Watch.health((0, .file), [:]) == (true, "ok"))
    let faults: [Troubles.Kind: String] = [.feed: "feed: it is gone", .reload: "not reloaded: x"]
    #expect(
      Watch.health((1, .file), faults) == (true, "degraded: not reloaded: x; feed: it is gone; 1 entry"))
    #expect(Watch.health((0, .missing(Loading(.failed("no such file")))), faults) == (false, "no such file"))
  }

  @Test("Progress is a part of the health while a list is read")
  func progress() {
    let loading = Loading()
    loading.note(.init("reading /a/list.csv: 4 of 10 MB", .reading, percent: 40))
    #expect(
      Watch.health((0, .missing(loading)), [:]) == (false, "loading: 40 %, reading list.csv: 4 of 10 MB"))
  }

  @Test("Data is too old after three intervals and a day and a half, if its feed is asked")
  func age() {
    let meters = Meters()
    func fault(after seconds: Int) -> String? {
      meters.faults(of: (1, .feed(takenAt: 1_000)), now: 1_000 + seconds)[.age]
    }
    #expect(fault(after: 900 * Self.day) == nil)
    meters.feed.asks(every: 60)
    #expect(fault(after: 3 * Self.day / 2) == nil)
    #expect(fault(after: 3 * Self.day / 2 + 1) == "the data has not been confirmed for 1 day")
    meters.feed.asks(every: 2 * Self.day)
    #expect(fault(after: 6 * Self.day) == nil)
    #expect(fault(after: 7 * Self.day) == "the data has not been confirmed for 7 days")
    // A clock that was set back.
    #expect(fault(after: -3_600) == nil)
  }
}
