import HTTPServer

/// The body of a POST, and the page that sent it.
struct SentForm: Sendable {
  let isOurs: Bool
  /// Whether our script sent it, which asks for JSON.
  let isForScript: Bool
  let referer: String?
  private let type: String
  private let bytes: [UInt8]

  enum Content {
    case fields(QueryReader)
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

/// Reads a form of one file (RFC 7578), as browsers send it; anything else is not understood.
enum MultipartFile {
  /// The file's bytes; nil if the body is not exactly one part with a file name.
  static func read(_ body: [UInt8], contentType: String) -> [UInt8]? {
    guard let boundary = boundary(contentType) else { return nil }
    let opening = Array("--\(boundary)\r\n".utf8)
    let next = Array("\r\n--\(boundary)".utf8)
    // After the only part stands the closing boundary, and a line break or nothing.
    guard body.starts(with: opening), let end = body.firstRange(of: next) else { return nil }
    let part = body[opening.count..<max(opening.count, end.lowerBound)]
    let tail = body[end.upperBound...]
    guard tail.elementsEqual("--".utf8) || tail.elementsEqual("--\r\n".utf8),
      let head = part.firstRange(of: Array("\r\n\r\n".utf8)),
      isFile(String(decoding: part[..<head.lowerBound], as: UTF8.self))
    else { return nil }
    return Array(part[head.upperBound...])
  }

  /// One to seventy characters, in quotes or not.
  private static func boundary(_ contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let text = parameter.drop { $0 == " " }
      guard text.lowercased().hasPrefix("boundary=") else { continue }
      var value = text.dropFirst("boundary=".count)
      if value.count > 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
      return (1...70).contains(value.utf8.count) ? String(value) : nil
    }
    return nil
  }

  private static func isFile(_ head: String) -> Bool {
    head.split(separator: "\r\n").contains { line in
      let line = line.lowercased()
      return line.hasPrefix("content-disposition: form-data;") && line.contains("filename=")
    }
  }
}
