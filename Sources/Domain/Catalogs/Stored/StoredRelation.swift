import Search
import System

/// A fact whose values name entries, as the catalogue file has it.
struct StoredRelation: Sendable {
  let field: FactField
  private let codes: Codes
  /// For each code of the fact the entries that its values name, those of each value followed by ``end``.
  private let targets: Buckets
  /// For each entry those that name it, in list order.
  let naming: Buckets

  private static let end = UInt32.max
  /// Entries of one name, which are all offered.
  private static let namesakes = 4
  /// Values by which it is found out whether a fact is worth examining.
  private static let sample = 64

  /// Nil if the fact is no relation.
  init?(_ arrays: ArraySet, _ number: Int, _ column: FactColumn) {
    (field, codes) = (column.field, column.codes)
    targets = Buckets(arrays, "relation.\(number).named")
    naming = Buckets(arrays, "relation.\(number).naming")
    if targets.count == 0 { return nil }
  }

  /// The entries that each value of an entry names.
  func named(at position: Int) -> [[Int]] {
    let code = Int(codes[position])
    guard code < targets.count else { return [] }
    return targets[code].split(separator: Self.end, omittingEmptySubsequences: false).dropLast()
      .map { $0.map(Int.init) }
  }

  /// Adds the arrays of all relations among the facts.
  static func write(
    _ columns: [FactColumn], _ names: borrowing NameIndex, _ count: Int, to arrays: inout ArraySet
  ) {
    for (number, column) in columns.enumerated() {
      guard column.field.isRelation ?? !column.form.hasKeys, column.codeCount > 1,
        column.field.isRelation == true || isPromising(column, names)
      else { continue }
      write(column, number, names, count, to: &arrays)
    }
  }

  /// Whether half of some values name entries: most facts have none that does.
  private static func isPromising(_ column: FactColumn, _ names: borrowing NameIndex) -> Bool {
    var (named, all) = (0, 0)
    for code in stride(from: 1, to: column.codeCount, by: max(1, column.codeCount / sample)) {
      for part in column.parts(of: code) {
        all += 1
        if !names.positions(of: part, withNumbers: false).isEmpty { named += 1 }
      }
    }
    return named * 2 >= all
  }

  private static func write(
    _ column: FactColumn, _ number: Int, _ names: borrowing NameIndex, _ count: Int,
    to arrays: inout ArraySet
  ) {
    let isStated = column.field.isRelation == true
    var members = NumberWriter<UInt32>()
    var ends = NumberWriter<UInt32>(repeating: 0, count: 1)
    var values: [UInt64: Bool] = [:]
    for code in 0..<column.codeCount {
      for part in column.parts(of: code) {
        let found = names.positions(of: part, withNumbers: isStated)
        if !isStated { values[FNV1a.hash64(part)] = !found.isEmpty }
        members.append(found.prefix(namesakes))
        members.append(end)
      }
      ends.append(UInt32(truncatingIfNeeded: members.count))
    }
    let named = values.values.count { $0 }
    guard isStated || named * 2 >= values.count else { return }
    let targets = Buckets(members: members.numbers(), starts: ends.numbers())
    // Of the values of an entry, those that name the entry itself say nothing, such as a full name.
    var (own, others) = (0, 0)
    let naming = Buckets(count) { add in
      (own, others) = (0, 0)
      for (position, code) in zip(UInt32(0)..., column.codes) where code > 0 {
        var seen: [UInt32] = []
        for value in targets[Int(code)].split(separator: end) {
          guard !value.contains(position) else {
            own += 1
            continue
          }
          others += 1
          for target in value where !seen.contains(target) {
            seen.append(target)
            add(Int(target), position)
          }
        }
      }
    }
    guard isStated ? others > 0 : others > own else { return }
    targets.add(to: &arrays, "relation.\(number).named")
    naming.add(to: &arrays, "relation.\(number).naming")
  }
}

/// The names by which values call entries: folded titles, and where they differ second titles, titles without their
/// brackets, and keys.
struct EntryNames: ~Copyable {
  fileprivate var titles = NumberWriter<UInt64>()
  fileprivate var others = NumberWriter<UInt64>()
  /// The place of each of the others.
  fileprivate var places = NumberWriter<UInt32>()

  /// Appends the names of the next entry.
  /// - Parameter folded: its title, folded.
  mutating func append(_ title: String, folded: [UInt8], alternative: String?, key: String) {
    let own = FNV1a.hash64(folded)
    for name in [Self.bare(title), alternative, key == title ? nil : key] {
      guard let hash = name.map({ FNV1a.hash64(Folding.fold($0)) }), hash != own else { continue }
      others.append(hash)
      places.append(UInt32(truncatingIfNeeded: titles.count))
    }
    titles.append(own)
  }

  /// A text without the bracket at its end, such as that of a show; nil without one.
  fileprivate static func bare(_ text: String) -> String? {
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.utf8.lastIndex(of: UInt8(ascii: "(")),
      open > text.startIndex
    else { return nil }
    let bare = EntryTexts.oneLine(String(text[..<open]))
    return bare.isEmpty ? nil : bare
  }
}

/// The entries of a list by their names.
struct NameIndex: ~Copyable {
  private let titles: HashOrder
  private let others: HashOrder
  /// The position of each of the other names.
  private let owners: Numbers<UInt32>

  /// - Parameter order: the list, as places.
  init(_ names: borrowing EntryNames, order: Numbers<UInt32>) {
    var listed = NumberWriter<UInt64>(capacity: order.count)
    var positions = NumberWriter<UInt32>(repeating: .max, count: names.titles.count)
    for (position, place) in zip(UInt32(0)..., order) {
      listed.append(names.titles[Int(place)])
      positions[Int(place)] = position
    }
    titles = HashOrder(listed)
    var hashes = NumberWriter<UInt64>()
    var owners = NumberWriter<UInt32>()
    for index in 0..<names.others.count where positions[Int(names.places[index])] != .max {
      hashes.append(names.others[index])
      owners.append(positions[Int(names.places[index])])
    }
    others = HashOrder(hashes)
    self.owners = owners.numbers()
  }

  /// The entries that a value names: by their titles, else by another name.
  /// - Parameter withNumbers: whether a number may be a key, as many numbers are something else.
  func positions(of value: String, withNumbers: Bool) -> [UInt32] {
    guard withNumbers || value.unicodeScalars.contains(where: \.properties.isAlphabetic) else { return [] }
    for name in [value, EntryNames.bare(value)].compactMap(\.self) {
      let hash = FNV1a.hash64(Folding.fold(name))
      let titled = titles.range(of: hash).map { titles.places[$0] }
      if !titled.isEmpty { return titled }
      let called = others.range(of: hash).map { owners[Int(others.places[$0])] }
      if !called.isEmpty { return called }
    }
    return []
  }
}
