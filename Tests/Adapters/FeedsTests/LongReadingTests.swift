import Synchronization
import TestSupport
import Testing

@testable import Feeds

@Suite("A list that is read for long")
struct LongReadingTests {
  @Test("It is named with the time, until it is read")
  func named() throws {
    let folder = try TemporaryFolder()
    let time = Mutex(100.0)
    let pass = { (seconds: Double) in time.withLock { $0 += seconds } }
    var store = CatalogStore.forTests(folder.path, log: CollectedLog())
    store.writing = CatalogStore.Writing { time.withLock { $0 } }
    store.name = "plants.csv"
    let writing = store.writing
    try store.onDisk { () throws(FeedError) in
      pass(29)
      #expect(writing.fault == nil)
      try store.onDisk { () throws(FeedError) in pass(11.5) }
      #expect(writing.fault == "reading plants.csv for 40 s")
    }
    #expect(writing.fault == nil)
  }
}
