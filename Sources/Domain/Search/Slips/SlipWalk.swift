import Text

/// Looks for what was meant among sorted texts, letter by letter.
///
/// Texts in order are a tree without a byte more: those that begin alike stand side by side, and each
/// further letter is a search by halves among them. With one slip at most only those ways through the tree
/// are followed on which all other letters are right; signs in the texts are passed over.
struct SlipWalk {
  /// Searches by halves that one walk takes at most; bounds its time, some 0.1 µs each.
  static let limit = 4_000
  /// Letters, digits and spaces that a text has at least: of fewer anything may be meant.
  static let shortest = 3
  /// Words beyond which no other order of them is tried: each has as many as their factorial.
  static let mostWords = 6

  /// Texts that begin alike.
  private struct Place {
    var range: Range<Int>
    /// Bytes that they have been followed for.
    var depth = 0
  }

  private let bytes: UnsafeRawBufferPointer
  private let offsets: UnsafeBufferPointer<UInt32>
  private var typed: [Letter] = []
  private var steps = 0
  private var found: [Correction] = []

  /// The texts that a typed one may be meant for, the likeliest first.
  ///
  /// - Parameters:
  ///   - typed: folded.
  ///   - limit: how many at most.
  static func corrections(
    of typed: [UInt8], among sorted: SortedOffsets, in bytes: [UInt8], limit: Int
  ) -> [Correction] {
    let letters = Letter.all(of: typed).filter { !$0.isSign }
    guard letters.count >= shortest else { return [] }
    return bytes.withUnsafeBytes { bytes in
      sorted.offsets.withUnsafeBufferPointer { offsets in
        var walk = SlipWalk(bytes: bytes, offsets: offsets)
        walk.typed = letters
        walk.follow(Place(range: offsets.indices), from: 0, weight: 0, maySlip: true)
        walk.rearrange()
        return Correction.ordered(walk.found, limit: limit)
      }
    }
  }

  private init(bytes: UnsafeRawBufferPointer, offsets: UnsafeBufferPointer<UInt32>) {
    (self.bytes, self.offsets) = (bytes, offsets)
  }

  // MARK: Following

  private mutating func follow(_ place: Place, from index: Int, weight: Int, maySlip: Bool) {
    guard steps < Self.limit else { return }
    guard index < typed.count, place.depth + 4 <= SuffixSort.depth else {
      return reach(place, weight: weight + (maySlip ? 1 : 0))
    }
    if let next = step(from: place, typed[index]) {
      follow(next, from: index + 1, weight: weight, maySlip: maySlip)
    }
    passSigns(from: place, before: typed[index]) { walk, next, isSeparator in
      walk.follow(next, from: isSeparator ? index + 1 : index, weight: weight, maySlip: maySlip)
    }
    if maySlip { slip(at: place, index, weight: weight) }
  }

  /// Follows what stands there after each slip that may have happened.
  private mutating func slip(at place: Place, _ index: Int, weight: Int) {
    let weight = weight + (index == 0 ? Slip.beginningWeight : 0)
    let letter = typed[index]
    let previous = index > 0 ? typed[index - 1] : nil
    let following = index + 1 < typed.count ? typed[index + 1] : nil
    if let following, following != letter, let first = step(from: place, following),
      let second = step(from: first, letter)
    {
      follow(second, from: index + 2, weight: weight + Slip.common.rawValue, maySlip: false)
    }
    // One letter too many: a doubled one weighs less.
    let extra = letter == previous ? Slip.common : .missing
    follow(place, from: index + 1, weight: weight + extra.rawValue, maySlip: false)
    forEachLetter(from: place) { walk, other, next in
      let isDouble = other == previous || other == letter
      let missing = isDouble ? Slip.common : .missing
      walk.follow(next, from: index, weight: weight + missing.rawValue, maySlip: false)
      guard other != letter else { return }
      let wrong = Keyboard.areNeighbours(other, letter) ? Slip.common : .other
      walk.follow(next, from: index + 1, weight: weight + wrong.rawValue, maySlip: false)
    }
  }

  private mutating func reach(_ place: Place, weight: Int) {
    let offset = Int(offsets[place.range.lowerBound])
    let next = Letter(bytes, at: offset + place.depth)
    let rest =
      next == .end ? 0 : next == .space || next.isSign ? Correction.wordWeight : Correction.withinWeight
    found.append(
      Correction(
        text: Array(bytes[offset..<(offset + place.depth)]), weight: weight + rest,
        frequency: place.range.count))
  }

  // MARK: Words in another order

  /// Follows the typed words in every other order.
  private mutating func rearrange() {
    let words = typed.split(separator: .space).map(Array.init)
    guard (2...Self.mostWords).contains(words.count) else { return }
    arrange(Place(range: offsets.indices), words)
  }

  private mutating func arrange(_ place: Place, _ words: [[Letter]]) {
    guard steps < Self.limit else { return }
    for index in words.indices {
      var rest = words
      typed = rest.remove(at: index) + (rest.isEmpty ? [] : [.space])
      if rest.isEmpty {
        follow(place, from: 0, weight: Slip.common.rawValue, maySlip: false)
      } else {
        for next in places(from: place, 0) { arrange(next, rest) }
      }
    }
  }

  /// Where the typed text leads without a slip.
  private mutating func places(from place: Place, _ index: Int) -> [Place] {
    guard steps < Self.limit, index < typed.count else { return [place] }
    var reached: [Place] = []
    if let next = step(from: place, typed[index]) { reached += places(from: next, index + 1) }
    passSigns(from: place, before: typed[index]) { walk, next, isSeparator in
      reached += walk.places(from: next, isSeparator ? index + 1 : index)
    }
    return reached
  }

  // MARK: Steps

  /// Those of the texts that go on with a letter; nil if none does.
  private mutating func step(from place: Place, _ letter: Letter) -> Place? {
    guard place.depth + 4 <= SuffixSort.depth else { return nil }
    let start = firstIndex(in: place.range, at: place.depth) { $0 >= letter }
    guard start < place.range.upperBound, self.letter(at: start, place.depth) == letter else { return nil }
    return Place(range: start..<end(of: letter, from: start, in: place), depth: place.depth + letter.length)
  }

  /// Goes on behind each sign; one that stands between words, such as a hyphen, also counts as a space.
  private mutating func passSigns(
    from place: Place, before letter: Letter, _ follow: (inout SlipWalk, Place, Bool) -> Void
  ) {
    var start = firstIndex(in: place.range, at: place.depth) { $0 >= Letter.commonSigns.lowerBound }
    while start < place.range.upperBound {
      let sign = self.letter(at: start, place.depth)
      guard Letter.commonSigns.contains(sign) else { return }
      let end = end(of: sign, from: start, in: place)
      let next = Place(range: start..<end, depth: place.depth + sign.length)
      follow(&self, next, false)
      if letter == .space { follow(&self, next, true) }
      start = end
    }
  }

  private mutating func forEachLetter(from place: Place, _ follow: (inout SlipWalk, Letter, Place) -> Void) {
    var start = place.range.lowerBound
    while start < place.range.upperBound, steps < Self.limit {
      let letter = letter(at: start, place.depth)
      let end = end(of: letter, from: start, in: place)
      if letter != .end, !letter.isSign {
        follow(&self, letter, Place(range: start..<end, depth: place.depth + letter.length))
      }
      start = end
    }
  }

  @inline(__always)
  private func letter(at index: Int, _ depth: Int) -> Letter {
    Letter(bytes, at: Int(offsets[index]) + depth)
  }

  /// Where the texts end that have the same letter as the first. Most have few others beside them.
  private mutating func end(of letter: Letter, from start: Int, in place: Place) -> Int {
    var width = 1
    while start + width < place.range.upperBound, self.letter(at: start + width, place.depth) == letter {
      width *= 2
    }
    let range = (start + width / 2)..<min(start + width, place.range.upperBound)
    return firstIndex(in: range, at: place.depth) { $0 > letter }
  }

  @inline(__always)
  private mutating func firstIndex(
    in range: Range<Int>, at depth: Int, where holds: (Letter) -> Bool
  ) -> Int {
    steps += 1
    return range.firstIndex(bisecting: { holds(letter(at: $0, depth)) })
  }
}
