/// The state of one thread's entries by the writers' lines.
struct Knowledge {
  /// Whether each entry is marked.
  private var marks = [Bool](repeating: false, count: Writers.entries)
  /// The entry with an unfinished change, which may have been stored.
  private var open: Int?

  /// Reads one line; false for an invalid one.
  mutating func read(_ number: Int, _ sign: Substring) -> Bool {
    guard marks.indices.contains(number), sign == "?" || number == open else { return false }
    switch sign {
    case "?": open = number
    case "+", "-":
      guard marks[number] == (sign == "-") else { return false }
      marks[number] = sign == "+"
      open = nil
    default: return false
    }
    return true
  }

  /// Compares with the state on disk, and adopts that.
  /// - Returns: the lost entries, and whether the unfinished change was stored.
  mutating func settle(_ found: [Bool]) -> (lost: [Int], isOpenMade: Bool) {
    let different = found.indices.filter { found[$0] != marks[$0] }
    defer {
      marks = found
      open = nil
    }
    return (different.filter { $0 != open }, different.contains { $0 == open })
  }
}
