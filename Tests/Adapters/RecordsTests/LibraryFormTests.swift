import JSON
import Records
import System
import TestSupport
import Testing

@Suite("Works and library catalogues")
struct LibraryFormTests {
  @Test("The works of a reference manager have what people read of them")
  func works() throws {
    let text = """
      Provider: Some Library\r
      \r
      TY  - JOUR\r
      AU  - Lane, Ada\r
      AU  - Dale, Bo\r
      T1  - On mills\r
      AB  - A long text
        that goes on.
      JO  - Journal of Mills\r
      PY  - 1999/05//\r
      SP  - 12\r
      EP  - 20\r
      SN  - 1234-567X\r
      KW  - water\r
      KW  - wheels\r
      ER  - \r
      TY  - BOOK
      TI  - Stones
      SN  - 978-3-16-148410-0
      """
    let list = try List(text)
    #expect(list.form == .ris)
    #expect(list["title"] == ["On mills", "Stones"])
    #expect(list["author"] == ["Ada Lane", "Bo Dale"])
    #expect(list["abstract"] == ["A long text that goes on."])
    #expect(list["year"] == ["1999"])
    #expect(list["pages"] == ["12–20"])
    #expect(list["issn"] == ["1234-567X"])
    #expect(list["isbn"] == ["978-3-16-148410-0"])
    #expect(list["type"] == ["article", "book"])
    #expect(try List("1.\r\nTY  - JOUR\r\nTI  - Mills\r\nER  - \r\n").form == .ris)
    #expect(list["keywords"] == ["water", "wheels"])
    #expect(try RecordGuess(Array(text.utf8)).fields.first { $0.key == "id" } == nil)
  }

  @Test("Tags, years and numbers of works are read in all their spellings")
  func spellings() throws {
    let text = """
       TY - BOOK
       TI - Mills
       PY - c. 1999, 2001
       SN - 0-306-40615-2
       N1 - One
      N2  -no tag
      Ti  - no tag
      ER  -
      TY  - JOUR
      T1  - Weirs
      Y1  - 12/5/1870
      SN  - 1234567X (Print)
      AB  - One
      ABCDE - of four lines,
      UR-, and two:
      U  - three
      ER  -
      """
    let list = try List(text)
    #expect(list["title"] == ["Mills", "Weirs"])
    #expect(list["year"] == ["1999", "1870"])
    #expect(list["isbn"] == ["0-306-40615-2"])
    #expect(list["issn"] == ["1234567X (Print)"])
    #expect(list["note"] == ["One N2  -no tag Ti  - no tag"])
    #expect(list["abstract"] == ["One ABCDE - of four lines, UR-, and two: U  - three"])
  }

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

  @Test("MAB2 is refused with a remedy")
  func mab() {
    let error = thrown(RecordsError.self) { try List("### 01234nM2.01200024      h\n331 Titel\n") }
    #expect(error?.reason.contains("MARC") == true)
  }
}
