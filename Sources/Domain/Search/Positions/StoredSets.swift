/// Many sets of positions, each in its smallest form, in a few shared arrays.
struct StoredSets: Sendable {
  struct Reference: Sendable {
    fileprivate var form: Form
    fileprivate var count: Int
    /// The first position of a run; otherwise the set's offset in the array of its form.
    fileprivate var start: Int
    /// The offset of a set's blocks, for halves.
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

  /// - Parameter bound: above all positions.
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

  /// Consecutive positions, which take no memory.
  static func run(from first: UInt32, count: Int) -> Reference {
    Reference(form: .run, count: count, start: Int(first))
  }

  /// Frees memory that was reserved for growth.
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
  /// The same elements without memory reserved for growth.
  var trimmed: [Element] { withUnsafeBufferPointer { Array($0) } }
}
