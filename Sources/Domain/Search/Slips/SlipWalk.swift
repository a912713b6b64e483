import System
import Text

/// Searches sorted texts for likely intended ones, letter by letter.
///
/// Sorted texts are an implicit tree: those with a common beginning are adjacent, and each further letter is a
/// bisection among them. At most one error is allowed, so only branches on which all other letters match are followed;
/// punctuation in the texts is skipped.
struct SlipWalk {
  /// Bisections of one walk, 0.1 µs each; bounds its time.
  static let limit = 4_000
  /// Letters, digits and spaces of the shortest text to correct.
  static let shortest = 3

  /// Texts with a common beginning.
  private struct Place {
    var range: Range<Int>
    /// Bytes of the common beginning.
    var depth = 0
  }

  private let bytes: Numbers<UInt8>
  private let offsets: Numbers<UInt32>
  private var typed: [Letter] = []
  private var steps = 0
  private var found: [Correction] = []

  /// The likely intended texts, likeliest first.
  ///
  /// - Parameters:
  ///   - typed: folded.
  ///   - limit: of corrections.
  static func corrections(
    of typed: [UInt8], among sorted: SortedOffsets, limit: Int
  ) -> [Correction] {
    let letters = Letter.all(of: typed).filter { !$0.isSign }
    guard letters.count >= shortest else { return [] }
    var walk = SlipWalk(bytes: sorted.bytes, offsets: sorted.offsets)
    walk.typed = letters
    walk.follow(walk.everywhere, from: 0, weight: 0, maySlip: true)
    return Correction.ordered(walk.found, limit: limit)
  }

  private init(bytes: Numbers<UInt8>, offsets: Numbers<UInt32>) {
    (self.bytes, self.offsets) = (bytes, offsets)
  }

  private var everywhere: Place { Place(range: 0..<offsets.count) }

  // MARK: Following

  private mutating func follow(_ place: Place, from index: Int, weight: Int, maySlip: Bool) {
    guard steps < Self.limit else { return }
    guard index < typed.count, place.depth + 4 <= TextSort.depth else {
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

  /// Follows each possible error.
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
    // An extra letter: a doubled one weighs less.
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
        text: Array(bytes.part(offset..<(offset + place.depth))), weight: weight + rest,
        frequency: place.range.count))
  }

  // MARK: Steps

  /// The texts that continue with a letter; nil if none does.
  private mutating func step(from place: Place, _ letter: Letter) -> Place? {
    guard place.depth + 4 <= TextSort.depth else { return nil }
    let start = firstIndex(in: place.range, at: place.depth) { $0 >= letter }
    guard start < place.range.upperBound, self.letter(at: start, place.depth) == letter else { return nil }
    return Place(range: start..<end(of: letter, from: start, in: place), depth: place.depth + letter.length)
  }

  /// Continues after each punctuation mark; one between words, such as a hyphen, also counts as a space.
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

  /// The end of the texts with the same letter as the first; steps double, since most ranges are short.
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
