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

  @Test("Texts of BibTeX that double are refused")
  func doubled() {
    let texts = (0..<40).map { "@string{s\($0 + 1) = s\($0) # s\($0)}\n" }.joined()
    let works = (0..<100).map { "@misc{k\($0), title = s40}\n" }.joined()
    let refusal = refusal(Array("@string{s0 = \"ab\"}\n\(texts)\(works)".utf8))
    #expect(refusal.hasPrefix("it expands to more than 64 MB and 200 times its size, in line "))
    #expect(refusal.hasSuffix("; save it as CSV or JSON"))
  }

  @Test("Fields of MARC that overlap are refused")
  func overlapping() {
    let directory = String(repeating: "245999000000", count: 7_900)
    let head = "99999nam a22\(String(24 + directory.utf8.count + 1).suffix(5)) a 4500"
    let record = "\(head)\(directory)\u{1E}00\u{1F}a\(String(repeating: "x", count: 9_990))\u{1E}\u{1D}"
    #expect(refusal(Array(record.utf8)).hasPrefix("fields of the record before byte "))
  }

  @Test("A gzip file that inflates to more than 200 times its size is refused")
  func inflated() throws {
    let text = Array("a,b\n".utf8) + [UInt8](repeating: 0x20, count: 65 << 20)
    #expect(
      refusal(try #require(Gzip.compress(text, effort: .quick)))
        == "the gzip data holds more than 64 MB and 200 times its size; save it unpacked")
  }
}
