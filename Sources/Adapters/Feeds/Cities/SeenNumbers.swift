/// Numbers that have come, for telling those that come again: a bit for each of the usual ones.
struct SeenNumbers {
  private var bits: [UInt64] = []
  private var others: Set<Int> = []

  /// Numbers that have a bit: those of cities are below 15 million, whose bits take 2 MB.
  private static let limit = 1 << 25

  /// Takes a number that is not below zero; false if it has come before.
  mutating func insert(_ number: Int) -> Bool {
    guard number < Self.limit else { return others.insert(number).inserted }
    let (word, bit) = (number >> 6, UInt64(1) << UInt64(number & 63))
    if word >= bits.count { bits += repeatElement(0, count: max(word + 1 - bits.count, bits.count)) }
    guard bits[word] & bit == 0 else { return false }
    bits[word] |= bit
    return true
  }
}
