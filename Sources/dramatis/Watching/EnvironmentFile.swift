import FoundationEssentials

/// Variables of a service, as its manager reads them from a file: `NAME=value`, one a line.
struct EnvironmentFile {
  let path: String
  /// Whether it is there and may not be read.
  let isHidden: Bool
  /// None where there is no file.
  let variables: [String: String]

  init(path: String) {
    self.path = path
    let data = FileManager.default.contents(atPath: path)
    isHidden = data == nil && FileManager.default.fileExists(atPath: path)
    variables = Self.variables(in: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Comments begin with `#` or `;`, values may stand in quotation marks; of a name that is there twice the last.
  static func variables(in text: String) -> [String: String] {
    var variables: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let line = trimmed(line)
      guard let first = line.first, first != "#", first != ";", let sign = line.firstIndex(of: "=") else {
        continue
      }
      var value = trimmed(line[line.index(after: sign)...])
      if let mark = value.first, mark == "\"" || mark == "'", value.count > 1, value.last == mark {
        value = value.dropFirst().dropLast()
      }
      variables[String(trimmed(line[..<sign]))] = String(value)
    }
    return variables
  }

  private static func trimmed(_ text: Substring) -> Substring {
    Substring(text.trimmingPrefix(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
