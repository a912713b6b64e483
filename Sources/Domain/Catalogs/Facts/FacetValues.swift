import Search
import System

/// The different values of a facet, sorted, and the entries with each.
struct FacetValues: Sendable {
  /// Values that a page offers, the most frequent ones. Others are reached by address.
  static let offeredLimit = 100

  let field: FactField
  let values: [FactValue]
  /// Their names in addresses.
  let names: [String]
  /// The offered ``values``, the most frequent first.
  private let frequent: [Int]
  /// The number of entries with each value.
  let totals: [Int]
  /// The entries with each value, as positions in the catalog.
  private let sets: [SearchResults]
  private let positions: [String: Int]
  /// The positions of each code's values.
  let valuesOfCode: [[UInt32]]

  /// - Parameter codes: of the entries in list order.
  init(_ column: FactColumn, codes: [UInt32]) {
    field = column.field
    var found: [String: Int] = [:]
    var first: [(name: String, value: FactValue)] = []
    let ofCode = (0..<column.codeCount).map { code -> [Int] in
      var own: [Int] = []
      for value in column.values(of: code) {
        let name = Self.name(of: value.text)
        let number = found[name] ?? first.count
        if number == first.count {
          found[name] = number
          first.append((name, value))
        }
        if !own.contains(number) { own.append(number) }
      }
      return own
    }
    let order = Self.sorted(first.map(\.value))
    var places = Array(repeating: UInt32(0), count: order.count)
    for (place, number) in order.enumerated() { places[number] = UInt32(place) }
    let valuesOfCode = ofCode.map { $0.map { places[$0] } }
    self.valuesOfCode = valuesOfCode
    values = order.map { first[$0].value }
    names = order.map { first[$0].name }
    positions = found.mapValues { Int(places[$0]) }
    let buckets = Buckets(order.count) { add in
      for (position, code) in codes.enumerated() {
        for value in valuesOfCode[Int(code)] { add(Int(value), UInt32(position)) }
      }
    }
    sets = order.indices.map { SearchResults(ascending: buckets[$0], below: codes.count) }
    let totals = sets.map(\.total)
    self.totals = totals
    frequent = Array(sets.indices.sorted { (-totals[$0], $0) < (-totals[$1], $1) }.prefix(Self.offeredLimit))
  }

  /// The most frequent of ``values``, in their order.
  func offered(_ limit: Int) -> [Int] { frequent.prefix(max(0, limit)).sorted() }

  /// The position of a value by its name in addresses.
  func position(of name: String) -> Int? { positions[name] }

  func entries(with value: Int) -> SearchResults { sets[value] }

  /// A slug; with a hash if it lacks signs that tell the value from others.
  static func name(of value: String) -> String {
    let slug = Slug.make(value)
    let folded = Folding.fold(value)
    let isWhole =
      folded.count <= Slug.limit && folded.first != UInt8(ascii: "-")
      && folded.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x30...0x39: true
        default: " -_',.:/()&".utf8.contains(byte)
        }
      }
    return isWhole && !slug.isEmpty ? slug : Slug.join(slug, Slug.hash(value))
  }

  /// Sorts numbers and dates, then texts alphabetically.
  private static func sorted(_ values: [FactValue]) -> [Int] {
    let texts = values.map { String(decoding: Folding.sortable(Folding.fold($0.text)), as: UTF8.self) }
    return values.indices.sorted { one, other in
      switch (values[one].key, values[other].key) {
      case (let key?, let other?) where key != other: key < other
      case (.some, nil): true
      case (nil, .some): false
      default: (texts[one], one) < (texts[other], other)
      }
    }
  }
}

/// Entries grouped by their values of all facets: counting some hundred groups replaces counting 200,000 entries.
struct FacetGroups: Sendable {
  /// The group of each entry, in list order.
  let groups: [UInt32]
  /// The number of entries in each group.
  let sizes: [UInt32]
  /// The codes of each group in the facets' columns.
  private let codes: [SIMD4<UInt32>]

  /// - Parameter columns: for each facet, at most four, the codes of the entries in list order.
  init(_ columns: [[UInt32]], entryCount: Int) {
    var numbers: [SIMD4<UInt32>: UInt32] = [:]
    var codes: [SIMD4<UInt32>] = []
    var sizes: [UInt32] = []
    groups = (0..<entryCount).map { position in
      var key = SIMD4<UInt32>()
      for (index, column) in columns.enumerated() { key[index] = column[position] }
      let group = numbers[key] ?? UInt32(codes.count)
      if group == codes.count {
        numbers[key] = group
        codes.append(key)
        sizes.append(0)
      }
      sizes[Int(group)] += 1
      return group
    }
    self.codes = codes
    self.sizes = sizes
  }

  /// The number of entries with each value of each facet that pass the filters of all other facets.
  /// - Parameters:
  ///   - sizes: of the groups, without entries that the search or section excludes.
  ///   - chosen: the position of each facet's chosen value, negative for an unknown one; nil without a choice.
  func counts(_ facets: [FacetValues], sizes: [UInt32], chosen: [Int?]) -> [[Int]] {
    var counts = facets.map { Array(repeating: 0, count: $0.values.count) }
    for (group, size) in sizes.enumerated() where size > 0 {
      let codes = codes[group]
      var missed: Int?
      var misses = 0
      for (index, value) in chosen.enumerated() {
        guard let value, !facets[index].valuesOfCode[Int(codes[index])].contains(where: { $0 == value })
        else { continue }
        missed = index
        misses += 1
      }
      if misses > 1 { continue }
      for index in facets.indices where missed == nil || missed == index {
        for value in facets[index].valuesOfCode[Int(codes[index])] { counts[index][Int(value)] += Int(size) }
      }
    }
    return counts
  }
}
