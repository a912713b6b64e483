import FoundationEssentials
import JSON
import Search

/// The languages of the interface, English first.
struct Languages: Sendable {
  let all: [Language]
  let tags: [String]
  /// Names of countries in each language; read for the first page that needs them.
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
    countries = tags.map { tag in LazyValue { CountryNames(folder: "\(folder)/countries", tag: tag) } }
  }

  static let basis = "en.json"

  private static func read(_ path: String, basis: Language?) throws(SiteError) -> Language {
    do throws(LanguageFaults) {
      return try language(at: path, basis: basis)
    } catch {
      let more = error.faults.count > 1 ? " (and \(error.faults.count - 1) more)" : ""
      throw .locale("\(path): \(error.faults.first.map { "\($0)" } ?? "")\(more)")
    }
  }

  static func language(at path: String, basis: Language?) throws(LanguageFaults) -> Language {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LanguageFaults(faults: [Fault(at: "", "cannot be read")])
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: Array(data), repeatedKeys: .refused)
    } catch {
      throw LanguageFaults(faults: [Fault(at: "", error.description)])
    }
    let name = path.split(separator: "/").last ?? ""
    let tag = String(name.prefix { $0 != "." })
    return try LanguageFile(document, tag: tag, basis: basis).decode()
  }
}

struct LanguageFaults: Error {
  let faults: [Fault]
}

/// Checks locale files for their translators.
public enum LocaleCheck {
  public static func isLocale(_ path: String) -> Bool {
    path.hasSuffix(".json") && path.split(separator: "/").dropLast().last == "locales"
  }

  /// All faults of a file, compared with the English one beside it.
  public static func faults(of path: String) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let basis = (parts.dropLast() + [Languages.basis[...]]).joined(separator: "/")
    var english: Language?
    do throws(LanguageFaults) {
      if path != basis { english = try Languages.language(at: basis, basis: nil) }
    } catch {
      let first = error.faults.first.map { " (\($0))" } ?? ""
      return ["not checked: fix \(basis) first\(first)"]
    }
    do throws(LanguageFaults) {
      _ = try Languages.language(at: path, basis: english)
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }
}

/// Names of countries in a language, by their two-letter codes.
struct CountryNames: Sendable {
  private let names: [String: String]
  /// The codes by the folded names.
  private let codes: [[UInt8]: String]

  init(_ names: [String: String]) {
    self.names = names
    codes = Dictionary(names.sorted { $0.key < $1.key }.map { (Folding.fold($1), $0) }) { first, _ in first }
  }

  /// Reads `<tag>.json` of a folder; a language without such a file has no names.
  init(folder: String, tag: String) {
    let data = FileManager.default.contents(atPath: "\(folder)/\(tag).json")
    let document = data.flatMap { try? JSONValue(parsing: Array($0)) }
    self.init((document?.object ?? [:]).compactMapValues(\.string))
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
      guard let code = codes[Array(text[(space + 1)...])] else { continue }
      let city = text[..<space].reversed().drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
      guard !city.isEmpty else { return nil }
      return "\(String(decoding: city.reversed(), as: UTF8.self)), \(code)"
    }
    return nil
  }
}
