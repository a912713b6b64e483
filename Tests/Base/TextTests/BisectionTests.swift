import Testing
import Text

@Suite("Bisection")
struct BisectionTests {
  @Test("The first index that satisfies the condition is found, at either end and beyond", arguments: 3...8)
  func found(first: Int) {
    #expect((3..<8).firstIndex { $0 >= first } == (first < 8 ? first : nil))
    #expect((3..<8).firstIndex(bisecting: { $0 >= first }) == first)
  }

  @Test("In an empty range the end is found")
  func empty() {
    #expect((3..<3).firstIndex(bisecting: { _ in true }) == 3)
  }
}
