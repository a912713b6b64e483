import HTTPServer

/// Takes the appearance that a visitor chooses, and leads back to the page where it was chosen.
enum AppearanceHandler {
  static func choose(_ visit: Visit) -> Answer {
    guard let form = visit.form else { return visit.refuse(403) }
    guard case .fields(let fields) = form.content, let appearance = fields["to"].flatMap(Appearance.init)
    else { return visit.refuse(400) }
    let cookie = appearance.cookie(base: visit.addresses.base, isSecure: visit.isSecure)
    // Without the script the page comes anew: it stands where the choice was made.
    return visit.lead(to: "\(form.page(in: visit))#settings", headers: [("Set-Cookie", cookie)])
  }
}
