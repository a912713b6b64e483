/// Titles with one typing error of a kind.
enum Slips: String, CaseIterable {
  case exchanged, missing, doubled, neighbour, words, signs

  /// The folded title with an error; nil if it is too short for one.
  func slip(in title: String, using generator: inout SeededGenerator) -> String? {
    switch self {
    case .words:
      let words = title.split(separator: " ")
      guard words.count > 1 else { return nil }
      return words.shuffled(using: &generator).joined(separator: " ")
    case .signs:
      let plain = title.filter { $0.isLetter || $0.isNumber || $0 == " " }
      return plain == title ? nil : plain
    default: break
    }
    var letters = Array(title)
    let places = letters.indices.filter { letters[$0].isLetter && $0 < letters.count - 4 }
    guard let place = places.randomElement(using: &generator) else { return nil }
    switch self {
    case .exchanged: letters.swapAt(place, place + 1)
    case .missing: letters.remove(at: place)
    case .doubled: letters.insert(letters[place], at: place)
    default:
      guard let keys = Self.neighbours[letters[place]] else { return nil }
      letters[place] = keys.randomElement(using: &generator) ?? letters[place]
    }
    return String(letters)
  }

  /// The neighbouring keys, written independently of the index.
  private static let neighbours: [Character: String] = [
    "q": "wa", "w": "qeas", "e": "wrsd", "r": "etdf", "t": "ryfg", "y": "tugh", "u": "yihj", "i": "uojk",
    "o": "ipkl", "p": "ol", "a": "qwsz", "s": "awedzx", "d": "serfxc", "f": "drtgcv", "g": "ftyhvb",
    "h": "gyujbn", "j": "huiknm", "k": "jiolm", "l": "kop", "z": "asx", "x": "zsdc", "c": "xdfv", "v": "cfgb",
    "b": "vghn", "n": "bhjm", "m": "njk",
  ]
}
