internal import CUTF8Proc

/// The folded form of Unicode scalars, as UTF-8; those of most alphabets are made at the first use, in some
/// milliseconds.
struct FoldingTable: Sendable {
  /// The range of a scalar's folded bytes; length zero for one that folds to nothing.
  private struct Entry {
    var offset: UInt16 = 0
    var length: UInt8 = 0
  }

  /// A bound above the scalars in the table: up to the kana.
  private static let limit: UInt32 = 0x3100
  private static let shared = FoldingTable()

  /// The folded form of each ASCII byte; 0 for a control character, which is dropped.
  static let ascii = (0..<128).map { folded(ascii: $0) }

  private var entries: [Entry] = []
  private var bytes: [UInt8] = []

  private init() {
    for scalar in 0..<Self.limit {
      let start = bytes.count
      if scalar >= 0x80, let scalar = Unicode.Scalar(scalar) { Self.fold(scalar) { bytes.append($0) } }
      // Only the form of `ŉ` begins with an apostrophe and goes on.
      if bytes.count > start + 1, bytes[start] == UInt8(ascii: "'") { bytes.remove(at: start) }
      entries.append(
        Entry(
          offset: UInt16(truncatingIfNeeded: start), length: UInt8(truncatingIfNeeded: bytes.count - start)))
    }
  }

  /// Calls back with each byte of a scalar's folded form.
  @inline(__always)
  static func forEachByte(of scalar: Unicode.Scalar, _ body: (UInt8) -> Void) {
    if scalar.value < limit {
      let entry = shared.entries[Int(scalar.value)]
      for index in Int(entry.offset)..<(Int(entry.offset) + Int(entry.length)) { body(shared.bytes[index]) }
    } else if ideographs.contains(scalar.value) {
      UTF8.encode(scalar)?.forEach(body)
    } else {
      fold(scalar, body)
    }
  }

  /// Scalars that fold to themselves.
  private static let ideographs: ClosedRange<UInt32> = 0x3400...0x9FFF

  /// Folds a scalar: decomposed, its case folded, and decomposed again, each time without marks.
  private static func fold(_ scalar: Unicode.Scalar, _ body: (UInt8) -> Void) {
    if scalar.properties.isWhitespace { return body(0x20) }
    if isDropped(scalar) { return }
    decompose(scalar, parts(of: scalar)) { base in
      decompose(base, utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue)) { letter in
        // Swift knows the letters of newer Unicode versions.
        let properties = letter.properties
        let plain = properties.changesWhenCaseFolded ? properties.lowercaseMapping : String(letter)
        (letters[letter] ?? plain).utf8.forEach(body)
      }
    }
  }

  /// The folded forms of scalars that a script does not get by decomposing, dropping all marks and lower case; for the
  /// search in a static copy.
  static let differences: [(letter: String, folded: String)] = {
    let ranges: [Range<UInt32>] = [0x60..<0x61, 0x80..<0x3400, 0xA000..<0xAC00, 0xFB00..<0x11800]
    return ranges.joined().compactMap { Unicode.Scalar($0) }.compactMap { scalar in
      if scalar.properties.isWhitespace { return nil }
      var plain = ""
      decompose(scalar, parts(of: scalar), isDropped: isAnyMark) { plain += $0.properties.lowercaseMapping }
      let folded = String(decoding: Folding.fold(String(scalar)), as: UTF8.self)
      return folded.utf8.elementsEqual(plain.utf8) ? nil : (String(scalar), folded)
    }
  }()

  /// Presentation forms and ligatures of Arabic, such as `ﻻ`, are taken apart into letters.
  private static func parts(of scalar: Unicode.Scalar) -> utf8proc_option_t {
    switch scalar.value {
    case 0xFB50...0xFDFB, 0xFE70...0xFEFC:
      utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
    default: UTF8PROC_DECOMPOSE
    }
  }

  private static func isAnyMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  private static func decompose(
    _ scalar: Unicode.Scalar, _ options: utf8proc_option_t,
    isDropped: (Unicode.Scalar) -> Bool = isMark, _ body: (Unicode.Scalar) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { parts in
      var boundary: Int32 = 0
      let count = utf8proc_decompose_char(
        Int32(scalar.value), parts.baseAddress, parts.count, options, &boundary)
      for part in parts.prefix(max(0, count)) {
        if let part = Unicode.Scalar(UInt32(truncatingIfNeeded: part)), !isDropped(part) { body(part) }
      }
    }
  }

  /// Whether a scalar is dropped: diacritics, control and invisible characters.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    isMark(scalar) || scalar.properties.generalCategory == .control
      || scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark:
      !spellingClasses.contains(scalar.properties.canonicalCombiningClass.rawValue)
    case .enclosingMark: true
    default: false
    }
  }

  /// Combining classes of signs that spell a vowel or join letters.
  private static let spellingClasses: Set<UInt8> = [0, 9, 84, 91, 103, 118, 129, 130, 132]

  /// The letters that people type in place of letters without a decomposition, and in place of apostrophes.
  private static let letters: [Unicode.Scalar: String] = [
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ħ": "h", "ŧ": "t",
    "ŋ": "n", "ƀ": "b", "ɖ": "d", "ɗ": "d", "ɓ": "b", "ƙ": "k", "ɨ": "i", "ɵ": "o", "ƴ": "y", "ʉ": "u",
    "ǥ": "g", "ƶ": "z", "ɲ": "n", "ĸ": "k", "ə": "e", "ǝ": "e", "ɛ": "e", "ɔ": "o", "ĳ": "ij", "ǆ": "dz",
    "ǳ": "dz", "ǉ": "lj", "ǌ": "nj", "\u{2018}": "'", "\u{2019}": "'", "\u{201B}": "'", "\u{2BB}": "'",
    "\u{2BC}": "'", "\u{2BD}": "'", "\u{2B9}": "'", "\u{2032}": "'", "\u{B4}": "'", "`": "'", "\u{FF07}": "'",
    "\u{2010}": "-", "\u{2011}": "-", "\u{60C}": ",", "\u{640}": "", "\u{671}": "\u{627}",
  ]
  .merging(spellings) { $1 }
  .merging(digits) { $1 }

  /// Letters that other keyboards, or other habits of spelling, have in place of an Arabic one: final `ة` and `ى`, and
  /// those of Persian and Urdu; `ء` is left out, or stands on a letter. They differ to a search that looks at the
  /// letter.
  private static let spellings: [Unicode.Scalar: String] = [
    "\u{629}": "\u{647}", "\u{6BE}": "\u{647}", "\u{6C1}": "\u{647}", "\u{6C3}": "\u{647}",
    "\u{6D5}": "\u{647}", "\u{621}": "", "\u{649}": "\u{64A}", "\u{6CC}": "\u{64A}", "\u{6A9}": "\u{643}",
  ]

  /// The digits of Arabic and of Persian.
  private static let digits = [0x660, 0x6F0].flatMap { zero in
    (0...9).compactMap { digit in Unicode.Scalar(UInt32(zero + digit)).map { ($0, String(digit)) } }
  }

  static func isSpelling(_ scalar: Unicode.Scalar) -> Bool {
    (0x621...0x6D5).contains(scalar.value) && spellings[scalar] != nil
  }

  /// The text with each letter and the marks that follow it as one scalar, as keyboards send them.
  static func composed(_ text: String) -> String {
    let isComposed = text.unicodeScalars.allSatisfy {
      $0.value < 0x300 || $0.properties.canonicalCombiningClass == .notReordered
    }
    // A letter with many marks is none of them, and takes long to compare.
    return isComposed ? text : String(text.map { $0.utf8.count > 64 ? $0 : compositions[$0] ?? $0 })
  }

  /// Letters that fold to others. Characters are equal if they are canonically equivalent.
  private static let compositions: [Character: Character] = Dictionary(
    (Array(0xC0...0x6D3) + Array(0x1E00...0x1FFC)).compactMap(Unicode.Scalar.init).filter { scalar in
      var folded: [UInt8] = []
      forEachByte(of: scalar) { folded.append($0) }
      return !folded.isEmpty && !folded.elementsEqual(String(scalar).utf8)
    }
    .map { (Character($0), Character($0)) }, uniquingKeysWith: { first, _ in first })

  private static func folded(ascii byte: Int) -> UInt8 {
    switch UInt8(truncatingIfNeeded: byte) {
    case 0x09...0x0D, 0x20: 0x20
    case 0x00...0x1F, 0x7F: 0
    case let letter where (0x41...0x5A).contains(letter): letter | 0x20
    case UInt8(ascii: "`"): UInt8(ascii: "'")
    case let other: other
    }
  }
}
