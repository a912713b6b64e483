import HTTPServer
import Templates

/// One of the languages that a visitor may choose among.
struct LanguageChoice: Sendable {
  let tag: String
  let name: String
  let isCurrent: Bool
}

extension LanguageChoice: Renderable {
  static let fields: [Field<LanguageChoice>] = [
    .text("choiceTag") { $0.tag },
    .text("choiceName") { $0.name },
    .flag("isCurrentLanguage") { $0.isCurrent },
  ]
}

/// The cookie that holds the language which a visitor has chosen; the same for all shows of a host.
enum LanguageCookie {
  private static let name = "language"
  private static let nameBytes = Array(name.utf8)
  /// Seconds: a year.
  private static let age = 31_536_000

  /// The value of `Set-Cookie`.
  static func header(_ language: Language, base: String, isSecure: Bool) -> String {
    "\(name)=\(language.tag); Path=\(base)/; Max-Age=\(age); SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` after which none is chosen.
  static func removal(base: String) -> String { "\(name)=; Path=\(base)/; Max-Age=0; SameSite=Lax" }

  /// The position of the language that was chosen; nil if none was, or one that is not there any more.
  static func position(among tags: [String], in header: UnsafeBufferPointer<UInt8>) -> Int? {
    CookieHeader.first(nameBytes, in: header) { value in tags.firstIndex { value.elementsEqual($0.utf8) } }
  }
}
