import Catalogs
import TestSupport
import Testing
import Website

@testable import Operations

@Suite("Faults that the pages survive")
struct TroublesTests {
  private static let day = 86_400

  @Test("Health begins with ok, or with degraded and every fault")
  func words() {
    #expect(HealthReport.of(.init(3, .file), [:]) == (true, "ok: 3 entries"))
    #expect(HealthReport.of(.init(0, .file), [:]) == (true, "ok"))
    let faults: [Troubles.Kind: String] = [.feed: "feed: it is gone", .reload: "not reloaded: x"]
    #expect(
      HealthReport.of(.init(1, .file), faults) == (
        true, "degraded: not reloaded: x; feed: it is gone; 1 entry"
      ))
    #expect(
      HealthReport.of(.init(0, .missing, ListPhase(.waiting("no such file"))), faults) == (
        false, "no such file"
      )
    )
  }

  @Test("Progress is a part of the health while a list is read")
  func progress() {
    let phase = ListPhase()
    phase.note(.init("reading /a/list.csv: 4 of 10 MB", .reading, percent: 40))
    #expect(
      HealthReport.of(.init(0, .missing, phase), [:]) == (
        false, "loading: 40 %, reading list.csv: 4 of 10 MB"
      ))
    let faults: [Troubles.Kind: String] = [.reading: "reading list.csv for 40 s", .feed: "feed: it is gone"]
    #expect(
      HealthReport.of(.init(0, .missing, phase), faults)
        == (false, "loading: 40 %, reading list.csv: 4 of 10 MB; reading list.csv for 40 s"))
    #expect(
      HealthReport.of(.init(1, .file), faults) == (
        true, "degraded: feed: it is gone; reading list.csv for 40 s; 1 entry"
      ))
    #expect(
      HealthReport.of(.init(9, .missing, ListPhase(.waiting("no such file"))), [:]) == (false, "no such file")
    )
  }

  @Test("Data is too old after three intervals and a day and a half, if its feed is asked")
  func age() {
    let meters = Meters()
    func fault(after seconds: Int) -> String? {
      meters.faults(of: .init(1, .feed(takenAt: 1_000)), now: 1_000 + seconds)[.age]
    }
    #expect(fault(after: 900 * Self.day) == nil)
    meters.asks(every: 60)
    #expect(fault(after: 3 * Self.day / 2) == nil)
    #expect(fault(after: 3 * Self.day / 2 + 1) == "the data has not been confirmed for 1 day")
    meters.asks(every: 2 * Self.day)
    #expect(fault(after: 6 * Self.day) == nil)
    #expect(fault(after: 7 * Self.day) == "the data has not been confirmed for 7 days")
    // A clock that was set back.
    #expect(fault(after: -3_600) == nil)
  }

  @Test("Whether somebody asked is told once")
  func asked() {
    let troubles = Troubles()
    #expect(!troubles.takeAsked())
    _ = troubles.all
    #expect(troubles.takeAsked())
    #expect(!troubles.takeAsked())
  }

  @Test(
    "A full or read-only disk of the state folder is a fault until it can be written",
    .enabled(if: SmallDisk.mayMount))
  func storage() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/state"
    let disk = try #require(SmallDisk(at: path, size: "4m"))
    let (troubles, log) = (Troubles(), CollectedLog())
    disk.fill()
    do {
      let state = try StateFolder(path: path)
      state.watch(troubles, ShowLog(log))
      try await wait(for: "the fault") { troubles[.storage] != nil }
      withExtendedLifetime(state) {}
    }
    #expect(troubles[.storage] == "the state folder \(path) cannot be written: its disk is full")
    #expect(log.lines == ["the state folder \(path) cannot be written: its disk is full"])
    disk.makeRoom()
    #expect(StateFolder.fault(of: path) == nil)
    // The watch's thread may hold the folder's lock, a file that is open for writing, a moment longer.
    try await wait(for: "a disk without open files") { disk.freeze() }
    #expect(StateFolder.fault(of: path) == "its disk is read-only")
    #expect(StateFolder.fault(of: "\(path)/none") == "No such file or directory")
  }
}
