/// A script without what only its readers need: indentation, and lines that are comments.
enum CompactScript {
  /// Looks at lines only, so nothing within one is touched, and nothing in a text that goes over several.
  static func text(_ script: String) -> String {
    var lines: [Substring] = []
    var isComment = false
    var isText = false
    for line in script.split(separator: "\n") {
      let bare = line.drop { $0 == " " || $0 == "\t" }
      if isComment || !isText && bare.hasPrefix("/*") {
        isComment = !bare.hasSuffix("*/")
        continue
      }
      if !isText, bare.hasPrefix("//") { continue }
      lines.append(isText ? line : bare)
      let quotes = line.indices.count { line[$0] == "`" && !line[..<$0].hasSuffix("\\") }
      if !quotes.isMultiple(of: 2) { isText.toggle() }
    }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
