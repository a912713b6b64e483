/// Takes the first positions of one set after the other, each once, up to a limit.
struct Suggestions {
  let limit: Int
  private(set) var positions: [Int] = []

  var isFull: Bool { positions.count >= limit }

  mutating func offer(_ set: PositionSet) {
    guard !isFull else { return }
    // As many as are missing, were all that are taken already among them.
    for position in set.page(from: 0, limit: limit) where !isFull && !positions.contains(position) {
      positions.append(position)
    }
  }
}
