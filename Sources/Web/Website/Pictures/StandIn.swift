import System
import Templates

/// What stands where an entry has no picture: letters of its title on a tint and a shape that its id decides,
/// so that an entry looks the same everywhere and its neighbours look different. Drawn by the style sheet.
struct StandIn: Sendable {
  /// Tints and shapes that `faces.css` knows.
  private static let tints: UInt32 = 6
  private static let shapes: UInt32 = 6

  /// Names of its tint and its shape in the style sheet.
  let look: String
  let letters: String

  init(id: String, title: String) {
    let hash = FNV1a.hash32(id.utf8)
    look = "t\((hash >> 8) % Self.tints) s\((hash >> 20) % Self.shapes)"
    letters = Self.initials(of: title)
  }

  /// The first letters of the first and the last word that begin with one.
  private static func initials(of title: String) -> String {
    let letters = title.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.first { $0.isLetter || $0.isNumber }
    }
    guard let first = letters.first else { return "?" }
    guard letters.count > 1, let last = letters.last else { return String(first).uppercased() }
    return (String(first) + String(last)).uppercased()
  }
}

extension StandIn: Renderable {
  static let fields: [Field<StandIn>] = [
    .text("standInLook") { $0.look },
    .text("standInLetters") { $0.letters },
  ]
}
