import Configuration

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

/// The part of the stylesheet that a show's file decides.
enum Stylesheet {
  /// The page's background in the dark.
  static let darkPage = "#131416"

  /// Behind buttons and rows that are pointed at: the darkest background of the light pages.
  static let lightHover = Color(red: 0xEB, green: 0xEB, blue: 0xE8)

  /// Custom properties of the show, as CSS; the accent reads at 4.5 : 1 on every background there is.
  static func tokens(_ looks: Looks) -> [UInt8] {
    let accent = looks.accent.readable(on: lightHover)
    let css = """
      :root {
        --accent: light-dark(\(accent), \(looks.darkAccent));
        --on-accent: light-dark(\(accent.readableText), \(looks.darkAccent.readableText));
        --tile: \(looks.tile);
        --on-tile: \(looks.tile.readableText);
        --aspect: \(looks.aspect.width) / \(looks.aspect.height);
        --page: light-dark(\(Looks.lightBackground), \(darkPage));
        --surface: light-dark(#fff, #1c1e22);
        --hover: light-dark(\(lightHover), \(Looks.darkBackground));
        --raised: light-dark(#fff, \(Looks.darkBackground));
      }

      """
    return Array(css.utf8)
  }
}
