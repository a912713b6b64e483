import Search

/// The entries in the order of a fact, both ways: those without it last, equal ones in list order.
struct FactOrder: Sendable {
  let field: FactField
  let kind: FactSorting.Kind
  private let upwards: [UInt32]
  private let downwards: [UInt32]
  /// For each position its rank upwards.
  private let ranks: [UInt32]
  /// Where entries with the same value begin, and where those with any value end.
  private let starts: [UInt32]

  /// - Parameter codes: of the entries in list order.
  init(_ column: FactColumn, codes: [UInt32]) {
    field = column.field
    kind =
      switch column.form {
      case .text: .text
      case .number: .number
      case .year, .date: .date
      }
    let (classOfCode, classCount) = Self.classes(of: column)
    // Counted, not compared: entries of a class stay in list order.
    var next = Array(repeating: UInt32(0), count: classCount + 2)
    for code in codes { next[classOfCode[Int(code)] + 1] += 1 }
    for index in 0...classCount { next[index + 1] += next[index] }
    let starts = Array(next[...classCount])
    var upwards = Array(repeating: UInt32(0), count: codes.count)
    var ranks = upwards
    for (position, code) in codes.enumerated() {
      let own = classOfCode[Int(code)]
      upwards[Int(next[own])] = UInt32(position)
      ranks[position] = next[own]
      next[own] += 1
    }
    var downwards: [UInt32] = []
    downwards.reserveCapacity(codes.count)
    for index in (0..<classCount).reversed() {
      downwards += upwards[Int(starts[index])..<Int(starts[index + 1])]
    }
    downwards += upwards[Int(starts[classCount])...]
    (self.upwards, self.downwards, self.ranks, self.starts) = (upwards, downwards, ranks, starts)
  }

  func positions(isDescending: Bool) -> [UInt32] { isDescending ? downwards : upwards }

  /// Cost: a search by halves at most.
  func rank(of position: Int, isDescending: Bool) -> Int {
    let rank = Int(ranks[position])
    let valued = Int(starts[starts.count - 1])
    guard isDescending, rank < valued else { return rank }
    var (lower, upper) = (0, starts.count - 1)
    while upper - lower > 1 {
      let middle = (lower + upper) / 2
      if Int(starts[middle]) <= rank { lower = middle } else { upper = middle }
    }
    return valued - Int(starts[lower + 1]) + rank - Int(starts[lower])
  }

  /// For each code of a column the number of its class among all that sort alike, and how many there are.
  /// What has no value, or a text where others have numbers, is in a last class that is not counted.
  private static func classes(of column: FactColumn) -> (ofCode: [Int], count: Int) {
    var ofCode = Array(repeating: 0, count: column.codeCount)
    let values = (0..<column.codeCount).map { column.values(of: $0).first }
    let valued = values.indices.filter {
      values[$0] != nil && (column.form == .text || values[$0]?.key != nil)
    }
    var count = 0
    func number<Key: Comparable>(_ keys: [(code: Int, key: Key)]) {
      let sorted = keys.sorted { $0.key < $1.key }
      for (index, entry) in sorted.enumerated() {
        if index > 0, sorted[index - 1].key != entry.key { count += 1 }
        ofCode[entry.code] = count
      }
      count += sorted.isEmpty ? 0 : 1
    }
    if column.form == .text {
      number(
        valued.map {
          let folded = Folding.sortable(Folding.fold(values[$0]?.text ?? ""))
          return ($0, String(decoding: folded, as: UTF8.self))
        })
    } else {
      number(valued.map { ($0, values[$0]?.key ?? 0) })
    }
    let isValued = Set(valued)
    for code in ofCode.indices where !isValued.contains(code) { ofCode[code] = count }
    return (ofCode, count)
  }
}

/// Results in the order of a fact.
struct OrderedResults: Sendable {
  let order: FactOrder
  let isDescending: Bool
  /// Nil for all entries.
  let chosen: SearchResults?

  /// Of fewer than one entry in so many all are looked up and sorted, instead of walking through the order.
  private static let few = 128

  var total: Int { chosen?.total ?? positions.count }

  private var positions: [UInt32] { order.positions(isDescending: isDescending) }

  /// Those of a small part of the catalog, in order; nil if they are many.
  private var sorted: [Int]? {
    guard let chosen, chosen.total * Self.few < positions.count else { return nil }
    return chosen.page(from: 0, limit: chosen.total).sorted { rank($0) < rank($1) }
  }

  private func rank(_ position: Int) -> Int { order.rank(of: position, isDescending: isDescending) }

  func page(from offset: Int, limit: Int) -> [Int] {
    guard offset >= 0, limit > 0, offset < total else { return [] }
    guard let chosen else { return positions.dropFirst(offset).prefix(limit).map(Int.init) }
    if let sorted { return Array(sorted.dropFirst(offset).prefix(limit)) }
    return chosen.page(of: positions, from: offset, limit: min(limit, total - offset))
  }

  /// The entries before and after one, in a ring; nil if it is none of these, or the only one.
  func neighbours(of position: Int) -> Neighbours? {
    guard total > 1, positions.indices.contains(position), isChosen(position) else { return nil }
    if let sorted, let index = sorted.firstIndex(of: position) {
      return Neighbours(
        previous: sorted[(index + total - 1) % total], next: sorted[(index + 1) % total])
    }
    let (positions, rank) = (positions, rank(position))
    func next(_ ranks: some Sequence<Int>) -> Int? {
      ranks.lazy.map { Int(positions[$0]) }.first(where: isChosen)
    }
    let (before, behind) = (positions.indices.prefix(rank), positions.indices.dropFirst(rank + 1))
    guard let previous = next(before.reversed()) ?? next(behind.reversed()),
      let next = next(behind) ?? next(before)
    else { return nil }
    return Neighbours(previous: previous, next: next)
  }

  private func isChosen(_ position: Int) -> Bool { chosen?.contains(position) ?? true }

  /// Cost: for a part of the catalog, a look at each entry that comes before.
  func rank(of position: Int) -> Int? {
    guard positions.indices.contains(position) else { return nil }
    guard let chosen else { return rank(position) }
    guard chosen.contains(position) else { return nil }
    return sorted?.firstIndex(of: position) ?? chosen.count(of: positions[..<rank(position)])
  }
}
