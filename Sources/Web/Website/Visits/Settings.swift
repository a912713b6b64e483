import Configuration
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

/// The cookies with a visitor's choices.
struct SettingsCookie {
  static let language = SettingsCookie("language")
  static let appearance = SettingsCookie("appearance")
  static let pane = SettingsCookie("pane")

  private let text: String
  private let name: [UInt8]

  fileprivate init(_ name: String) {
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
  func setting(_ value: String, isRemoved: Bool = false, _ addresses: Addresses, isSecure: Bool) -> String {
    CookieHeader.setting(
      text, value, path: "\(addresses.base)/", age: isRemoved ? 0 : CookieHeader.year, isSecure: isSecure)
  }
}

/// The cookies with choices for one show's list. Their names have its slug, as other ports of a host get them too.
struct ListCookies {
  let view: SettingsCookie
  let sort: SettingsCookie

  init(_ slug: String) {
    let slug = PercentCoding.encode(slug)
    (view, sort) = (.init("view-\(slug)"), .init("sort-\(slug)"))
  }
}

/// Stores a visitor's choice and redirects to the page where it was made.
enum SettingsHandler {
  static func language(_ visit: Visit) -> Reply {
    choose(visit) { form in
      guard let tag = form["to"], visit.context.assets.languages.tags.contains(tag) else { return nil }
      return visit.setting(.language, tag, isOwn: false)
    }
  }

  /// Light, dark, or as the device.
  static func appearance(_ visit: Visit) -> Reply {
    // Without the script the page comes anew: it stands where the choice was made.
    choose(visit, fragment: "#settings") { form in
      form["to"].flatMap(Appearance.init).map {
        visit.setting(.appearance, $0.rawValue, isOwn: $0 == .system)
      }
    }
  }

  private static func choose(
    _ visit: Visit, fragment: String = "", cookie: (QueryReader) -> String?
  ) -> Reply {
    guard let form = visit.form else { return .refusal(403) }
    guard let fields = form.fields, let cookie = cookie(fields) else {
      return .refusal(400)
    }
    return .redirect(to: form.page(in: visit) + fragment, headers: [("Set-Cookie", cookie)])
  }
}
