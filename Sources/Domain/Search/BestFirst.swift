/// Takes the first positions of one set after the other, each once, up to a limit.
struct BestFirst {
  /// How many may still be taken.
  private var room: Int
  /// What was new in each set, in list order.
  private(set) var classes: [[Int]] = []
  private var taken: Set<Int> = []

  init(limit: Int) {
    room = limit
  }

  var isFull: Bool { room <= 0 }

  mutating func offer(_ set: PositionSet) {
    guard !isFull else { return }
    // As many as are missing, were all that are taken already among them.
    let new = set.page(from: 0, limit: taken.count + room).filter { !taken.contains($0) }.prefix(room)
    taken.formUnion(new)
    room -= new.count
    classes.append(Array(new))
  }
}
