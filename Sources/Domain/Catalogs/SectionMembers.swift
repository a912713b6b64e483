/// Which entries stand in which section, and in which order.
struct SectionMembers: Sendable {
  /// For each section the positions of its entries, in its own order.
  let positions: [[UInt32]]
  /// The sections of all entries, ascending for each, one entry after the other.
  private let sections: [UInt32]
  /// Where the sections of an entry begin, and those of the last end; empty if there is no section.
  private let starts: [UInt32]

  /// - Parameter positions: for each section the positions of its entries, each once.
  init(_ positions: [[UInt32]], entryCount: Int) {
    self.positions = positions
    guard !positions.isEmpty else {
      sections = []
      starts = []
      return
    }
    var ends = Array(repeating: UInt32(0), count: entryCount + 1)
    for position in positions.joined() { ends[Int(position) + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    starts = ends
    var sections = Array(repeating: UInt32(0), count: Int(ends[entryCount]))
    for (section, positions) in positions.enumerated() {
      for position in positions {
        sections[Int(ends[Int(position)])] = UInt32(section)
        ends[Int(position)] += 1
      }
    }
    self.sections = sections
  }

  /// The sections of an entry, ascending.
  func sections(of position: Int) -> [Int] {
    guard !starts.isEmpty else { return [] }
    return sections[Int(starts[position])..<Int(starts[position + 1])].map(Int.init)
  }
}
