import Testing

@testable import System

@Suite("Fair queue")
struct FairQueueTests {
  /// Runs all waiting work, one piece at a time.
  private func order(_ queue: inout FairQueue<String, String>, _ seconds: [String: Double] = [:]) -> [String]
  {
    var order: [String] = []
    while let work = queue.popFirst() {
      order.append(work)
      queue.finish(work, after: seconds[String(work.prefix(1))] ?? 1)
    }
    return order
  }

  private func next(_ queue: inout FairQueue<String, String>) -> String? { queue.popFirst() }

  private func queue(_ work: String..., limit: Int = 100, running: Int = 1) -> FairQueue<String, String> {
    var queue = FairQueue<String, String>(limit: limit, runningLimit: running)
    for work in work { queue.append(work, in: String(work.prefix(1))) }
    return queue
  }

  @Test("A lane that returns is charged with its earlier time")
  func returning() {
    var queue = queue("a1", "b1", "b2")
    #expect(next(&queue) == "a1")
    queue.finish("a1", after: 5)
    queue.append("a2", in: "a")
    #expect(next(&queue) == "b1")
    queue.finish("b1", after: 1)
    queue.append("c1", in: "c")
    #expect(order(&queue) == ["c1", "b2", "a2"])
  }

  @Test("The running work of one lane is limited, and others continue")
  func running() {
    var queue = queue("a1", "a2", "a3", "b1", running: 2)
    #expect((0..<4).map { _ in queue.popFirst() } == ["a1", "b1", "a2", nil])
    queue.finish("a1", after: 1)
    #expect(next(&queue) == "a3")
  }

  @Test("In a full queue work replaces the last piece of the longest lane, as far as that is fair")
  func full() {
    var queue = queue("a1", "a2", "a3", "a4", limit: 4)
    func append(_ work: String, isAwaited: Bool = true) -> String {
      let (isOpen, replaced) = queue.append(work, in: String(work.prefix(1)), isAwaited: isAwaited)
      return isOpen ? replaced ?? "open" : "refused"
    }
    #expect(append("a5") == "refused" && append("c1", isAwaited: false) == "refused")
    #expect(append("b1") == "a4" && append("b2") == "a3")
    #expect(append("b3") == "refused" && append("a4") == "refused")
    #expect(order(&queue) == ["a1", "b1", "a2", "b2"])
  }

  @Test("Removing a lane's waiting work keeps the running work")
  func removal() {
    var queue = queue("a1", "a2", "b1")
    queue.append("a3", in: "a", isAwaited: false)
    #expect(next(&queue) == "a1")
    let removed = queue.removeWaiting(in: "a")
    #expect(removed == ["a2", "a3"])
    #expect(queue.contains("a1") && !queue.contains("a2"))
    queue.finish("a1", after: 1)
    #expect(order(&queue) == ["b1"])
  }
}
