import Configuration

/// The style sheet and the script within every page, so that its first frame waits for nothing else.
struct InlinedParts: Sendable {
  let styles: [UInt8]
  let script: [UInt8]

  /// Takes both out of the public files.
  init(takenFrom files: inout [String: [UInt8]]) throws(SiteError) {
    let sheet = try JoinedSheet("app.css", of: files)
    guard let script = files.removeValue(forKey: "opening.js") else { throw .missing("Public/opening.js") }
    for part in sheet.parts.union(["app.css"]) { files[part] = nil }
    styles = CompactText.bytes(sheet.content)
    self.script = CompactText.bytes(script)
  }
}

/// A stylesheet with the sheets that it imports in place of its lines `@import "name.css";`.
struct JoinedSheet: Sendable {
  let content: [UInt8]
  let parts: Set<String>

  /// - Throws: `SiteError.missing` for a missing sheet.
  init(_ path: String, of files: [String: [UInt8]]) throws(SiteError) {
    guard let sheet = files[path] else { throw .missing(path) }
    var content: [UInt8] = []
    var parts: Set<String> = []
    for line in sheet.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let text = String(decoding: line, as: UTF8.self)
      if let name = text.wholeMatch(of: /@import "(.*)";/).map({ String($0.1) }) {
        guard let part = files[name] else { throw .missing(name) }
        parts.insert(name)
        content += part
      } else {
        content += line
      }
      content.append(UInt8(ascii: "\n"))
    }
    (self.content, self.parts) = (content, parts)
  }
}

/// The part of the stylesheet that a show's file decides.
enum Stylesheet {
  static let darkPage = "#131416"

  /// The background of buttons and rows under the pointer, the darkest of light pages.
  static let lightHover = Color(red: 0xEB, green: 0xEB, blue: 0xE8)

  /// The colour of letters on a tile: its own hue.
  static func letters(on tile: Color) -> Color { tile.readable(on: tile) }

  /// A colour whose mixtures with the tile differ more from its letters.
  private static func light(on tile: Color) -> Color {
    tile.readableText == .black ? .white : tile.mixed(with: .black, share: 0.4)
  }

  /// Custom properties of the show; the accent has a contrast of at least 4.5 : 1 on every background.
  static func tokens(_ looks: Looks) -> [UInt8] {
    let accent = looks.accent.readable(on: lightHover)
    let css = """
      :root {
        --accent: light-dark(\(accent), \(looks.darkAccent));
        --on-accent: light-dark(\(accent.readableText), \(looks.darkAccent.readableText));
        --tile: light-dark(\(looks.tile), \(looks.darkTile));
        --on-tile: light-dark(\(letters(on: looks.tile)), \(letters(on: looks.darkTile)));
        --off-tile: light-dark(\(light(on: looks.tile)), \(light(on: looks.darkTile)));
        --aspect: \(looks.aspect.width) / \(looks.aspect.height);
        --page: light-dark(\(Looks.lightBackground), \(darkPage));
        --surface: light-dark(#fff, #1c1e22);
        --hover: light-dark(\(lightHover), \(Looks.darkBackground));
        --raised: light-dark(#fff, \(Looks.darkBackground));
      }
      @supports not (color: light-dark(red, red)) {
        :root {
          --accent: \(accent);
          --on-accent: \(accent.readableText);
          --tile: \(looks.tile);
          --on-tile: \(letters(on: looks.tile));
          --off-tile: \(light(on: looks.tile));
          --page: \(Looks.lightBackground);
          --surface: #fff;
          --hover: \(lightHover);
          --raised: #fff;
        }
      }

      """
    return Array(css.utf8)
  }
}

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
