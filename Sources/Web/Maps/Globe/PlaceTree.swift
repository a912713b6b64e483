/// All places in a k-d tree of their directions: the nearest are found without seams or poles.
///
/// The tree is an order, not a structure: the middle of a range splits it, lesser places stand
/// before, greater ones after it. 28 bytes a place; n log n to build.
struct PlaceTree {
  /// By position in the collection; nil's place is taken by `nowhere`.
  private let directions: [Direction]
  private let order: [UInt32]

  private static let nowhere = Direction(x: .nan, y: .nan, z: .nan)
  /// Ranges up to this length are looked through, not split.
  private static let leaf = 12

  private struct Node {
    let direction: Direction
    let place: UInt32
  }

  init(_ directions: some Collection<Direction?>) {
    self.directions = directions.map { $0 ?? Self.nowhere }
    var nodes: [Node] = []
    nodes.reserveCapacity(self.directions.count)
    for (place, direction) in self.directions.enumerated() where !direction.x.isNaN {
      nodes.append(Node(direction: direction, place: UInt32(place)))
    }
    nodes.withUnsafeMutableBufferPointer { Self.sort($0, axis: .x) }
    order = nodes.map(\.place)
  }

  var count: Int { order.count }

  func direction(of place: Int) -> Direction? {
    guard directions.indices.contains(place), !directions[place].x.isNaN else { return nil }
    return directions[place]
  }

  /// The nearest places but one, nearest first, equally near ones by position.
  func nearest(to direction: Direction, count: Int, except place: Int?) -> NearestPlaces {
    var nearest = NearestPlaces(count: min(count, self.count))
    let query = (direction, place.map { UInt32(truncatingIfNeeded: $0) })
    if nearest.limit > 0 { search(order.indices, axis: .x, for: query, into: &nearest) }
    return nearest
  }

  private func search(
    _ range: Range<Int>, axis: Axis, for query: (direction: Direction, except: UInt32?),
    into nearest: inout NearestPlaces
  ) {
    guard range.count > Self.leaf else {
      for slot in range { consider(order[slot], for: query, into: &nearest) }
      return
    }
    let middle = range.lowerBound + range.count / 2
    consider(order[middle], for: query, into: &nearest)
    let offset = axis.of(query.direction) - axis.of(directions[Int(order[middle])])
    let (before, after) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    search(offset < 0 ? before : after, axis: axis.next, for: query, into: &nearest)
    // Not less alone: an equally near place of a lower position may be on the other side.
    if offset * offset <= nearest.reach {
      search(offset < 0 ? after : before, axis: axis.next, for: query, into: &nearest)
    }
  }

  private func consider(
    _ place: UInt32, for query: (direction: Direction, except: UInt32?), into nearest: inout NearestPlaces
  ) {
    guard place != query.except else { return }
    nearest.offer(place, squaredChord: directions[Int(place)].squaredChord(to: query.direction))
  }

  private static func sort(_ nodes: UnsafeMutableBufferPointer<Node>, axis: Axis) {
    guard nodes.count > leaf else { return }
    let middle = nodes.count / 2
    select(middle, in: nodes, axis: axis)
    sort(UnsafeMutableBufferPointer(rebasing: nodes[..<middle]), axis: axis.next)
    sort(UnsafeMutableBufferPointer(rebasing: nodes[(middle + 1)...]), axis: axis.next)
  }

  /// Hoare's selection; stopping at equal keys keeps it fast where many places share a spot.
  private static func select(_ wanted: Int, in nodes: UnsafeMutableBufferPointer<Node>, axis: Axis) {
    var (low, high) = (0, nodes.count - 1)
    while low < high {
      let pivot = axis.of(nodes[low + (high - low) / 2].direction)
      var (left, right) = (low, high)
      while left <= right {
        while axis.of(nodes[left].direction) < pivot { left += 1 }
        while pivot < axis.of(nodes[right].direction) { right -= 1 }
        guard left <= right else { break }
        nodes.swapAt(left, right)
        left += 1
        right -= 1
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        return
      }
    }
  }
}

/// What a level of the tree is split by.
private enum Axis {
  case x, y, z

  var next: Axis {
    switch self {
    case .x: .y
    case .y: .z
    case .z: .x
    }
  }

  @inline(__always)
  func of(_ direction: Direction) -> Double {
    switch self {
    case .x: direction.x
    case .y: direction.y
    case .z: direction.z
    }
  }
}
