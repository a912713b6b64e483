public import TextPacking

/// Entries that are no more than a number, a name, what stands behind it in the title, and a place, packed: of
/// hundreds of thousands, each text made and counted would cost more than all else.
public struct PlainEntries: Sendable {
  /// Keys: not below zero, each once.
  public private(set) var numbers: [Int] = []
  /// What an entry is sorted by first, in valid UTF-8.
  public private(set) var names = PackedTexts()
  /// What follows the name in the title behind a comma; empty for none.
  public private(set) var endings = PackedTexts()
  public private(set) var coordinates: [Coordinate] = []

  public init() {}

  public var count: Int { numbers.count }

  /// - Parameter count: how many there are going to be, roughly.
  public mutating func reserve(_ count: Int) {
    numbers.reserveCapacity(count)
    names.reserve(count, bytesEach: 12)
    endings.reserve(count, bytesEach: 2)
    coordinates.reserveCapacity(count)
  }

  /// Takes an entry; its texts are valid UTF-8.
  public mutating func append(number: Int, name: [UInt8], ending: [UInt8], coordinate: Coordinate) {
    numbers.append(number)
    name.withUnsafeBufferPointer { names.append($0) }
    ending.withUnsafeBufferPointer { endings.append($0) }
    coordinates.append(coordinate)
  }

  func entry(at position: Int) -> FeedEntry {
    let (name, ending) = (names[position], endings[position])
    return FeedEntry(
      key: String(numbers[position]), title: .plain(ending.isEmpty ? name : name + ", " + ending),
      sortTitle: name, coordinate: coordinates[position])
  }
}
