import Glibc

/// Titles as the city list has them, and lists of any length made from them.
enum Cities {
  /// The titles of a recorded city list in list order: alphabetical by name, then country.
  ///
  /// Reads the two members by their names, which suffices for a file known to be well formed.
  static func read(_ path: String) -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var cities: [(key: [UInt8], country: String, title: String)] = []
    while getline(&line, &capacity, file) >= 0, let line {
      guard let name = member("\"name\":\"", of: line), let country = member("\"country\":\"", of: line)
      else {
        continue
      }
      cities.append((Folding.fold(name), country, "\(name), \(country)"))
    }
    cities.sort { $0.key == $1.key ? $0.country < $1.country : $0.key.lexicographicallyPrecedes($1.key) }
    return cities.map(\.title)
  }

  private static func member(_ name: String, of line: UnsafeMutablePointer<CChar>) -> String? {
    guard let start = strstr(line, name).map({ $0 + strlen(name) }) else { return nil }
    let length = strcspn(start, "\"")
    return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// Titles of made-up places: the beginning of one name with the end of another, sorted.
  static func synthesize(_ count: Int, from titles: [String], using generator: inout Generator) -> [String] {
    let names = titles.map { $0.split(separator: ",").first.map(String.init) ?? $0 }
    let made = (0..<count).map { _ -> (key: [UInt8], title: String) in
      let (head, tail) = (names.randomElement(using: &generator), names.randomElement(using: &generator))
      let country = titles.randomElement(using: &generator)?.suffix(4) ?? ""
      let (first, second) = (head ?? "", tail ?? "")
      let title = first.prefix(first.count / 2 + 1) + second.suffix(second.count / 2) + country
      return (Folding.fold(String(title)), String(title))
    }
    return made.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.title)
  }
}
