import Glibc

/// Titles of a city list, recorded or generated.
enum Cities {
  /// The titles of a recorded list in list order: alphabetical by name, then country.
  ///
  /// Finds the two members by name, which suffices for a well-formed file.
  static func read(_ path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var cities: [(name: String, country: String)] = []
    while getline(&line, &capacity, file) >= 0, let line {
      guard let name = member("name", of: line), let country = member("country", of: line) else { continue }
      cities.append((name, country))
    }
    return sorted(cities)
  }

  /// Generated places: the beginning of one name and the end of another.
  static func make(_ count: Int, from seeds: [String], using generator: inout SeededGenerator) -> [String] {
    func seed() -> Substring { seeds[Int.random(in: seeds.indices, using: &generator)].dropLast(4) }
    return sorted(
      (0..<count).map { _ in
        let (first, second) = (seed(), seed())
        let name = first.prefix(first.count / 2 + 1) + second.suffix(second.count / 2)
        return (String(name), countries[Int.random(in: countries.indices, using: &generator)])
      })
  }

  /// Names to generate others from if there is no recorded list.
  static func seeds(using generator: inout SeededGenerator) -> [String] {
    let consonants = [
      "b", "br", "ch", "d", "f", "g", "h", "k", "kr", "l", "m", "n", "p", "r", "s", "st", "t", "v",
    ]
    let vowels = ["a", "a", "e", "e", "i", "o", "u", "ai", "é", "ö", "ou"]
    let ends = ["", "", "n", "r", "s", "burg", "ville", "ton", "-sur-Mer", " Bay", "o", "a", "grad", "pur"]
    return (0..<20_000).map { _ in
      let syllables = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        (consonants.randomElement(using: &generator) ?? "") + (vowels.randomElement(using: &generator) ?? "")
      }
      return syllables.joined().capitalizedFirst + (ends.randomElement(using: &generator) ?? "") + ", XX"
    }
  }

  private static let countries = ["US", "FR", "DE", "IN", "MX", "RU", "GB", "IT", "ES", "BR", "PH", "JP"]

  private static func sorted(_ cities: [(name: String, country: String)]) -> [String] {
    cities.map { (key: Folding.fold($0.name) + [0] + $0.country.utf8, title: "\($0.name), \($0.country)") }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.title)
  }

  private static func member(_ name: String, of line: UnsafeMutablePointer<CChar>) -> String? {
    let key = "\"\(name)\":\""
    guard let start = strstr(line, key).map({ $0 + key.utf8.count }) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: strcspn(start, "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
