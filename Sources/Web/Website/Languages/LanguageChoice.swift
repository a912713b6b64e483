import HTTPServer
import Templates

/// A language in the settings.
struct LanguageChoice: Renderable {
  let tag: String
  let name: String
  let isCurrent: Bool

  static let fields: [Field<Self>] = [
    .text("choiceTag") { $0.tag },
    .text("choiceName") { $0.name },
    .flag("isCurrentLanguage") { $0.isCurrent },
  ]
}

/// The cookie with the chosen language, shared by all shows of a host.
enum LanguageCookie {
  private static let name = "language"
  private static let nameBytes = Array(name.utf8)
  /// Seconds: a year.
  private static let age = 31_536_000

  static func header(_ language: Language, base: String, isSecure: Bool) -> String {
    "\(name)=\(language.tag); Path=\(base)/; Max-Age=\(age); SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  /// The value of `Set-Cookie` that removes the cookie.
  static func removal(base: String) -> String { "\(name)=; Path=\(base)/; Max-Age=0; SameSite=Lax" }

  /// Position of the chosen language; nil if there is none, or it was removed.
  static func position(among tags: [String], in header: UnsafeBufferPointer<UInt8>) -> Int? {
    CookieHeader.first(nameBytes, in: header) { value in tags.firstIndex { value.elementsEqual($0.utf8) } }
  }
}

/// Stores the visitor's language and redirects back to the page of the form.
enum LanguageHandler {
  static func choose(_ visit: Visit) -> Reply {
    guard let form = visit.form else { return .refusal(403) }
    guard case .fields(let fields) = form.content,
      let language = visit.context.assets.languages.all.first(where: { $0.tag == fields["to"] })
    else { return .refusal(400) }
    let cookie = LanguageCookie.header(language, base: visit.addresses.base, isSecure: visit.isSecure)
    return .redirect(to: form.page(in: visit), headers: [("Set-Cookie", cookie)])
  }
}
