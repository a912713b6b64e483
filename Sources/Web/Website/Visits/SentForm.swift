import HTTPServer

/// What came with a POST, and where it came from.
struct SentForm: Sendable {
  /// Whether a page of ours sent it.
  let isOurs: Bool
  /// Whether our script sent it, which asks for JSON.
  let isForScript: Bool
  /// Address of the page that sent it.
  let referer: String?
  private let type: String
  private let bytes: [UInt8]

  /// The body, as far as forms send it.
  enum Content {
    case fields(QueryReader)
    /// The one file of a multipart form.
    case file([UInt8])
    /// It says that it is a form and is none.
    case broken
    case unknown
  }

  init(_ request: Request) {
    isOurs = SameOrigin.allows(request)
    isForScript = request.header("Accept")?.hasPrefix("application/json") ?? false
    referer = request.header("Referer")
    type = request.header("Content-Type") ?? "application/x-www-form-urlencoded"
    bytes = request.body
  }

  var content: Content {
    switch type.prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() {
    case "application/x-www-form-urlencoded": .fields(QueryReader(bytes[...]))
    case "multipart/form-data": MultipartFile.read(bytes, contentType: type).map { .file($0) } ?? .broken
    default: .unknown
    }
  }
}
