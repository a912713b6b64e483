import Catalogs
import Foundation
import JSON
import TestSupport
import Testing

@testable import Website

@Suite("Locale files")
struct LocaleFilesTests {
  private static let folder = "\(TestSite.resources)/config/locales"

  @Test("English, German, French, Spanish and Arabic exist, with the same keys")
  func files() throws {
    let languages = try Languages(folder: Self.folder)
    #expect(languages.tags.first == "en")
    #expect(Set(languages.tags).isSuperset(of: ["en", "de", "fr", "es", "ar"]))
    for language in languages.all {
      #expect(LocaleCheck.faults(of: "\(Self.folder)/\(language.tag).json").isEmpty)
      #expect(language.direction == (language.tag == "ar" ? .rightToLeft : .leftToRight))
    }
  }

  @Test("Every sentence has all plural forms and its placeholders")
  func sentences() throws {
    let languages = try Languages(folder: Self.folder)
    for language in languages.all {
      for sentence in Sentence.allCases {
        let pattern = try #require(language.sentences[sentence], "\(language.tag) \(sentence)")
        // The noun and the counts may be omitted where the grammar needs it.
        let kept = (languages[Languages.english].sentences[sentence]?.names ?? []).subtracting([
          "noun", "nouns", "all", "total", "count",
        ])
        #expect(pattern.names.isSuperset(of: kept), "\(language.tag) \(sentence)")
      }
    }
  }

  @Test("In right-to-left languages, inserted names are isolated")
  func isolates() throws {
    let arabic = try #require(try Languages(folder: Self.folder).all.first { $0.tag == "ar" })
    let foreign: Set = ["text", "name", "starTitle", "sourceHost"]
    let patterns = arabic.words.values + arabic.sentences.values.flatMap { [$0.other] + $0.forms.values }
    for pattern in patterns {
      for (index, piece) in pattern.pieces.enumerated() {
        guard case .value(let name) = piece, foreign.contains(name) else { continue }
        #expect(index > 0 && Self.text(pattern, index - 1).hasSuffix("\u{2068}"), "\(pattern)")
        let next = index + 1
        #expect(next < pattern.pieces.count && Self.text(pattern, next).hasPrefix("\u{2069}"), "\(pattern)")
      }
    }
  }

  private static func text(_ pattern: Pattern, _ index: Int) -> String {
    if case .text(let text) = pattern.pieces[index] { text } else { "" }
  }

  @Test(
    "An invalid file is an error with its key",
    arguments: [
      ("\"skip\":", "\"skipp\":", "words.skip: is missing"), ("\"ltr\"", "\"down\"", "direction: expected"),
      ("{starTitle}", "{title}", "words.favoriteNamed: expected {starTitle}"),
      ("Seite {page}", "Seite {seite}", "sentences.page: expected no braces but"),
      ("Seite {page}", "Seite {page", "sentences.page: expected no braces but"),
      ("\"404\"", "\"499\"", "errors.404: is missing"), ("\"Dezember\"", "\"\"", "dates.months: expected"),
      ("\"group\": \".\"", "\"group\": 5", "numbers.group: expected"),
      ("\"name\":", "name:", "is not valid JSON"),
    ])
  func faults(old: String, new: String, fault: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).appending(
      path: "locales")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent()) }
    try FileManager.default.copyItem(atPath: "\(Self.folder)/en.json", toPath: "\(folder.path)/en.json")
    let text = try String(contentsOfFile: "\(Self.folder)/de.json", encoding: .utf8)
    #expect(text.contains(old))
    let path = "\(folder.path)/de.json"
    try text.replacingOccurrences(of: old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(LocaleCheck.isLocale(path))
    #expect(LocaleCheck.faults(of: path).contains { $0.contains(fault) }, "\(LocaleCheck.faults(of: path))")
    let error = thrown(SiteError.self) { try Languages(folder: folder.path) }
    #expect(error?.description.hasPrefix("\(path): ") == true)
  }

  @Test("A fault of the English file is reported under its name, not another language's")
  func englishFault() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/locales", withIntermediateDirectories: true)
    let (english, german) = ("\(folder.path)/locales/en.json", "\(folder.path)/locales/de.json")
    try FileManager.default.copyItem(atPath: "\(Self.folder)/de.json", toPath: german)
    try String(contentsOfFile: "\(Self.folder)/en.json", encoding: .utf8)
      .replacingOccurrences(of: "\"ltr\"", with: "\"down\"")
      .write(toFile: english, atomically: true, encoding: .utf8)
    #expect(LocaleCheck.faults(of: english).map { $0.prefix(10) } == ["direction:"])
    #expect(
      LocaleCheck.faults(of: german).map { $0.hasPrefix("not checked: fix \(english) first (direction: ") }
        == [true])
  }

  @Test("Templates have no text of their own")
  func templates() throws {
    let folder = "\(TestSite.resources)/Templates"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".mustache")
    }
    #expect(names.count > 10)
    for name in names {
      let source = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      // Sizes and looks are for an attribute of another template.
      let plain = source.replacing(#/\{\{\$(sizes|look)\}\}.*?\{\{\/(sizes|look)\}\}/#, with: "")
        .replacing(#/\{\{\{?.*?\}?\}\}/#, with: "")
      // Labels of keys are the same in every language.
      let said = plain.replacing(#/<kbd>[^<]*</kbd>|<[^>]*>/#, with: "").filter(\.isLetter)
      #expect(said.isEmpty, "\(name): \(said)")
      for match in plain.matches(of: #/\s(aria-label|alt|title|placeholder|data-(?:label|fault))="([^"]*)"/#)
      {
        let letters = match.2.filter(\.isLetter)
        #expect(letters.isEmpty, "\(name): \(match.0)")
      }
    }
  }

  @Test("Every word is used by a template")
  func words() throws {
    let folder = "\(TestSite.resources)/Templates"
    let sources = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".mustache") }
      .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
    let unused = try Languages(folder: Self.folder)[0].words.keys.filter {
      !sources.contains("{{words.\($0)}}")
    }
    #expect(unused.isEmpty)
  }
}
