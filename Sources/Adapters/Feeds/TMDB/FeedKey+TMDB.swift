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
