import JSON
import Search
import System

/// One fact of all entries: each different text once, and a code for each entry.
///
/// A text may hold several values, separated by ``FeedEntry/valueSeparator``. The first text is empty, for entries
/// without this fact.
struct FactColumn: Sendable {
  let field: FactField
  let form: FactForm
  /// Empty if it is searched.
  private let texts: StoredTexts
  /// Nil if it is not searched.
  let searched: SearchColumn?
  /// The number of each entry's text, in list order.
  let codes: Codes

  var codeCount: Int { searched?.codeCount ?? texts.count }

  /// - Parameter number: of the column.
  init(_ arrays: ArraySet, _ number: Int, field: FactField, form: FactForm) {
    (self.field, self.form) = (field, form)
    texts = StoredTexts(arrays, "column.\(number)")
    searched = SearchColumn(arrays, number)
    codes = Codes(arrays, "column.\(number).codes")
  }

  /// The text of an entry, with all of its values.
  func text(at position: Int) -> String { text(Int(codes[position])) }

  private func text(_ code: Int) -> String { searched?.text(code) ?? texts[code] }

  /// The values of a code; empty for zero.
  func values(of code: Int) -> [FactValue] { parts(of: code).map(form.value) }

  /// The values of a code as they are written.
  func parts(of code: Int) -> [String] { Self.parts(text(code)) }

  static func parts(_ text: String) -> [String] {
    // Most texts have one value.
    guard text.utf8.contains(FeedEntry.valueSeparator.asciiValue ?? 0) else {
      return text.isEmpty ? [] : [text]
    }
    return text.split(separator: FeedEntry.valueSeparator).map(String.init)
  }
}

/// Writes a column, entry by entry.
final class FactColumnWriter {
  let field: FactField
  private var texts = DistinctTexts()
  private var codes = NumberWriter<UInt32>()
  private var survey: FormSurvey
  /// Bytes of all texts: their offsets, and those of their folded forms, have 32 bits; further texts are left out.
  private static let limit = Int(UInt32.max) / 5

  init(_ field: FactField) {
    self.field = field
    survey = FormSurvey(label: field.label)
    _ = texts.number(of: "")
  }

  /// An entry is not a hit for a name that only relates to it.
  var isSearched: Bool { field.isRelation != true }

  /// Appends the next entry's text. False for a text that is left out.
  func append(_ text: String) -> Bool {
    let known = texts.count
    let code = texts.size + text.utf8.count < Self.limit ? texts.number(of: text) : 0
    if code == known, !survey.isText { survey.take(FactColumn.parts(text)) }
    codes.append(UInt32(truncatingIfNeeded: code))
    return code > 0 || text.isEmpty
  }

  /// The column's form, once all entries are appended.
  /// - Parameter zone: that of the list.
  func form(in zone: FormZone?) -> FactForm { survey.form(stated: field.stated, in: zone) }

  /// Adds the arrays of the column.
  /// - Parameters:
  ///   - order: the list, as places.
  ///   - match: the kind of search to answer.
  func finish(
    order: Numbers<UInt32>, answering match: SearchMatch, to arrays: inout ArraySet, _ number: Int
  ) {
    Codes.write(codes.take(), in: order, below: texts.count, to: &arrays, "column.\(number).codes")
    guard match == .contains, isSearched else { return texts.finish(&arrays, "column.\(number)") }
    var folded = NumberWriter<UInt8>(capacity: texts.size)
    var ends = NumberWriter<UInt32>(capacity: texts.count)
    var scratch: [UInt8] = []
    for code in 0..<texts.count {
      texts.withText(code) { text in
        scratch.removeAll(keepingCapacity: true)
        Self.fold(text, &scratch)
        folded.append(scratch)
        if !scratch.elementsEqual(text) {
          folded.append(SearchColumn.written)
          folded.append(text)
        }
      }
      folded.append(0)
      ends.append(UInt32(truncatingIfNeeded: folded.count))
    }
    SearchColumn.write(folded, ends: ends, to: &arrays, number)
  }

  /// The words to find a text by, folded.
  private static func fold(_ text: UnsafeBufferPointer<UInt8>, _ folded: inout [UInt8]) {
    // Most texts are one value, and no code.
    guard text.contains(FeedEntry.valueSeparator.asciiValue ?? 0) || isCode(text) else {
      return Folding.append(text, to: &folded)
    }
    var words = words(of: FactColumn.parts(String(decoding: text, as: UTF8.self)))
    words.withUTF8 { Folding.append($0, to: &folded) }
  }

  /// The words to find a text by; one with digits and signs, such as a shelf mark, is found without its signs too.
  private static func words(of parts: [String]) -> String {
    let bare = parts.filter { Array($0.utf8).withUnsafeBufferPointer(isCode) }.map { part in
      part.utf8.allSatisfy { $0 < 0x80 }
        ? String(decoding: part.utf8.filter { isLetterOrDigit(Unicode.Scalar($0)) }, as: UTF8.self)
        : String(String.UnicodeScalarView(part.unicodeScalars.filter(isLetterOrDigit)))
    }
    return (parts + bare).joined(separator: " ")
  }

  /// Whether a text has digits with signs or spaces between them, no more than a code has, and is no size or sentence.
  private static func isCode(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count <= codeLength else { return false }
    var (before, last): (UInt8, UInt8) = (0, 0)
    // Whether the word has no digits so far; nil between words.
    var (isPlain, plainWords, hasDigits): (Bool?, Int, Bool) = (nil, 0, false)
    for byte in text {
      if byte == 0x20 {
        // "12.5 x 3 cm" is a size, as is "12.5 × 3 cm".
        if last == UInt8(ascii: "x") && before == 0x20 || last == 0x97 { return false }
        if isPlain == true { plainWords += 1 }
        isPlain = nil
      } else if (0x30...0x39).contains(byte) {
        (isPlain, hasDigits) = (false, true)
      } else if isPlain == nil {
        isPlain = true
      }
      (before, last) = (last, byte)
    }
    if isPlain == true { plainWords += 1 }
    return hasDigits && plainWords <= mostWords
      && !String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy(isLetterOrDigit)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    // Looking up properties takes ten times as long.
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Bytes of the longest code, such as an IBAN with spaces.
  private static let codeLength = 45
  /// Words of a code without digits, as in "Inv. no. 12.5".
  private static let mostWords = 3
}
