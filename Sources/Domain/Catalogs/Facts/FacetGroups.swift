import Search

/// Entries that agree in all facets, counted together: a few hundred groups tell what 200,000 entries would.
struct FacetGroups: Sendable {
  /// For each entry in list order its group.
  let groups: [UInt32]
  /// How many entries each group has.
  let sizes: [UInt32]
  /// For each group and facet a code of the facet's column.
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

  /// For each facet and value how many entries have it that are chosen by all other facets.
  /// - Parameters:
  ///   - sizes: of the groups, as far as they are looked at.
  ///   - chosen: for each facet the position of the chosen value, below zero for one that no entry has; nil
  ///     where none is chosen.
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
