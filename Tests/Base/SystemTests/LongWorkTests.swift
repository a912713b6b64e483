import Synchronization
import Testing

@testable import System

@Suite("Long work")
struct LongWorkTests {
  /// A display that records its lines, and a clock set by the test.
  private final class Stage: Sendable {
    let lines = Mutex<[String]>([])
    let now = Mutex(100.0)

    var terminal: ProgressDisplay {
      .terminal(
        clock: { self.now.withLock { $0 } }, show: { line in self.lines.withLock { $0.append(line) } },
        clear: { self.lines.withLock { $0.append("cleared") } })
    }

    var log: ProgressDisplay {
      .log(clock: { self.now.withLock { $0 } }) { line in self.lines.withLock { $0.append(line) } }
    }

    /// Does an amount of work in each second.
    func work(
      on display: ProgressDisplay?, _ total: Int?, in unit: LongWork.Unit, steps: [Int]
    ) -> [String] {
      ProgressDisplay.$current.withValue(display) {
        let work = LongWork("reading", of: total, in: unit)
        for step in steps {
          now.withLock { $0 += 1 }
          work.reach(step)
        }
      }
      return lines.withLock { $0 }
    }
  }

  @Test("A noting display hands over each line from the start of the work on, beside what is shown")
  func noting() {
    let (stage, noted) = (Stage(), Stage())
    let display = stage.log.noting { note in
      noted.lines.withLock { $0.append("\(note.percent ?? -1) % \(note.line)") }
    }
    let shown = stage.work(on: display, 100_000_000, in: .bytes, steps: [1_000_000, 50_000_000])
    #expect(shown.isEmpty)
    #expect(
      noted.lines.withLock { $0 } == [
        "0 % reading: 0.0 of 100 MB", "1 % reading: 1.0 of 100 MB, 99 s left",
        "50 % reading: 50 of 100 MB, 2 s left",
      ])
  }

  @Test("A terminal shows the name, the amount and the time left, and is cleared")
  func terminal() {
    let stage = Stage()
    let lines = stage.work(
      on: stage.terminal, 104_000_000, in: .bytes, steps: [1_000_000, 52_000_000, 104_000_000])
    #expect(
      lines == [
        "reading: 1.0 of 104 MB, 2 min left", "reading: 52 of 104 MB, 2 s left", "reading: 104 of 104 MB",
        "cleared",
      ])
  }

  @Test("Work of less than a second shows nothing, nor does work without a display")
  func quick() {
    let stage = Stage()
    ProgressDisplay.$current.withValue(stage.terminal) {
      let work = LongWork("reading", of: 2, in: .things("pages"))
      stage.now.withLock { $0 += 0.9 }
      work.reach(1)
      work.reach(2)
    }
    #expect(stage.lines.withLock { $0.isEmpty })
    #expect(stage.work(on: nil, 2, in: .things("pages"), steps: [1, 2]).isEmpty)
  }

  @Test("A log has a progress line every ten seconds")
  func log() {
    let stage = Stage()
    let lines = stage.work(on: stage.log, 80, in: .things("pages"), steps: Array(1...25))
    #expect(
      lines == [
        "reading: 10 of 80 pages, 70 s left", "reading: 20 of 80 pages, 60 s left",
      ])
  }

  @Test("Work with an unknown total shows the amount done")
  func unknownTotal() {
    let stage = Stage()
    #expect(
      stage.work(on: stage.terminal, nil, in: .things("records"), steps: [7]).first == "reading: 7 records")
  }

  @Test("Large numbers have commas")
  func largeNumbers() {
    let stage = Stage()
    ProgressDisplay.$current.withValue(stage.terminal) {
      let work = LongWork("making", of: 1_234_567, in: .things("pictures"))
      stage.now.withLock { $0 += 2 }
      work.reach(1_234_567)
    }
    #expect(
      stage.lines.withLock { $0.first } == "making: 1,234,567 of 1,234,567 pictures")
    #expect([0, 999, -999, 1_000, -123_456].map(\.grouped) == ["0", "999", "-999", "1,000", "-123,456"])
  }

  @Test("Reporting progress returns false once the work is not wanted")
  func unwanted() {
    let isWanted = Mutex(true)
    ProgressDisplay.$current.withValue(ProgressDisplay.silent.whileWanted { isWanted.withLock { $0 } }) {
      let work = LongWork("reading", in: .bytes)
      #expect(work.reach(1))
      isWanted.withLock { $0 = false }
      #expect(!work.reach(2))
    }
  }
}
