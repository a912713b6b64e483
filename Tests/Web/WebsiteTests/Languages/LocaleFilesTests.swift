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
      #expect(language.direction == (language.tag == "ar" ? .rightToLeft : .leftToRight))
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
      ("Seite {page}", "Seite {page", "sentences.page: expected names in braces"),
      ("\"404\"", "\"499\"", "errors.404.heading: is missing"), ("\"name\":", "name:", "is not valid JSON"),
    ])
  func faults(old: String, new: String, fault: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: "\(Self.folder)/en.json", toPath: "\(folder.path)/en.json")
    let text = try String(contentsOfFile: "\(Self.folder)/de.json", encoding: .utf8)
    #expect(text.contains(old))
    let path = "\(folder.path)/de.json"
    try text.replacingOccurrences(of: old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    let error = thrown(SiteError.self) { try Languages(folder: folder.path) }
    #expect(
      error?.description.hasPrefix("\(path): ") == true && error?.description.contains(fault) == true,
      "\(String(describing: error))")
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
}
