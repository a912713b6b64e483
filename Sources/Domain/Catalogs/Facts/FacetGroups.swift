import Search
import System

/// Entries grouped by their values of all facets: counting some hundred groups replaces counting 200,000 entries.
struct FacetGroups: Sendable {
  /// The group of each entry, in list order.
  let groups: Numbers<UInt32>
  /// The number of entries in each group.
  let sizes: Numbers<UInt32>
  /// For each group its codes in the facets' columns, ``FactField/facetLimit`` of them.
  private let codes: Numbers<UInt32>

  init(_ arrays: ArraySet) {
    (groups, sizes) = (arrays.numbers("groups.of"), arrays.numbers("groups.sizes"))
    codes = arrays.numbers("groups.codes")
  }

  /// - Parameter columns: of the facets.
  static func write(_ columns: [FactColumn], entryCount: Int, to arrays: inout ArraySet) {
    var numbers = DistinctTexts()
    var sizes = NumberWriter<UInt32>()
    var codes = NumberWriter<UInt32>()
    var groups = NumberWriter<UInt32>(capacity: entryCount)
    for position in 0..<entryCount {
      var key = SIMD4<UInt32>()
      for (index, column) in columns.enumerated() { key[index] = column.codes[position] }
      let group = withUnsafeBytes(of: key) { numbers.number(of: $0) }
      if group == sizes.count {
        sizes.append(0)
        for index in 0..<FactField.facetLimit { codes.append(key[index]) }
      }
      sizes[group] += 1
      groups.append(UInt32(truncatingIfNeeded: group))
    }
    arrays.add("groups.of", groups.numbers())
    arrays.add("groups.sizes", sizes.numbers())
    arrays.add("groups.codes", codes.numbers())
  }

  /// The number of entries with each value of each facet that pass the filters of all other facets.
  /// - Parameters:
  ///   - sizes: of the groups, without entries that the search or section excludes.
  /// - Returns: for each facet the counts of its values, and that of entries without one.
  func counts(_ facets: [FacetValues], sizes: [UInt32], chosen: [ChosenValues]) -> [[Int]] {
    var counts = facets.map { Array(repeating: 0, count: $0.count + 1) }
    for (group, size) in sizes.enumerated() where size > 0 {
      let missed = missed(by: group, facets, chosen)
      if missed.count > 1 { continue }
      for index in facets.indices where missed.isEmpty || missed[0] == index {
        let none = counts[index].count - 1
        if !hasValue(group, index) { counts[index][none] += Int(size) }
        for value in values(group, index, facets) where value < none {
          counts[index][Int(value)] += Int(size)
        }
      }
    }
    return counts
  }

  /// The number of entries without a value of a facet.
  func totalWithout(_ facet: Int) -> Int {
    sizes.enumerated().reduce(0) { $0 + (hasValue($1.offset, facet) ? 0 : Int($1.element)) }
  }

  /// The entries that pass the filters of all facets. Cost: one step for each entry and group.
  func entries(_ facets: [FacetValues], _ chosen: [ChosenValues]) -> SearchResults {
    SearchResults(in: groups, among: sizes.indices.map { missed(by: $0, facets, chosen).isEmpty })
  }

  /// The facets whose filters a group does not pass.
  private func missed(by group: Int, _ facets: [FacetValues], _ chosen: [ChosenValues]) -> [Int] {
    chosen.indices.filter {
      !chosen[$0].isEmpty && !chosen[$0].allow(values(group, $0, facets), isNone: !hasValue(group, $0))
    }
  }

  private func values(_ group: Int, _ facet: Int, _ facets: [FacetValues]) -> Numbers<UInt32> {
    facets[facet].values(ofCode: codes[group * FactField.facetLimit + facet])
  }

  /// The first code is that of no value.
  private func hasValue(_ group: Int, _ facet: Int) -> Bool {
    codes[group * FactField.facetLimit + facet] != 0
  }
}

/// The values that the filters of a facet select and exclude.
struct ChosenValues: Sendable {
  /// Unknown values have none.
  private(set) var numbers: [Int] = []
  private(set) var excluded: [Int] = []
  private(set) var hasNone = false
  /// Whether a value is selected, even an unknown one.
  private var isSelecting = false

  init(_ filters: [FactFilter], of facet: FacetValues) {
    for filter in filters where filter.fact == facet.field.name {
      let number = facet.number(named: filter.name)
      if filter.isExcluding {
        if let number { excluded.append(number) }
        continue
      }
      isSelecting = true
      if filter.value == FactFilter.none { hasNone = true }
      if let number { numbers.append(number) }
    }
  }

  var isEmpty: Bool { !isSelecting && excluded.isEmpty }

  func allow(_ values: Numbers<UInt32>, isNone: Bool) -> Bool {
    if !excluded.isEmpty, values.contains(where: { excluded.contains(Int($0)) }) { return false }
    return !isSelecting || isNone && hasNone || values.contains { numbers.contains(Int($0)) }
  }
}
