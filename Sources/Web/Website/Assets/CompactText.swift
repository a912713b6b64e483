/// A script or style sheet without indentation, empty lines, and comments at the beginning of lines.
enum CompactText {
  /// Looks at the beginning of lines only, and at nothing in a script's text that goes over several.
  static func bytes(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var isComment = false
    var isTemplate = false
    for line in text.split(separator: UInt8(ascii: "\n")) {
      var line = line
      if !isTemplate {
        line = line.drop(while: isBlank)
        if isComment || line.starts(with: "/*".utf8) {
          let end = endOfComment(in: isComment ? line : line.dropFirst(2))
          isComment = end == nil
          line = line[(end ?? line.endIndex)...].drop(while: isBlank)
        }
        if line.isEmpty || line.starts(with: "//".utf8) { continue }
      }
      if !result.isEmpty { result.append(UInt8(ascii: "\n")) }
      result += line
      if !quotes(in: line).isMultiple(of: 2) { isTemplate.toggle() }
    }
    return result
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func endOfComment(in line: ArraySlice<UInt8>) -> Int? {
    zip(line.indices, line.indices.dropFirst()).first {
      line[$0] == UInt8(ascii: "*") && line[$1] == UInt8(ascii: "/")
    }.map { $1 + 1 }
  }

  /// Backquotes that begin or end a text.
  private static func quotes(in line: ArraySlice<UInt8>) -> Int {
    line.indices.count {
      line[$0] == UInt8(ascii: "`") && ($0 == line.startIndex || line[$0 - 1] != UInt8(ascii: "\\"))
    }
  }
}
