/// What visitors may type: one to eight characters of a title.
enum Queries {
  /// Pieces from the beginning of random titles for a prefix, from anywhere for contains.
  static func random(
    _ count: Int, of match: SearchMatch, from folded: [String], using generator: inout SeededGenerator
  ) -> [String] {
    var queries: [String] = []
    while queries.count < count {
      let title = Array(folded[Int.random(in: folded.indices, using: &generator)])
      let length = min(Int.random(in: 1...8, using: &generator), title.count)
      let start = match == .prefix ? 0 : Int.random(in: 0...(title.count - length), using: &generator)
      let query = String(title[start..<(start + length)])
      // SQLite gives a meaning to these, and to a zero length.
      if query.contains(where: { "%_\"".contains($0) }) || query.allSatisfy({ $0 == " " }) { continue }
      queries.append(query)
    }
    return queries
  }
}
