/// The media type of a body, for `Content-Type`.
enum MediaType: String, Sendable {
  case html = "text/html; charset=utf-8"
  case css = "text/css; charset=utf-8"
  case javaScript = "text/javascript; charset=utf-8"
  case png = "image/png"
  case svg = "image/svg+xml"
  /// An SVG document with a style of its own.
  case drawing = "image/svg+xml; charset=utf-8"
  case json = "application/json"
  /// JSON to be kept as a file.
  case exported = "application/json; charset=utf-8"
  case suggestions = "application/x-suggestions+json"
  case openSearch = "application/opensearchdescription+xml"
  case manifest = "application/manifest+json"
  case problem = "application/problem+json"

  /// The type of a public file by its ending; nil for endings that Dramatis does not serve.
  init?(fileEnding: some StringProtocol) {
    switch fileEnding {
    case "css": self = .css
    case "js": self = .javaScript
    case "png": self = .png
    case "svg": self = .svg
    default: return nil
    }
  }

  /// Further headers of a body of this type.
  var headers: [(String, String)] {
    switch self {
    case .drawing: [("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")]
    case .exported: [("Content-Disposition", "attachment; filename=\"favorites.json\"")]
    default: []
    }
  }
}
