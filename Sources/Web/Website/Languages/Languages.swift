import FoundationEssentials
import JSON

/// The languages that the interface speaks, English first.
struct Languages: Sendable {
  let all: [Language]
  let tags: [String]
  /// What countries are called in each of them; read for the first page that names one.
  let countries: [LazyValue<CountryNames>]

  /// Positions in ``all`` are passed about as languages; English is 0.
  static let english = 0

  subscript(position: Int) -> Language { all[position] }

  /// Reads every `<tag>.json` of a folder.
  /// - Throws: the first fault, with file and key.
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

/// Everything that is wrong with a locale file.
struct LanguageFaults: Error {
  let faults: [Fault]
}
