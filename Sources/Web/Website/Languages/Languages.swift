import FoundationEssentials
import JSON
import Search

/// The languages of the interface, English first.
struct Languages: Sendable {
  let all: [Language]
  let tags: [String]
  /// Names of countries in each language; made for the first page that needs them.
  let countries: [LazyValue<CountryNames>]

  static let english = 0

  subscript(position: Int) -> Language { all[position] }

  /// Reads every `<tag>.json` of a folder. Throws the first fault, with file and key.
  init(folder: String) throws(SiteError) {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .missing(folder)
    }
    let english = try Self.read("\(folder)/\(Self.basis)", basis: nil)
    var all = [english]
    for name in names.sorted() where name.hasSuffix(".json") && name != Self.basis {
      all.append(try Self.read("\(folder)/\(name)", basis: english))
    }
    self.all = all
    tags = all.map(\.tag)
    countries = tags.map { tag in LazyValue { CountryNames(ForeignNames(tag: tag).countries) } }
  }

  static let basis = "en.json"

  private static func read(_ path: String, basis: Language?) throws(SiteError) -> Language {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .locale("\(path): cannot be read")
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: Array(data), repeatedKeys: .refused)
    } catch {
      throw .locale("\(path): \(error)")
    }
    let tag = (path.split(separator: "/").last ?? "").prefix { $0 != "." }
    do throws(Fault) {
      return try Language(document, tag: String(tag), basis: basis)
    } catch {
      throw .locale("\(path): \(error)")
    }
  }
}

/// Names of countries in a language, by their two-letter codes.
struct CountryNames: Sendable {
  private let names: [String: String]
  /// The codes by the folded names.
  private let codes: LazyValue<[[UInt8]: String]>

  init(_ names: [String: String]) {
    self.names = names
    // For the first search: most of the time of a first page went into folding.
    codes = LazyValue {
      Dictionary(names.sorted { $0.key < $1.key }.map { (Folding.fold($1), $0) }) { first, _ in first }
    }
  }

  /// The country of a title such as "London, GB"; nil for other titles.
  func name(in title: String) -> String? {
    guard let comma = title.lastIndex(of: ","), title[comma...].hasPrefix(", ") else { return nil }
    return names[String(title[comma...].dropFirst(2))]
  }

  /// A search text with a country's code in place of its name, "london, gb"; nil without a country at the
  /// end.
  func coded(_ typed: String) -> String? {
    let text = Folding.fold(typed)
    let spaces = text.indices.filter { text[$0] == UInt8(ascii: " ") }
    // The longest name first: "guinea" is also the end of "papua new guinea".
    for space in spaces {
      guard let code = codes.value[Array(text[(space + 1)...])] else { continue }
      let city = text[..<space].reversed().drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
      guard !city.isEmpty else { return nil }
      return "\(String(decoding: city.reversed(), as: UTF8.self)), \(code)"
    }
    return nil
  }
}
