/// Collects the first positions of one class after the other, each once, up to a limit.
struct BestFirst {
  /// The number of positions still to collect.
  private(set) var needed: Int
  /// The new positions of each class.
  private(set) var classes: [[Int]] = []
  private var taken: PositionBits

  /// - Parameter bound: above all positions.
  init(limit: Int, below bound: Int) { (needed, taken) = (limit, PositionBits(below: bound)) }

  var isFull: Bool { needed <= 0 }

  func has(_ position: Int) -> Bool { taken.contains(position) }

  mutating func offer(_ results: Results) { offer(results.page(from: 0, limit: results.total)) }

  mutating func offer(_ positions: [Int]) {
    guard !isFull else { return }
    let new = Array(positions.lazy.filter { [taken] in !taken.contains($0) }.prefix(needed))
    for position in new { taken.insert(position) }
    needed -= new.count
    classes.append(new)
  }
}
