/// Reads a form of one file (RFC 7578), as browsers send it; anything else is not understood.
enum MultipartFile {
  /// The file's bytes; nil where the body is not exactly one part with a file name.
  static func read(_ body: [UInt8], contentType: String) -> [UInt8]? {
    guard let boundary = boundary(contentType) else { return nil }
    let opening = Array("--\(boundary)\r\n".utf8)
    let closing = Array("\r\n--\(boundary)--".utf8)
    guard body.starts(with: opening), let end = last(closing, in: body) else { return nil }
    let tail = body[(end + closing.count)...]
    guard tail.isEmpty || tail.elementsEqual("\r\n".utf8), end >= opening.count else { return nil }
    let part = body[opening.count..<end]
    guard first(Array("\r\n--\(boundary)".utf8), in: part) == nil,
      let headEnd = first(Array("\r\n\r\n".utf8), in: part),
      isFile(String(decoding: part[..<headEnd], as: UTF8.self))
    else { return nil }
    return Array(part[(headEnd + 4)...])
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

  private static func first(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (bytes.startIndex...bytes.endIndex - pattern.count).first { start in
      bytes[start] == pattern[0] && bytes[start..<start + pattern.count].elementsEqual(pattern)
    }
  }

  private static func last(_ pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= pattern.count else { return nil }
    return (0...bytes.count - pattern.count).last { start in
      bytes[start] == pattern[0] && bytes[start..<start + pattern.count].elementsEqual(pattern)
    }
  }
}
