import Configuration
public import Fetching
import Text

extension SettingForm where Value == WebAddress {
  static var webAddress: Self {
    // No user name before the host.
    let pattern =
      #"^[Hh][Tt][Tt][Pp][Ss]?:/+(?!/)[^/?#@\u0000-\u001F\u007F]*([/?#][^\u0000-\u001F\u007F]*)?$"#
    return SettingForm<String>.text(pattern, "an http or https address", shown: \.withoutSecrets)
      .map { WebAddress($0) }
  }
}

extension SettingForm where Value == String {
  /// The base of addresses: without query and final slash, for paths to be appended to.
  static var baseAddress: Self {
    let pattern = #"^[Hh][Tt][Tt][Pp][Ss]?:/[^?#\u0000-\u001F\u007F]+\??$"#
    return text(pattern, "an http or https address without a query", shown: \.withoutSecrets)
      .map { text in WebAddress(text).flatMap { $0.query == nil ? $0.stem : nil } }
  }
}

extension SettingForm where Value == QueryTemplate {
  static var queryTemplate: Self {
    let pattern = #"^[Hh][Tt][Tt][Pp][Ss]?:/[^\u0000-\u001F\u007F]*\{query\}[^\u0000-\u001F\u007F]*$"#
    return SettingForm<String>.text(
      pattern, "an http or https address that holds {query}", shown: \.withoutSecrets
    )
    .map { QueryTemplate($0) }
  }
}

extension WebAddress {
  /// The address without query and fragment, which may be secret: references are resolved against it.
  public var base: WebAddress { WebAddress(String(text.prefix { $0 != "?" && $0 != "#" })) ?? self }

  /// The address without query and final slash, for paths to be appended to.
  var stem: String {
    let text = text.prefix { $0 != "?" && $0 != "#" }
    return String(text.hasSuffix("/") ? text.dropLast() : text)
  }
}
