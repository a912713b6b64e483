/// What the writers' lines tell of one thread's entries.
struct Knowledge {
  /// Whether each entry is marked.
  private var marks = [Bool](repeating: false, count: Writers.entries)
  /// The entry whose change was under way at the end: it may have been made or not.
  private var open: Int?

  /// Reads one line; false where it is none of this form.
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

  /// Compares with what is on disk, and takes that for known.
  /// - Returns: the entries that are not as they must be, and whether the open change has been made.
  mutating func settle(_ found: [Bool]) -> (lost: [Int], isOpenMade: Bool) {
    let different = found.indices.filter { found[$0] != marks[$0] }
    defer {
      marks = found
      open = nil
    }
    return (different.filter { $0 != open }, different.contains { $0 == open })
  }
}
