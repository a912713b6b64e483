/// The style sheets that `app.css` imports, in the order of its lines `@import "name.css";`.
enum JoinedSheet {
  /// The joined text without comments and indentation, which are a quarter of what a first frame waits for. Comments
  /// begin their line.
  /// - Throws: `SiteError.missing` for a missing sheet.
  static func bytes(_ path: String, of files: [String: [UInt8]]) throws(SiteError) -> [UInt8] {
    guard let sheet = files[path] else { throw .missing("Public/\(path)") }
    var joined: [UInt8] = []
    var isComment = false
    for line in sheet.split(separator: UInt8(ascii: "\n")) {
      let text = line.drop { $0 == UInt8(ascii: " ") }
      isComment = isComment || text.starts(with: "/*".utf8)
      if text.starts(with: "@import \"".utf8) {
        let name = text.dropFirst("@import \"".utf8.count).prefix { $0 != UInt8(ascii: "\"") }
        joined += try bytes(String(decoding: name, as: UTF8.self), of: files)
      } else if !isComment {
        joined += text
        joined.append(UInt8(ascii: "\n"))
      }
      if text.suffix(2).elementsEqual("*/".utf8) { isComment = false }
    }
    return joined
  }
}
