/// What a body is, as `Content-Type` says it.
enum MediaType: String, Sendable {
  case html = "text/html; charset=utf-8"
  case css = "text/css; charset=utf-8"
  case javaScript = "text/javascript; charset=utf-8"
  case svg = "image/svg+xml"
  case json = "application/json"
  case suggestions = "application/x-suggestions+json"
  case openSearch = "application/opensearchdescription+xml"
  case problem = "application/problem+json"

  /// The type of a public file by its ending; nil for endings that Dramatis does not serve.
  init?(fileEnding: some StringProtocol) {
    switch fileEnding {
    case "css": self = .css
    case "js": self = .javaScript
    case "svg": self = .svg
    default: return nil
    }
  }
}
