import HTTPServer

/// Takes the language that a visitor chooses, and leads back to the page where it was chosen.
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
