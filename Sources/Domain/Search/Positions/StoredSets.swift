/// Many sets of positions, each in the form that takes least, in a few arrays for all.
struct StoredSets: Sendable {
  struct Reference: Sendable {
    fileprivate var form: Form
    fileprivate var count: Int
    /// The first position of a run; else where the set begins among those of its form.
    fileprivate var start: Int
    /// Where a set of halves has its blocks.
    fileprivate var block = 0
  }

  fileprivate enum Form {
    case run
    case halves
    case bits
  }

  private let bound: Int
  private let wordsPerSet: Int
  private var words: [UInt64] = []
  private var halves: [UInt16] = []
  private var blockEnds: [UInt32] = []

  /// - Parameter bound: all positions lie below.
  init(bound: Int) {
    self.bound = bound
    wordsPerSet = PositionBits.size(for: bound)
  }

  /// - Parameter positions: ascending, each once, not empty.
  mutating func append(_ positions: ArraySlice<UInt32>) -> Reference {
    let (count, first, last) = (positions.count, positions.first ?? 0, positions.last ?? 0)
    if Int(last - first) < count { return Self.run(from: first, count: count) }
    if count > 4 * wordsPerSet {
      let start = words.count
      appendBits(positions)
      return Reference(form: .bits, count: count, start: start)
    }
    let reference = Reference(form: .halves, count: count, start: halves.count, block: blockEnds.count)
    PositionHalves.append(positions, below: bound, to: &halves, blockEnds: &blockEnds)
    return reference
  }

  /// Positions that follow one another, which take no room.
  static func run(from first: UInt32, count: Int) -> Reference {
    Reference(form: .run, count: count, start: Int(first))
  }

  /// Gives back what was reserved for growing.
  mutating func trim() {
    words = words.trimmed
    halves = halves.trimmed
    blockEnds = blockEnds.trimmed
  }

  func set(_ reference: Reference) -> PositionSet {
    let (start, count) = (reference.start, reference.count)
    switch reference.form {
    case .run: return .range(start..<(start + count))
    case .bits: return .bits(PositionBits(words: words[start..<(start + wordsPerSet)], count: count))
    case .halves:
      let blocks = reference.block..<(reference.block + PositionHalves.blocks(for: bound))
      return .halves(PositionHalves(halves: halves[start..<(start + count)], blockEnds: blockEnds[blocks]))
    }
  }

  private mutating func appendBits(_ positions: ArraySlice<UInt32>) {
    let start = words.count
    words.append(contentsOf: repeatElement(0, count: wordsPerSet))
    words.withUnsafeMutableBufferPointer { words in
      let set = UnsafeMutableBufferPointer(rebasing: words[start...])
      for position in positions { PositionBits.insert(Int(position), into: set) }
      _ = PositionBits.count(set)
    }
  }
}

extension Array {
  /// The same in no more memory than it needs, without what was reserved for growing.
  var trimmed: [Element] { withUnsafeBufferPointer { Array($0) } }
}
