import Testing

@testable import Pictures

@Suite("What is remembered of pictures")
struct PictureBoundsTests {
  @Test("Only so many addresses wait to be fetched; one that was left out may come later")
  func queue() {
    var queue = PictureQueue()
    for number in 0...PictureQueue.lengthLimit { queue.append("\(number)") }
    #expect(queue.contains("\(PictureQueue.lengthLimit - 1)"))
    #expect(!queue.contains("\(PictureQueue.lengthLimit)"))
    #expect(queue.popFirst() == "0")
    queue.append("\(PictureQueue.lengthLimit)")
    #expect(queue.contains("\(PictureQueue.lengthLimit)"))
  }

  @Test("Only so many failures are remembered; then all are forgotten")
  func failures() {
    var failures = PictureFailures()
    for number in 0..<PictureFailures.countLimit { failures.insert("\(number)", now: 0) }
    #expect(failures.pause(of: "0", now: 1) != nil)
    failures.insert("another", now: 0)
    #expect(failures.pause(of: "0", now: 1) == nil)
    #expect(failures.pause(of: "another", now: 1) != nil)
  }
}
