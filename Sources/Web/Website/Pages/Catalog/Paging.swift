/// Which of the results stand on a page of the list, and which of the lost favorites that come after them.
///
/// Where there are several pages, these have pages of their own: rows of two kinds on one would be no list.
struct Paging: Sendable, Equatable {
  /// Results that stand on one page; more are paged.
  private static let onePageLimit = 200
  /// The default of pages, the drawer of favorites and `entries.json`.
  static let pageSize = 60
  /// A chosen row has so many others on both sides, as far as there are any: more than a screen shows.
  private static let margin = 20

  /// Results on each page.
  let size: Int
  /// How many pages there are.
  let count: Int
  /// How many of them hold results; the others hold lost favorites.
  let listCount: Int
  /// The page that is asked for, or on which the chosen result stands; counted from 1.
  let page: Int
  /// The pages whose results are shown: that one, and the one beside it where the chosen row is near.
  let shown: ClosedRange<Int>
  /// The results' ranks.
  let ranks: Range<Int>
  /// The lost favorites' places among all of them.
  let lost: Range<Int>

  /// - Parameters:
  ///   - lost: how many favorites are listed that the feed has no more.
  ///   - chosen: rank of the chosen result.
  init(total: Int, lost: Int = 0, page: Int, chosen: Int?) {
    let isOnePage = total + lost <= Self.onePageLimit
    size = isOnePage ? max(total + lost, 1) : Self.pageSize
    listCount = isOnePage ? 1 : (total + size - 1) / size
    count = isOnePage ? 1 : listCount + (lost + size - 1) / size
    self.page = chosen.map { [size] in $0 / size + 1 } ?? min(page, count)
    let first = chosen.map { [size] in max(0, $0 - Self.margin) / size + 1 } ?? self.page
    let last = chosen.map { [size] in min(total - 1, $0 + Self.margin) / size + 1 } ?? self.page
    shown = first...last
    ranks = min((first - 1) * size, total)..<min(last * size, total)
    let start = max(0, self.page - listCount - 1) * size
    let isAmongLost = isOnePage || self.page > listCount
    self.lost = isAmongLost ? start..<min(start + size, lost) : 0..<0
  }

  /// Whether nothing comes after what is shown.
  var isLast: Bool { shown.upperBound == count }
}
