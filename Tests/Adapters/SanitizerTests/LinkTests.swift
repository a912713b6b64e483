import Sanitizer
import Testing
import Text

@Suite("Links")
struct LinkTests {
  private static let base = "https://feeds.example:81/a/b/c?d#e"

  @Test(
    "Relative addresses resolve against the base",
    arguments: [
      ("x", "https://feeds.example:81/a/b/x"), ("./x", "https://feeds.example:81/a/b/x"),
      ("../x", "https://feeds.example:81/a/x"), ("../../../x", "https://feeds.example:81/x"),
      ("..", "https://feeds.example:81/a/"), (".", "https://feeds.example:81/a/b/"),
      ("/x/../y", "https://feeds.example:81/y"), ("/", "https://feeds.example:81/"),
      ("//x.example/y", "https://x.example/y"), ("\\\\x.example\\y", "https://x.example/y"),
      ("?x", "https://feeds.example:81/a/b/c?x"), ("#x", "https://feeds.example:81/a/b/c?d#x"),
      ("", "https://feeds.example:81/a/b/c?d"), ("x:y/z", nil), ("./x:y", "https://feeds.example:81/a/b/x:y"),
      ("https:x", "https://feeds.example:81/a/b/x"), ("https:/x", "https://feeds.example:81/x"),
      ("http:x", "http://x"), ("http:/x", "http://x"), ("http://", nil), ("//", nil),
      ("HTTP://X.example", "http://X.example"), ("\t ht\ntp://x.example/ ", "http://x.example/"),
      ("javascript:x", nil), ("java\tscript:x", nil), ("data:,x", nil),
      ("/x y", "https://feeds.example:81/x%20y"),
    ] as [(String, String?)])
  func resolves(address: String, resolved: String?) {
    #expect(link(address, Sanitizer(base: Self.base)) == resolved)
  }

  @Test(
    "An invalid base drops relative links",
    arguments: ["", "x", "/x", "file:///x", "http:x", "http://"])
  func badBase(base: String) {
    #expect(link("x", Sanitizer(base: base)) == nil)
    #expect(link("http://x.example/", Sanitizer(base: base)) == "http://x.example/")
  }

  @Test(
    "Kept relative links are unchanged",
    arguments: ["x", "/x", "//x.example", "?x", "#x", "http:x", "../x"])
  func kept(address: String) {
    #expect(link(address, Sanitizer(relativeLinks: .kept)) == address)
    #expect(link(address, Sanitizer()) == nil)
  }

  private func link(_ address: String, _ sanitizer: Sanitizer) -> String? {
    let html = sanitizer.sanitize(UntrustedHTML("<a href=\"\(address)\">x</a>")).html.description
    guard html != "<a>x</a>" else { return nil }
    let (start, end) = ("<a href=\"", "\" rel=\"noopener noreferrer nofollow\">x</a>")
    #expect(html.hasPrefix(start) && html.hasSuffix(end), "\(html)")
    return String(html.dropFirst(start.count).dropLast(end.count))
  }
}
