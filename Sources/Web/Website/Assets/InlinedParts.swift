/// What stands within every page, so that its first frame waits for nothing else: the style sheet, and the script
/// that says what else has to come before that frame.
struct InlinedParts: Sendable {
  /// Behind what a show's file decides.
  let styles: [UInt8]
  /// As it stands between its tags, to the byte: the policy names it by its hash.
  let script: [UInt8]

  private static let stylesheet = "app.css"
  private static let opening = "opening.js"

  /// Takes both out of the public files.
  /// - Throws: `SiteError.missing` where one is not there.
  init(takenFrom files: inout [String: [UInt8]]) throws(SiteError) {
    let sheet = try JoinedSheet(Self.stylesheet, of: files)
    guard let script = files.removeValue(forKey: Self.opening) else {
      throw .missing("Public/\(Self.opening)")
    }
    for part in sheet.parts { files[part] = nil }
    files[Self.stylesheet] = nil
    styles = CompactText.bytes(sheet.content)
    self.script = CompactText.bytes(script)
  }
}
