import Testing

@testable import Website

@Suite("Language negotiation")
struct LanguageNegotiationTests {
  private static let tags = ["en", "ar", "de", "es", "fr"]

  private func best(_ header: String) -> String? {
    var header = header
    return header.withUTF8 { AcceptedLanguage.best(of: Self.tags, in: $0) }.map { Self.tags[$0] }
  }

  @Test(
    "Accept-Language is matched by weight, then order, by prefixes of its ranges",
    arguments: [
      ("de", "de"), ("de-AT", "de"), ("DE-at", "de"), ("zh-Hant-TW, de-CH-1996;q=0.3", "de"),
      ("fr;q=0.5, es;q=0.8", "es"), ("fr, es", "fr"), ("fr;q=0.8, es;q=0.8", "fr"),
      ("es ; q=0.2 , ar;q=0.21", "ar"), ("fr;q=0.001", "fr"), ("fr;q=1.000, de", "fr"),
      ("it, *;q=0.1", nil), ("*", nil), ("en;q=0, *", nil), ("de;q=0.2, *;q=0.9", "de"),
      ("it, pt", nil), ("", nil), ("de;q=0", nil), ("deu", nil), ("d", nil),
    ])
  func choice(header: String, tag: String?) {
    #expect(best(header) == tag)
  }

  @Test(
    "Invalid weights and ranges are ignored",
    arguments: [
      ("de;q=2, fr;q=0.1", "fr"), ("de;q=0.1234, fr;q=0.1", "fr"), ("de;q=, fr;q=0.1", "fr"),
      ("de;q=1.001, fr;q=0.1", "fr"), ("de;x=1, fr;q=0.1", "fr"), ("de;q=0,5, fr;q=0.1", "fr"),
      ("de;q=-1, fr;q=0.1", "fr"), (";q=1, fr", "fr"), (",,, fr", "fr"), ("de;;q=1, fr;q=0.1", "fr"),
      ("-, --, de--AT;q=0.5", "de"), ("\u{0}\u{FF}é, fr", "fr"),
    ])
  func malformed(header: String, tag: String?) {
    #expect(best(header) == tag)
  }

  @Test("At most 32 ranges are read")
  func long() {
    #expect(best(String(repeating: "xx,", count: 31) + "de") == "de")
    #expect(best(String(repeating: "xx,", count: 32) + "de") == nil)
  }

  @Test(
    "The language cookie overrides Accept-Language if the language exists",
    arguments: [
      ("language=de", "de"), ("dramatis-x=1; language=es", "es"), ("language=\"ar\"", "ar"),
      ("language=xx", "fr"), ("language=", "fr"), ("mylanguage=de", "fr"), ("language=DE", "fr"),
    ])
  func cookie(cookie: String, tag: String) throws {
    let site = try TestSite(TestSite.cast)
    let page = site.get("/", headers: [("Cookie", cookie), ("Accept-Language", "fr-CA, en;q=0.5")])
    #expect(String(decoding: page.body, as: UTF8.self).contains("<html lang=\"\(tag)\""))
  }
}
