import Fetching
import System
import Testing

@testable import Pictures

@Suite("Pauses of sources, and waiting threads")
struct SourcePausesTests {
  private func fail(
    _ pauses: inout SourcePauses, _ count: Int, _ fault: SourcePauses.Fault, now: Int = 0
  ) -> [Bool] {
    (0..<count).map { _ in pauses.insert(fault, of: "a", now: now) }
  }

  private func succeed(_ pauses: inout SourcePauses, now: Int) -> Bool { pauses.remove("a", now: now) }

  @Test(
    "A source pauses after three grave failures or twelve broken pictures in a row",
    arguments: [(SourcePauses.Fault.grave, 3), (.broken, 12), (.minor, nil)] as [(SourcePauses.Fault, Int?)])
  func begin(fault: SourcePauses.Fault, count: Int?) {
    var pauses = SourcePauses()
    #expect(fail(&pauses, 20, fault).firstIndex(of: true) == count.map { $0 - 1 })
    #expect((pauses.end(of: "a", now: 59) != nil) == (count != nil))
    #expect(pauses.isEmpty == (count == nil))
    #expect(pauses.end(of: "b", now: 0) == nil && pauses.end(of: "a", now: 60) == nil)
  }

  @Test("Pauses double up to an hour, failures during one do not count, and a success resets them")
  func doubling() {
    var pauses = SourcePauses()
    var (now, lengths) = (0, [Int]())
    _ = fail(&pauses, 2, .grave)
    for _ in 0..<8 {
      #expect(fail(&pauses, 3, .grave, now: now) == [true, false, false])
      let end = pauses.end(of: "a", now: now) ?? now
      lengths.append(end - now)
      now = end
    }
    #expect(lengths == [60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
    #expect(succeed(&pauses, now: now) == false)
    #expect(fail(&pauses, 3, .grave, now: now) == [false, false, true])
    #expect(pauses.end(of: "a", now: now) == now + 60)
    #expect(succeed(&pauses, now: now) == true)
    #expect(pauses.isEmpty)
  }

  @Test("A success resets the count of failures")
  func success() {
    var pauses = SourcePauses()
    #expect(fail(&pauses, 2, .grave) == [false, false])
    #expect(succeed(&pauses, now: 0) == false)
    #expect(fail(&pauses, 2, .grave) == [false, false])
  }

  @Test("Faults of a source weigh more than those of a picture")
  func weights() {
    #expect([ScalingFault.late, .crashed(signal: 9)].allSatisfy { $0.weight == .grave })
    #expect([ScalingFault.broken, .tooLarge].allSatisfy { $0.weight == .broken })
    #expect([ScalingFault.sandboxUnavailable, .noLibrary, .cancelled].allSatisfy { $0.weight == .minor })
    #expect(PictureFault(FetchError.timedOut(host: "a", after: .seconds(1))).weight == .grave)
    #expect(PictureFault(FetchError.hostNotAllowed(host: "a")).weight == .minor)
  }

  @Test(
    "A source is a host, ignoring case and port, or a folder",
    arguments: [
      ("https://A.example:8443/x/y.png", "a.example"), ("http://a.example/z", "a.example"),
      ("file:x.png?1-2", "file:"), ("file:a/b/x%3F.png?1-2", "file:a/b"), ("nothing", ""),
    ])
  func names(address: String, name: String) {
    #expect(PictureSource.name(of: address) == name)
  }

  @Test("Simultaneous fetches of all shows are limited, and each show may have one")
  func fetching() {
    let resources = PictureResources()
    #expect((0..<PictureResources.fetchingLimit).allSatisfy { _ in resources.beginFetching(isFirst: false) })
    #expect(!resources.beginFetching(isFirst: false))
    #expect(resources.beginFetching(isFirst: true))
    for _ in 0..<2 { resources.endFetching() }
    #expect(resources.beginFetching(isFirst: false))
  }
}
