import HTTPServer

/// Takes the language that a visitor chooses, and leads back to the page where it was chosen.
enum LanguageHandler {
  static func choose(_ visit: Visit) -> Answer {
    guard let form = visit.form else { return visit.refuse(403) }
    guard case .fields(let fields) = form.content,
      let language = visit.context.assets.languages.all.first(where: { $0.tag == fields["to"] })
    else { return visit.refuse(400) }
    let cookie = LanguageCookie.header(language, base: visit.addresses.base, isSecure: visit.isSecure)
    return visit.lead(to: form.page(in: visit), headers: [("Set-Cookie", cookie)])
  }
}
