import FoundationEssentials
import JSON
import Search

/// What countries are called in one language, by the two letters that lists of places have for them.
struct CountryNames: Sendable {
  private let names: [String: String]
  /// The letters by the folded name.
  private let codes: [[UInt8]: String]

  init(_ names: [String: String]) {
    self.names = names
    codes = Dictionary(names.sorted { $0.key < $1.key }.map { (Folding.fold($1), $0) }) { first, _ in first }
  }

  /// Reads `<tag>.json` of a folder; a language without such a file calls countries by their letters.
  init(folder: String, tag: String) {
    let data = FileManager.default.contents(atPath: "\(folder)/\(tag).json")
    let document = data.flatMap { try? JSONValue(parsing: Array($0)) }
    self.init((document?.object ?? [:]).compactMapValues(\.string))
  }

  /// Where a place lies that is called "London, GB"; nil for any other.
  func name(in title: String) -> String? {
    guard let comma = title.lastIndex(of: ","), title[comma...].hasPrefix(", ") else { return nil }
    return names[String(title[comma...].dropFirst(2))]
  }

  /// What is typed with the country's letters behind a comma where its name is at the end: "london united kingdom"
  /// becomes "london, gb". Nil if it ends with no country, or has nothing before it.
  func coded(_ typed: String) -> String? {
    let text = Folding.fold(typed)
    let spaces = text.indices.filter { text[$0] == UInt8(ascii: " ") }
    // The first is the longest: "guinea" is also the end of "papua new guinea".
    for space in spaces {
      guard let code = codes[Array(text[(space + 1)...])] else { continue }
      let place = text[..<space].reversed().drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
      guard !place.isEmpty else { return nil }
      return "\(String(decoding: place.reversed(), as: UTF8.self)), \(code)"
    }
    return nil
  }
}
