import System

/// The records of entries in the order in which they came; valid as long as the bytes are.
struct Spool {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of each record.
  let starts: Numbers<UInt64>

  var size: Int { bytes.count }

  func record(_ place: UInt32) -> StoredEntry.Spooled {
    let end = Int(place) + 1 < starts.count ? Int(starts[Int(place) + 1]) : bytes.count
    return StoredEntry.Spooled(UnsafeBufferPointer(rebasing: bytes[Int(starts[Int(place)])..<end]))
  }

  /// Sorts entries with equal folded titles: by the numbers that are their keys, their titles, and their ids.
  /// - Parameter given: ids other than the bases.
  func sort(_ alike: UnsafeMutableBufferPointer<UInt32>, _ given: [UInt32: String]) {
    let ties = alike.map { Tie(place: $0, record($0), id: given.isEmpty ? nil : given[$0]) }.sorted()
    for (index, tie) in ties.enumerated() { alike[index] = tie.place }
  }
}

/// An entry among others with its folded title.
private struct Tie: Comparable {
  let place: UInt32
  /// The largest one for a key that is no number.
  private let number: UInt64
  private let title: UnsafeBufferPointer<UInt8>
  private let base: UnsafeBufferPointer<UInt8>
  private let id: String?

  init(place: UInt32, _ record: StoredEntry.Spooled, id: String?) {
    (self.place, self.id) = (place, id)
    number = record.keyText.number(in: 0...UInt64.max) ?? .max
    (title, base) = (record.title, record.base)
  }

  static func < (one: Tie, other: Tie) -> Bool {
    if one.number != other.number { return one.number < other.number }
    if !one.title.elementsEqual(other.title) {
      // Texts that differ in their bytes may be equal.
      let (first, second) = (
        String(decoding: one.title, as: UTF8.self), String(decoding: other.title, as: UTF8.self)
      )
      if first != second { return first < second }
    }
    // Bases are ASCII.
    if one.id == nil, other.id == nil { return one.base.lexicographicallyPrecedes(other.base) }
    return one.idText < other.idText
  }

  static func == (one: Tie, other: Tie) -> Bool { one.place == other.place }

  private var idText: String { id ?? String(decoding: base, as: UTF8.self) }
}
