import HTTPServer

/// The body of a POST, as far as forms send it.
enum FormBody {
  case fields(QueryReader)
  /// The one file of a multipart form.
  case file([UInt8])
  /// It says that it is a form and is none.
  case broken
  case unknown

  init(_ request: Request) {
    let type = request.header("Content-Type") ?? "application/x-www-form-urlencoded"
    let name = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    switch name {
    case "application/x-www-form-urlencoded": self = .fields(QueryReader(request.body[...]))
    case "multipart/form-data":
      self = MultipartFile.read(request.body, contentType: type).map { .file($0) } ?? .broken
    default: self = .unknown
    }
  }
}
