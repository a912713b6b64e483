import JSON
import Records
import System
import TestSupport
import Testing

@Suite("Works and library catalogues")
struct LibraryFormTests {
  /// A record in MARC's exchange form.
  private func marc(_ fields: [(tag: String, bytes: [UInt8])], coding: Character) -> [UInt8] {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    var (directory, data): (String, [UInt8]) = ("", [])
    for (tag, bytes) in fields {
      directory += tag + digits(bytes.count + 1, 4) + digits(data.count, 5)
      data += bytes + [0x1E]
    }
    let base = 24 + directory.utf8.count + 1
    let length = base + data.count + 1
    let leader = "\(digits(length, 5))nam \(coding)22\(digits(base, 5)) a 4500"
    return Array(leader.utf8) + Array(directory.utf8) + [0x1E] + data + [0x1D]
  }

  @Test("The records of MARC have the names of MARCXML, and their accents")
  func records() throws {
    let first = marc(
      [
        ("001", Array("77".utf8)), ("245", Array("10\u{1F}aMühlen :\u{1F}bein Buch /".utf8)),
        ("650", Array(" 0\u{1F}aMills".utf8)),
        ("650", Array(" 0\u{1F}aRye".utf8)),
      ], coding: "a")
    // MARC-8: the accent stands before its letter.
    let second = marc(
      [("245", Array("10\u{1F}aM".utf8) + [0xE8] + Array("uller".utf8) + [0xC7])], coding: " ")
    let list = try List(first + second)
    #expect(list.form == .marc)
    #expect(list["datafield@245.subfield@a"] == ["Mühlen", "Müllerß"])
    #expect(list["datafield@650.subfield@a"] == ["Mills", "Rye"])
    #expect(list["controlfield@001"] == ["77"])
    var broken = first
    broken.replaceSubrange(12..<17, with: Array("99999".utf8))
    #expect(throws: RecordsError.self) { try List(broken) }
    for byte in 24..<60 {
      var damaged = first
      damaged[byte] = UInt8(ascii: "9")
      _ = try? List(damaged)
    }
  }

  @Test("The fields of UNIMARC have the names of MARC 21")
  func unimarc() throws {
    let list = try List(
      marc(
        [
          ("001", Array("9".utf8)), ("200", Array("1 \u{1F}aI promessi sposi\u{1F}eromanzo".utf8)),
          ("210", Array("  \u{1F}aMilano\u{1F}cTreves\u{1F}d1900".utf8)),
          ("700", Array(" 1\u{1F}aManzoni\u{1F}b, Alessandro".utf8)),
        ], coding: "a"))
    #expect(list["datafield@245.subfield@a"] == ["I promessi sposi"])
    #expect(list["datafield@245.subfield@b"] == ["romanzo"])
    #expect(list["datafield@260.subfield@b"] == ["Treves"])
    #expect(list["datafield@260.subfield@c"] == ["1900"])
    #expect(list["datafield@100.subfield@a"] == ["Manzoni, Alessandro"])
  }

  @Test("Works of BibTeX may be in parentheses, with quotation marks and indices of formulas")
  func tex() throws {
    let list = try List("@article(key, title = \"On ``H$_2$O'' and $10^{12}$ \\$5\", year = 1999)")
    #expect(list.form == .bibtex)
    #expect(list["title"] == ["On “H₂O” and 10¹² $5"])
  }
}
