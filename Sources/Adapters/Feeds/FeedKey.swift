/// The key to an API. It never shows itself, neither in a text nor in a dump.
public struct FeedKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The key in clear; for the request and nothing else.
  let secret: String

  /// Takes the white space off both ends; nil for what is then no key: 8 to 4096 visible ASCII characters.
  public init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    bytes = bytes.drop { $0 <= 0x20 }
    guard (8...4096).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    secret = String(decoding: bytes, as: UTF8.self)
  }

  public var description: String { "(a key)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  func isHeld(by bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains(secret) }

  /// A text of the service, which may have read the key back, without it.
  func taken(outOf text: String) -> String { text.replacing(secret, with: "…") }
}

/// The two keys that TMDB gives out. Source: https://developer.themoviedb.org/docs/authentication-application
extension FeedKey {
  private static let digits = 32

  /// Whether it is one of the third version of the API: "API Key".
  var isAPIKey: Bool { secret.utf8.count == Self.digits && hexDigits == Self.digits }

  /// Whether it is one of all later versions, a JSON Web Token: "API Read Access Token".
  private var isToken: Bool {
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].hasPrefix("eyJ")
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || "-_=".contains($0) }
      }
  }

  private var hexDigits: Int { secret.utf8.count { Character(Unicode.Scalar($0)).isHexDigit } }

  /// Why TMDB would not take it, without repeating it; nil if it looks right.
  var faultForTMDB: String? {
    if isAPIKey || isToken { return nil }
    let count = secret.utf8.count
    let found =
      if secret.hasPrefix("eyJ") {
        "the beginning of a token, but not its three parts with dots between them"
      } else if hexDigits == count {
        "\(count) of such digits"
      } else {
        "\(count) characters, \(count - hexDigits) of which are not such digits"
      }
    return
      "a key to TMDB is an API Key of \(Self.digits) hexadecimal digits, or an API Read Access Token, which "
      + "begins with eyJ; found \(found). Copy one of the two from https://www.themoviedb.org/settings/api"
  }
}
