import TestSupport
import Testing

@testable import Feeds

@Suite("A list that is read for long")
struct LongReadingTests {
  @Test("It is named with the time, until it is read")
  func named() throws {
    let folder = try TemporaryFolder()
    var store = CatalogStore.forTests(folder.path, log: CollectedLog())
    store.name = "plants.csv"
    let reading = store.reading
    var start = 0.0
    try store.onDisk { () throws(FeedError) in
      start = reading.work.withLock { $0?.start } ?? 0
      try store.onDisk { () throws(FeedError) in }
      #expect(reading.fault(now: start + 29) == nil)
      #expect(reading.fault(now: start + 40.5) == "reading plants.csv for 40 s")
    }
    #expect(start > 0 && reading.fault(now: start + 40) == nil)
  }
}
