import Testing

@testable import Catalogs

@Suite("Forms of facts")
struct FactFormTests {
  private static let cases: [(texts: [String], meaning: FactValue.Meaning)] = [
    (["1947", "2001"], .year(1947)), (["1947", "12"], .number(1947)), (["1947", "x"], .text),
    (["1947", "2001-05"], .year(1947)), (["0x12", "3"], .text), (["nan", "3"], .text),
    (["1e3", "3"], .number(1000)), (["12,34", "3"], .text), (["1,234", "3"], .number(1234)),
    (["2023-02-29", "2023-02-28"], .text), (["", "3"], .text),
  ]

  private func form(of texts: [String]) -> FactForm {
    var survey = FactForm.Survey()
    for text in texts { survey.take(text) }
    return survey.form
  }

  @Test("The form of a fact is that of nine in ten values", arguments: cases)
  func form(texts: [String], meaning: FactValue.Meaning) {
    #expect(form(of: texts).value(of: texts[0]).meaning == meaning)
  }

  @Test("RFC 5322 dates are dates")
  func feedDate() throws {
    let texts = ["Fri, 31 May 2024 10:00:00 GMT", "2024-01-01"]
    let day = try #require(Day("2024-05-31"))
    #expect(form(of: texts).value(of: texts[0]).meaning == .day(day))
  }
}
