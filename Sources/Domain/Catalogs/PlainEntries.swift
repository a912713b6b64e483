public import Search

/// Entries that are no more than a number, a name, what stands behind it in the title, and a place, packed:
/// of
/// hundreds of thousands, each text made and counted would cost more than all else.
public struct PlainEntries: Sendable {
  /// Keys: not below zero, each once.
  let numbers: [Int]
  /// What an entry is sorted by first, in valid UTF-8.
  let names: PackedTexts
  /// What follows the name in the title behind a comma; empty for none.
  let endings: PackedTexts
  let coordinates: [Coordinate]

  /// Takes for each entry what stands at its position; texts are valid UTF-8.
  public init(numbers: [Int], names: PackedTexts, endings: PackedTexts, coordinates: [Coordinate]) {
    (self.numbers, self.names, self.endings, self.coordinates) = (numbers, names, endings, coordinates)
  }

  public var count: Int { numbers.count }

  func entry(at position: Int) -> FeedEntry {
    let (name, ending) = (names[position], endings[position])
    return FeedEntry(
      key: String(numbers[position]), title: .plain(ending.isEmpty ? name : name + ", " + ending),
      sortTitle: name, coordinate: coordinates[position])
  }
}
