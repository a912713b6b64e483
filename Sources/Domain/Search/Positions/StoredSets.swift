public import System

/// Many sets of positions in a few arrays, each in its smallest form: a run, the positions themselves, or bits.
public struct StoredSets: Sendable {
  private let starts: Numbers<UInt32>
  private let counts: Numbers<UInt32>
  private let forms: Numbers<UInt8>
  private let positions: Numbers<UInt32>
  private let bits: Numbers<UInt64>
  private let wordsPerSet: Int
  private let bound: Int

  fileprivate static let (run, sorted, dense): (UInt8, UInt8, UInt8) = (0, 1, 2)

  /// - Parameter bound: above all positions.
  public init(_ arrays: ArraySet, _ name: String, bound: Int) {
    (starts, counts) = (arrays.numbers("\(name).starts"), arrays.numbers("\(name).counts"))
    (forms, positions) = (arrays.numbers("\(name).forms"), arrays.numbers("\(name).positions"))
    bits = arrays.numbers("\(name).bits")
    wordsPerSet = PositionBits.size(for: bound)
    self.bound = bound
  }

  public var count: Int { counts.count }

  /// The number of positions in a set.
  public func total(_ set: Int) -> Int { Int(counts[set]) }

  public func results(_ set: Int) -> SearchResults { SearchResults(self.set(set)) }

  func set(_ set: Int) -> PositionSet {
    let (start, count) = (Int(starts[set]), Int(counts[set]))
    switch forms[set] {
    case Self.run: return .range((start..<(start + count)).clamped(to: 0..<bound))
    case Self.sorted: return .sorted(positions.part(start..<(start + count)))
    default:
      let words = bits.part((start * wordsPerSet)..<((start + 1) * wordsPerSet))
      return .bits(PositionBits(words: words, count: min(count, bound)))
    }
  }
}

/// Writes ``StoredSets``.
public struct StoredSetsWriter: ~Copyable {
  private var starts = NumberWriter<UInt32>()
  private var counts = NumberWriter<UInt32>()
  private var forms = NumberWriter<UInt8>()
  private var positions = NumberWriter<UInt32>()
  private var bits = NumberWriter<UInt64>()
  private var dense = 0
  private let bound: Int

  /// - Parameter bound: above all positions.
  public init(bound: Int) { self.bound = bound }

  /// - Parameter set: ascending, each once.
  public mutating func append(ascending set: Numbers<UInt32>) {
    if let first = set.first, let last = set.last, Int(last - first) == set.count - 1 {
      append(.range(Int(first)..<(Int(last) + 1)))
    } else {
      append(PositionSet(ascending: set, below: bound))
    }
  }

  mutating func append(_ set: PositionSet) {
    counts.append(UInt32(truncatingIfNeeded: set.count))
    switch set {
    case .range(let range):
      forms.append(StoredSets.run)
      starts.append(UInt32(truncatingIfNeeded: range.lowerBound))
    case .sorted(let numbers):
      forms.append(StoredSets.sorted)
      starts.append(UInt32(truncatingIfNeeded: positions.count))
      numbers.withUnsafeBufferPointer { positions.append($0) }
    case .bits(let set):
      forms.append(StoredSets.dense)
      starts.append(UInt32(truncatingIfNeeded: dense))
      dense += 1
      set.words.withUnsafeBufferPointer { bits.append($0) }
    }
  }

  public consuming func finish(_ arrays: inout ArraySet, _ name: String) {
    arrays.add("\(name).starts", starts.numbers())
    arrays.add("\(name).counts", counts.numbers())
    arrays.add("\(name).forms", forms.numbers())
    arrays.add("\(name).positions", positions.numbers())
    arrays.add("\(name).bits", bits.numbers())
  }
}
