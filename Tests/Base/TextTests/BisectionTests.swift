import Testing
import Text

@Suite("A search by halves")
struct BisectionTests {
  @Test("The first index that holds is found, at either end and beyond", arguments: 3...8)
  func found(first: Int) {
    #expect((3..<8).firstIndex { $0 >= first } == (first < 8 ? first : nil))
    #expect((3..<8).firstIndex(bisecting: { $0 >= first }) == first)
  }

  @Test("An empty range has none but its end")
  func empty() {
    #expect((3..<3).firstIndex(bisecting: { _ in true }) == 3)
  }
}
