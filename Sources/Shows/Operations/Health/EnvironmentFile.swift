import FoundationEssentials

/// The variables of a service, as its manager reads them from a file: one `NAME=value` per line.
package struct EnvironmentFile {
  let path: String
  /// Whether it exists but cannot be read.
  let isUnreadable: Bool
  /// Empty if there is no file.
  let variables: [String: String]

  init(path: String) {
    self.path = path
    let data = FileManager.default.contents(atPath: path)
    isUnreadable = data == nil && FileManager.default.fileExists(atPath: path)
    variables = Self.variables(in: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Comments begin with `#` or `;`; values may be quoted; the last of several lines for one name counts.
  package static func variables(in text: String) -> [String: String] {
    var variables: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let line = trimmed(line)
      guard let first = line.first, first != "#", first != ";", let sign = line.firstIndex(of: "=") else {
        continue
      }
      var value = trimmed(line[line.index(after: sign)...])
      if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
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
