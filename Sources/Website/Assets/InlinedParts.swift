import Configuration

/// What stands within every page, so that its first frame waits for nothing else: the style sheet, and the script
/// that says what else has to come before that frame.
struct InlinedParts: Sendable {
  /// As they stand between their tags, to the byte: the policy names them by their hashes.
  let styles: [UInt8]
  let script: [UInt8]

  private static let stylesheet = "app.css"
  private static let opening = "opening.js"

  /// Takes both out of the public files.
  /// - Throws: `SiteError.missing` where one is not there.
  init(takenFrom files: inout [String: [UInt8]], _ looks: Looks) throws(SiteError) {
    let sheet = try JoinedSheet(Self.stylesheet, of: files)
    guard let script = files.removeValue(forKey: Self.opening) else {
      throw .missing("Public/\(Self.opening)")
    }
    for part in sheet.parts { files[part] = nil }
    files[Self.stylesheet] = nil
    styles = StyleConstants.resolved(in: CompactStyles.bytes(Stylesheet.tokens(looks) + sheet.content))
    self.script = Array(CompactScript.text(String(decoding: script, as: UTF8.self)).utf8)
  }

  /// As partials by their names.
  var templates: [String: String] {
    [
      "inline/styles": String(decoding: styles, as: UTF8.self),
      "inline/opening": String(decoding: script, as: UTF8.self),
    ]
  }
}
