import Synchronization
import System
import TestSupport
import Testing

@testable import Records

@Suite("The processor time and the bytes that a source may take")
struct SourceBudgetTests {
  private func refusal(_ bytes: [UInt8]) -> String {
    thrown(RecordsError.self) { try List(bytes) }?.description ?? ""
  }

  @Test("A source that takes too long ends with a sentence that says where and what to do")
  func time() throws {
    // A second passes at each look at the clock.
    let seconds = Mutex(0.0)
    let clock: @Sendable () -> Double = {
      seconds.withLock { seconds in
        seconds += 1
        return seconds
      }
    }
    let table = Array(("name,town\n" + String(repeating: "Ann,Rye\n", count: 30_000)).utf8)
    #expect(
      SourceBudget.$clock.withValue(clock) { refusal(table) }.contains(
        "it takes more than 10 s of processor time, at record "))
    #expect(try List(table).records.count == 30_000)
  }

  @Test("A gzip file that inflates to more than 200 times its size is refused")
  func inflated() throws {
    let text = Array("a,b\n".utf8) + [UInt8](repeating: 0x20, count: 65 << 20)
    #expect(
      refusal(try #require(Gzip.compress(text, effort: .quick)))
        == "the gzip data holds more than 64 MB and 200 times its size; save it unpacked")
  }
}
