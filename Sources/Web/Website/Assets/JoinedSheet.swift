/// A stylesheet with the sheets that it imports in their places, so that browsers ask for one.
struct JoinedSheet: Sendable {
  let content: [UInt8]
  /// Paths of the sheets that went into it.
  let parts: Set<String>

  private static let opening = "@import \""
  private static let closing = "\";"

  /// - Parameters:
  ///   - path: of the sheet, whose lines `@import "name.css";` each name another by its path in the folder.
  ///   - files: contents by their paths.
  /// - Throws: `SiteError.missing` for a sheet that is imported and not there.
  init(_ path: String, of files: [String: [UInt8]]) throws(SiteError) {
    guard let sheet = files[path] else { throw .missing(path) }
    var content: [UInt8] = []
    var parts: Set<String> = []
    for line in sheet.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix(Self.opening), text.hasSuffix(Self.closing) {
        let name = String(text.dropFirst(Self.opening.count).dropLast(Self.closing.count))
        guard let part = files[name] else { throw .missing(name) }
        parts.insert(name)
        content += part
      } else {
        content += line
      }
      content.append(UInt8(ascii: "\n"))
    }
    self.content = content
    self.parts = parts
  }
}
