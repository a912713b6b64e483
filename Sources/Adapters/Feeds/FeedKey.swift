import Text

/// The key to an API, hidden in descriptions and dumps.
public struct FeedKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The plain key, for requests only.
  let secret: String

  /// Trims white space; nil unless 1 to 4096 visible ASCII characters are left.
  public init?(_ text: String) {
    secret = text.trimmed
    guard (1...4096).contains(secret.utf8.count), secret.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
  }

  public var description: String { "(a key)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  func isHeld(by bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains(secret) }

  /// A text of the service, with the key masked if it was echoed.
  func masked(in text: String) -> String { text.replacing(secret, with: "…") }
}

/// The two keys that TMDB issues. Source: https://developer.themoviedb.org/docs/authentication-application
extension FeedKey {
  private static let digits = 32

  /// Whether it is an "API Key", of version 3 of the API.
  var isAPIKey: Bool { secret.utf8.count == Self.digits && hexDigits == Self.digits }

  /// Whether it is an "API Read Access Token", a JSON Web Token for all later versions.
  private var isToken: Bool {
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].hasPrefix("eyJ")
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || "-_=".contains($0) }
      }
  }

  private var hexDigits: Int { secret.utf8.count { Character(Unicode.Scalar($0)).isHexDigit } }

  /// The reason why TMDB would refuse it, without repeating it; nil if it looks right.
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
