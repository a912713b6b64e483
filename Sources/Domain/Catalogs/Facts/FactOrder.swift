import Search
import System
import Text

/// The entries sorted by a fact, both ways: those without a value last, equal ones in list order.
struct FactOrder: Sendable {
  let field: FactField
  let kind: FactSorting.Kind
  /// Entries with equal values are one bucket; those without a value are the last.
  private let upwards: Buckets
  private let downwards: Numbers<UInt32>
  /// The ascending rank of each position.
  private let ranks: Numbers<UInt32>

  init(_ arrays: ArraySet, _ number: Int, _ column: FactColumn) {
    field = column.field
    kind =
      switch column.form {
      case .text, .truth, .rule: .text
      case .number, .measure: .number
      case .year, .date, .epoch: .date
      }
    upwards = Buckets(arrays, "order.\(number)")
    downwards = arrays.numbers("order.\(number).downwards")
    ranks = arrays.numbers("order.\(number).ranks")
  }

  /// Adds the arrays of an order.
  static func write(_ column: FactColumn, by collation: Collation?, to arrays: inout ArraySet, _ number: Int)
  {
    let (classOfCode, classCount) = classes(of: column, by: collation)
    let upwards = Buckets(classCount + 1) { add in
      for (position, code) in zip(UInt32(0)..., column.codes) { add(classOfCode[Int(code)], position) }
    }
    var downwards = NumberWriter<UInt32>(capacity: column.codes.count)
    for index in Array((0..<classCount).reversed()) + [classCount] {
      upwards[index].withUnsafeBufferPointer { downwards.append($0) }
    }
    var ranks = NumberWriter<UInt32>(repeating: 0, count: column.codes.count)
    for (rank, position) in zip(UInt32(0)..., upwards.members) { ranks[Int(position)] = rank }
    upwards.add(to: &arrays, "order.\(number)")
    arrays.add("order.\(number).downwards", downwards.numbers())
    arrays.add("order.\(number).ranks", ranks.numbers())
  }

  func positions(isDescending: Bool) -> Numbers<UInt32> { isDescending ? downwards : upwards.members }

  /// All positions in this order, equal ones in another. Cost: some steps for each entry.
  func positions(_ sort: FactSort, then other: FactOrder, _ next: FactSort) -> Numbers<UInt32> {
    var buckets = Array(repeating: 0, count: ranks.count)
    let classes = max(0, upwards.count - 1)
    for bucket in 0..<upwards.count {
      // The last bucket has no values.
      let place = sort.isDescending && bucket < classes ? classes - 1 - bucket : bucket
      for position in upwards[bucket] where position < buckets.count { buckets[Int(position)] = place }
    }
    return Buckets(upwards.count) { add in
      for position in other.positions(isDescending: next.isDescending) where position < buckets.count {
        add(buckets[Int(position)], position)
      }
    }.members
  }

  /// Cost: a bisection at most.
  func rank(of position: Int, isDescending: Bool) -> Int {
    let rank = min(Int(ranks[position]), max(0, ranks.count - 1))
    // The last bucket has no values.
    let classes = max(0, upwards.count - 1)
    let valued = Int(upwards.starts[classes])
    guard isDescending, rank < valued else { return rank }
    let own = upwards.range((0..<classes).firstIndex(bisecting: { upwards.range($0).upperBound > rank }))
    // Damaged numbers may lead anywhere.
    return min(max(0, valued - own.upperBound + rank - own.lowerBound), ranks.count - 1)
  }

  /// The number of each code's class of equal values, and the number of classes. Codes without a value, or with a
  /// text where others have numbers, are in one more class at the end.
  private static func classes(
    of column: FactColumn, by collation: Collation?
  ) -> (ofCode: [Int], count: Int) {
    let values = (0..<column.codeCount).map { column.values(of: $0).first }
    var ofCode = Array(repeating: 0, count: values.count)
    let valued = values.indices.filter {
      values[$0] != nil && (!column.form.hasKeys || values[$0]?.key != nil)
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
    if !column.form.hasKeys {
      number(valued.map { ($0, Collation.key(of: values[$0]?.text ?? "", by: collation).primary) })
    } else {
      number(valued.map { ($0, values[$0]?.key ?? 0) })
    }
    for code in Set(values.indices).subtracting(valued) { ofCode[code] = count }
    return (ofCode, count)
  }
}

/// Results sorted by a fact.
struct OrderedResults: Sendable {
  let order: FactOrder
  let isDescending: Bool
  /// Nil for all entries.
  let chosen: SearchResults?

  /// Results of less than one entry in 128 are looked up and sorted; more are found by walking through the order.
  private static let few = 128

  var total: Int { chosen?.total ?? positions.count }

  private var positions: Numbers<UInt32> { order.positions(isDescending: isDescending) }

  /// A small part of the catalog, sorted; nil for a larger one.
  private var sorted: [Int]? {
    guard let chosen, chosen.total * Self.few < positions.count else { return nil }
    return chosen.page(from: 0, limit: chosen.total).sorted { orderRank($0) < orderRank($1) }
  }

  private func orderRank(_ position: Int) -> Int { order.rank(of: position, isDescending: isDescending) }

  func page(from offset: Int, limit: Int) -> [Int] {
    guard offset >= 0, limit > 0, offset < total else { return [] }
    guard let chosen else {
      return positions.part(offset..<max(offset, min(offset + limit, total))).map(Int.init)
    }
    if let sorted { return Array(sorted.dropFirst(offset).prefix(limit)) }
    return chosen.page(of: positions, from: offset, limit: min(limit, total - offset))
  }

  /// Cost: for a part of the catalog, one step for each entry that comes before.
  func rank(of position: Int) -> Int? {
    guard positions.indices.contains(position), chosen?.contains(position) ?? true else { return nil }
    let rank = orderRank(position)
    guard let chosen else { return rank }
    return sorted?.firstIndex(of: position) ?? chosen.count(of: positions.part(0..<max(0, rank)))
  }
}
