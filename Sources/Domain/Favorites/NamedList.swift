/// A list that a visitor made beside the favorites: "To visit", "Watched".
public struct NamedList: Hashable, Sendable, Identifiable {
  /// Its part of addresses, of the shape of an entry's id; it stays when the name changes.
  public let id: String
  public internal(set) var label: ListLabel
  public internal(set) var entries: FavoriteSet

  /// Lists of one visitor.
  public static let limit = 20

  /// Nil if a list cannot have the id.
  public init?(id: String, label: ListLabel, entries: FavoriteSet = FavoriteSet()) {
    guard Favorite.isID(id) else { return nil }
    (self.id, self.label, self.entries) = (id, label, entries)
  }

  /// A list without entries, with an id like its name.
  init(_ label: ListLabel, besides others: [NamedList]) {
    let words = label.name.lowercased().utf8
      .split { !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) && !(0x30...0x39).contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    let stem = words.isEmpty ? "list" : words.joined(separator: "-")
    let ids = [stem] + (2...Self.limit + 1).map { "\(stem)-\($0)" }
    id = ids.first { id in !others.contains { $0.id == id } } ?? stem
    (self.label, entries) = (label, FavoriteSet())
  }
}

/// The name and the color of a list.
public struct ListLabel: Hashable, Sendable {
  /// One line of 1 to ``nameLimit`` characters.
  public let name: String
  public let color: ListColor

  /// Characters of a name.
  public static let nameLimit = 40
  /// Bytes of a name: a character may have any number of scalars.
  static let byteLimit = 240

  /// Nil without a name of at most ``nameLimit`` characters. Control and formatting characters become blanks.
  public init?(name: String, color: ListColor) {
    guard name.utf8.count <= 4 * Self.byteLimit else { return nil }
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      // A joiner is part of many emoji.
      case .format where scalar.value == 0x200D: scalar
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
    let line = words.joined(separator: " ")
    guard (1...Self.nameLimit).contains(line.count), line.utf8.count <= Self.byteLimit else { return nil }
    (self.name, self.color) = (line, color)
  }
}

/// The color of a list's dot.
public enum ListColor: String, CaseIterable, Sendable {
  case red, orange, yellow, green, teal, blue, purple, pink
}
