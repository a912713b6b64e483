import System
import Testing

@Suite("The pipeline")
struct PipelineTests {
  @Test("No value is lost, however the two threads meet", arguments: [0, 1, 256, 257, 300, 513])
  func whole(count: Int) {
    // The threads meet at another moment in each run.
    for _ in 0..<2_000 {
      var sum = 0
      let total = Pipeline.run { take in
        for value in 0..<count { take(value) }
        return count
      } consuming: {
        sum += $0
      }
      guard total == count, sum == count * (count - 1) / 2 else {
        Issue.record("lost values: the sum is \(sum)")
        return
      }
    }
  }
}
