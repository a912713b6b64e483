import Search
import Text

/// Numbers that may be seconds since 1970: from 1980 to 2100.
enum Epoch {
  static let seconds = 315_532_800..<4_102_444_800
}

/// The words of a fact's label, as evidence for its form.
struct LabelWords: Sendable {
  /// Whether the fact is a point in time.
  let isTime: Bool
  /// Whether its numbers are no quantities.
  let isCode: Bool
  let isYear: Bool
  /// Whether its numbers count something, so that 0 and 1 are no answers.
  let isCount: Bool
  /// Whether its times are those of events.
  let isEvent: Bool
  /// Whether its days are those of births or deaths.
  let isPast: Bool

  init(_ label: String) {
    let folded = String(decoding: Folding.fold(label), as: UTF8.self)
    let words = Set(folded.split { !$0.isLetter }.map(String.init))
    func has(_ list: String) -> Bool { FormWords[list].contains(where: words.contains) }
    isTime = has("label time") || folded.hasSuffix("date") || folded.hasSuffix("datum")
    isCode = has("label code")
    isYear = has("label year")
    isCount = has("label count")
    isEvent = has("label event")
    isPast = words.contains { word in FormWords["label past"].contains { word.hasPrefix($0) } }
  }
}

/// The words of `forms.txt`, which is compiled into the program.
enum FormWords {
  static let all = WordLists(String(decoding: PackageResources.forms_txt, as: UTF8.self))
  private static let sets = all.lines.mapValues { Set($0.joined().map(String.init)) }

  static subscript(list: String) -> Set<String> { sets[list] ?? [] }

  /// The numbers in the names of some lists, by their words.
  static func numbers(_ start: String) -> [String: Int] { all.inverse(start).compactMapValues { Int($0) } }
}
