import Search
import System
import Text

/// The entries sorted by a fact: those without a value last, equal ones in list order.
struct FactOrder: Sendable {
  let field: FactField
  let kind: FactSorting.Kind
  /// Entries with equal values are one bucket; those without a value are the last.
  private let upwards: Buckets

  init(_ arrays: ArraySet, _ number: Int, _ column: FactColumn) {
    field = column.field
    kind =
      switch column.form {
      case .text, .truth, .rule: .text
      case .number, .measure: .number
      case .year, .date, .epoch: .date
      }
    upwards = Buckets(arrays, "order.\(number)")
  }

  /// Adds the arrays of an order.
  static func write(_ column: FactColumn, by collation: Collation?, to arrays: inout ArraySet, _ number: Int)
  {
    let (classOfCode, classCount) = classes(of: column, by: collation)
    let upwards = Buckets(classCount + 1) { add in
      for (position, code) in zip(UInt32(0)..., column.codes) { add(classOfCode[Int(code)], position) }
    }
    upwards.add(to: &arrays, "order.\(number)")
  }

  /// Results sorted by this fact. Cost: some steps for each entry of the catalog.
  /// - Parameter count: the number of entries in the catalog.
  func sorted(_ results: Results, isDescending: Bool, of count: Int) -> Results {
    let order = positions(isDescending: isDescending)
    if results.total == count { return Results(order, below: count) }
    let chosen = PositionBits(results, below: count)
    return Results(order, below: count).filtered(chosen.contains)
  }

  private func positions(isDescending: Bool) -> Numbers<UInt32> {
    guard isDescending else { return upwards.members }
    let members = upwards.members
    return Numbers(onHeap: members.count) { order in
      var next = 0
      for bucket in Array((0..<classes).reversed()) + [classes] {
        for position in upwards[bucket] where next < order.count {
          order.initializeElement(at: next, to: position)
          next += 1
        }
      }
      return next
    }
  }

  /// The last bucket has no values.
  private var classes: Int { max(0, upwards.count - 1) }

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
