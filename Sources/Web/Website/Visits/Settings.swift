import HTTPServer
import Templates
import Text

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

/// Light or dark pages, or the device's own appearance.
enum Appearance: String, Sendable, CaseIterable {
  case system, light, dark

  static func choice(in cookies: UnsafeBufferPointer<UInt8>) -> Appearance {
    SettingsCookie.appearance.value(in: cookies, Appearance.init) ?? .system
  }

  /// The value of `Set-Cookie`; the device's own appearance needs no cookie.
  func cookie(base: String, isSecure: Bool) -> String {
    SettingsCookie.appearance.setting(rawValue, isRemoved: self == .system, base: base, isSecure: isSecure)
  }
}

/// Whether wide screens show the list beside an entry.
enum Pane: String, Sendable, CaseIterable {
  case open, closed

  static func choice(in cookies: UnsafeBufferPointer<UInt8>) -> Pane? {
    SettingsCookie.pane.value(among: [closed.rawValue], in: cookies).map { _ in closed }
  }

  /// The value of `Set-Cookie`; an open list needs no cookie.
  func cookie(base: String, isSecure: Bool) -> String {
    SettingsCookie.pane.setting(rawValue, isRemoved: self == .open, base: base, isSecure: isSecure)
  }
}

/// The cookies with a visitor's choices.
struct SettingsCookie {
  static let language = SettingsCookie("language")
  static let appearance = SettingsCookie("appearance")
  static let pane = SettingsCookie("pane")
  /// The cookie with a choice for one show's list. Its name has the show's slug, as other ports of a host get it too.
  static func of(_ choice: String, _ slug: String) -> SettingsCookie {
    SettingsCookie("\(choice)-\(PercentCoding.encode(slug))")
  }

  private let text: String
  private let name: [UInt8]

  private init(_ name: String) {
    (text, self.name) = (name, Array(name.utf8))
  }

  func value(among values: [String], in header: UnsafeBufferPointer<UInt8>) -> Int? {
    CookieHeader.first(name, in: header) { value in
      values.firstIndex { value.elementsEqual($0.utf8) }
    }
  }

  /// The result of `read` for the value, percent-decoded.
  func value<Value>(in header: UnsafeBufferPointer<UInt8>, _ read: (String) -> Value?) -> Value? {
    CookieHeader.first(name, in: header) { value in
      guard value.count <= QueryReader.valueLimit else { return nil }
      return read(PercentCoding.decodeForm(Array(value)[...]))
    }
  }

  /// The value of `Set-Cookie` that stores a value, or removes the cookie.
  func setting(_ value: String, isRemoved: Bool = false, base: String, isSecure: Bool) -> String {
    CookieHeader.setting(
      text, value, path: "\(base)/", age: isRemoved ? 0 : CookieHeader.year, isSecure: isSecure)
  }
}

/// Stores a visitor's choice and redirects to the page where it was made.
enum SettingsHandler {
  static func language(_ visit: Visit) -> Reply {
    choose(visit) { form in
      guard let tag = form["to"], visit.context.assets.languages.tags.contains(tag) else { return nil }
      return SettingsCookie.language.setting(tag, base: visit.addresses.base, isSecure: visit.isSecure)
    }
  }

  /// Light or dark, or the content of the list's rows.
  static func appearance(_ visit: Visit) -> Reply {
    // Without the script the page comes anew: it stands where the choice was made.
    choose(visit, fragment: "#settings") { form in
      if let rows = form["rows"].flatMap(ListState.RowStyle.init) {
        let own = visit.edition.context
        return visit.setting(own.rowsCookie, rows.rawValue, isOwn: rows == own.looks.rows)
      }
      return form["to"].flatMap(Appearance.init)?.cookie(base: visit.addresses.base, isSecure: visit.isSecure)
    }
  }

  private static func choose(
    _ visit: Visit, fragment: String = "", cookie: (QueryReader) -> String?
  ) -> Reply {
    guard let form = visit.form else { return .refusal(403) }
    guard case .fields(let fields) = form.content, let cookie = cookie(fields) else {
      return .refusal(400)
    }
    return .redirect(to: form.page(in: visit) + fragment, headers: [("Set-Cookie", cookie)])
  }
}
