/// Typical queries: one to eight characters of a title.
enum Queries {
  /// For a prefix search the beginnings of random titles, otherwise any part of them.
  static func random(
    _ count: Int, of match: SearchMatch, from folded: [String], using generator: inout SeededGenerator
  ) -> [String] {
    var queries: [String] = []
    while queries.count < count {
      let title = Array(folded[Int.random(in: folded.indices, using: &generator)])
      let length = min(Int.random(in: 1...8, using: &generator), title.count)
      let start = match == .prefix ? 0 : Int.random(in: 0...(title.count - length), using: &generator)
      let query = String(title[start..<(start + length)])
      // These have a meaning in SQLite, and so has a length of zero.
      if query.contains(where: { "%_\"".contains($0) }) || query.allSatisfy({ $0 == " " }) { continue }
      queries.append(query)
    }
    return queries
  }
}
