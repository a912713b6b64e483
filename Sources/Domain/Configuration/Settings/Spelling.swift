/// How far apart two words are.
package enum Spelling {
  /// Letters to add, drop, change or swap with their neighbour to make one text the other.
  package static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (Array(one), Array(other))
    var rows = [Array(0...other.count)]
    for i in 1...max(one.count, 1) where i <= one.count {
      var row = [i]
      for j in 1...max(other.count, 1) where j <= other.count {
        let isSame = one[i - 1] == other[j - 1]
        var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
