import Testing

@testable import Website

@Suite("Paging")
struct PagingTests {
  @Test(
    "A chosen row has rows on both sides, on as few pages as possible",
    arguments: [
      (0, 1, 1...1), (19, 1, 1...1), (39, 1, 1...1), (40, 1, 1...2), (59, 1, 1...2), (60, 2, 1...2),
      (79, 2, 1...2), (80, 2, 2...2), (299, 5, 5...5), (280, 5, 5...5), (259, 5, 4...5), (260, 5, 5...5),
    ])
  func chosen(rank: Int, page: Int, shown: ClosedRange<Int>) {
    let paging = Paging(total: 300, page: 1, chosen: rank)
    #expect(paging.page == page)
    #expect(paging.shown == shown)
    #expect(paging.ranks == (shown.lowerBound - 1) * 60..<shown.upperBound * 60)
    #expect(paging.ranks.contains(rank))
  }

  @Test(
    "Pages are listed by number: the first, the last and those beside the shown ones",
    arguments: [
      (1, "1 2 … 1667"), (2, "1 2 3 … 1667"), (4, "1 2 3 4 5 … 1667"), (9, "1 … 8 9 10 … 1667"),
      (1664, "1 … 1663 1664 1665 1666 1667"), (1667, "1 … 1666 1667"),
    ])
  func numbers(page: Int, words: String) {
    let paging = Paging(total: 100_000, page: page, chosen: nil)
    #expect(paging.numbers.map { $0.map(String.init) ?? "…" }.joined(separator: " ") == words)
  }
}
