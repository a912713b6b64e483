import Catalogs
import Dispatch
import HTTPServer
import Synchronization
import TestSupport
import Testing

@testable import Website

@Suite("Publishing")
struct PublishingTests {
  /// Work on its own thread, with a wait for its end.
  private final class Work: Sendable {
    private let group = DispatchGroup()

    init(_ work: @escaping @Sendable () -> Void) {
      DispatchQueue(label: "slow work").async(group: group, execute: work)
    }

    func wait() { group.wait() }
  }

  @Test("While a value is built, readers see the last one, others publish, and no update is lost")
  func publishers() throws {
    let gate = Gate()
    let published = Published(0)
    let slow = Work {
      published.replace { value in
        gate.pass()
        return value + 1
      }
    }
    try gate.awaitArrivals()
    #expect(published.value == 0)
    published.replace { $0 + 10 }
    #expect(published.value == 10)
    gate.open()
    slow.wait()
    #expect(published.value == 11)
  }

  @Test("A failed update changes nothing")
  func failing() {
    struct Fault: Error {}
    let published = Published(1)
    #expect(throws: Fault.self) {
      try published.replace { _ throws(Fault) in throw Fault() }
    }
    #expect(published.value == 1)
    published.replace { $0 + 1 }
    #expect(published.value == 2)
  }
}
