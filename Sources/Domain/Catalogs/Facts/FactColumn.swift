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
  private let texts: StoredTexts
  /// The number of each entry's text, in list order.
  let codes: Numbers<UInt32>

  var codeCount: Int { texts.count }

  /// - Parameter number: of the column.
  init(_ arrays: ArraySet, _ number: Int, field: FactField, form: FactForm) {
    (self.field, self.form) = (field, form)
    texts = StoredTexts(arrays, "column.\(number)")
    codes = arrays.numbers("column.\(number).codes")
  }

  /// The text of an entry, with all of its values.
  func text(at position: Int) -> String { texts[Int(codes[position])] }

  /// The values of a code; empty for zero.
  func values(of code: Int) -> [FactValue] { values(of: texts[code]) }

  /// The values of a code as they are written.
  func parts(of code: Int) -> [String] { Self.parts(texts[code]) }

  func values(of text: String) -> [FactValue] { Self.parts(text).map(form.value) }

  static func parts(_ text: String) -> [String] {
    // Most texts have one value.
    guard text.utf8.contains(FeedEntry.valueSeparator.asciiValue ?? 0) else {
      return text.isEmpty ? [] : [text]
    }
    return text.split(separator: FeedEntry.valueSeparator).map(String.init)
  }
}

/// Writes a column, entry by entry.
struct FactColumnWriter: ~Copyable {
  let field: FactField
  private var texts = DistinctTexts()
  private var codes = NumberWriter<UInt32>()
  /// The words of all codes, for search, and where those of each code end.
  private var words = NumberWriter<UInt32>()
  private var wordEnds = NumberWriter<UInt32>()
  private var survey: FormSurvey
  /// Bytes of all texts, whose offsets have 32 bits; further texts are left out.
  private static let limit = Int(UInt32.max)

  init(_ field: FactField) {
    self.field = field
    survey = FormSurvey(label: field.label)
    _ = texts.number(of: "")
    wordEnds.append(0)
  }

  /// Appends the next entry's text, and its words to the entry in the index. False for a text that is left out.
  mutating func append(_ text: String, _ search: inout SearchIndexWriter) -> Bool {
    let code = texts.size + text.utf8.count < Self.limit ? texts.number(of: text) : 0
    if code == wordEnds.count {
      let parts = FactColumn.parts(text)
      survey.take(parts)
      words.append(search.numbers(ofFact: Self.words(of: parts)))
      wordEnds.append(UInt32(truncatingIfNeeded: words.count))
    }
    codes.append(UInt32(truncatingIfNeeded: code))
    // Who is named by somebody is no hit for the name.
    if code > 0, field.isRelation != true {
      let own = Int(wordEnds[code - 1])..<Int(wordEnds[code])
      words.withUnsafeBufferPointer { search.append(facts: UnsafeBufferPointer(rebasing: $0[own])) }
    }
    return code > 0 || text.isEmpty
  }

  /// The column's form, once all entries are appended.
  /// - Parameter zone: that of the list.
  func form(in zone: FormZone?) -> FactForm { survey.form(stated: field.stated, in: zone) }

  /// Adds the arrays of the column.
  /// - Parameter order: the list, as places.
  func finish(order: Numbers<UInt32>, to arrays: inout ArraySet, _ number: Int) {
    var listed = NumberWriter<UInt32>(capacity: order.count)
    for place in order { listed.append(codes[Int(place)]) }
    arrays.add("column.\(number).codes", listed.numbers())
    texts.finish(&arrays, "column.\(number)")
  }

  /// The words to find a text by; one with digits and signs, such as a shelf mark, is found without its signs too.
  private static func words(of parts: [String]) -> String {
    let bare = parts.filter(isCode).map { part in
      part.utf8.allSatisfy { $0 < 0x80 }
        ? String(decoding: part.utf8.filter { isLetterOrDigit(Unicode.Scalar($0)) }, as: UTF8.self)
        : String(String.UnicodeScalarView(part.unicodeScalars.filter(isLetterOrDigit)))
    }
    return parts.count == 1 && bare.isEmpty ? parts[0] : (parts + bare).joined(separator: " ")
  }

  /// Whether a text has digits with signs or spaces between them, no more than a code has, and is no size.
  private static func isCode(_ text: String) -> Bool {
    guard text.utf8.count <= codeLength, text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
      return false
    }
    // "12.5 x 3 cm" is a size, as is "12.5 × 3 cm".
    var (before, last): (UInt8, UInt8) = (0, 0)
    for byte in text.utf8 {
      if byte == 0x20, last == UInt8(ascii: "x") && before == 0x20 || last == 0x97 { return false }
      (before, last) = (last, byte)
    }
    return !text.unicodeScalars.allSatisfy(isLetterOrDigit)
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
}

/// The columns of a list, entry by entry.
struct FactColumnsWriter: ~Copyable {
  private let columns: UnsafeMutableBufferPointer<FactColumnWriter>
  let fields: [FactField]

  init(_ fields: [FactField]) {
    self.fields = fields
    columns = .allocate(capacity: fields.count)
    for (index, field) in fields.enumerated() {
      columns.initializeElement(at: index, to: FactColumnWriter(field))
    }
  }

  deinit {
    columns.deinitialize()
    columns.deallocate()
  }

  /// Appends the texts of the next entry, and brings them into their stored form.
  func append(_ values: inout [String], _ search: inout SearchIndexWriter) {
    for index in 0..<columns.count {
      let text = index < values.count ? EntryTexts.values(values[index]) : ""
      let stored = columns[index].append(text, &search) ? text : ""
      if index < values.count, stored != values[index] { values[index] = stored }
    }
  }

  /// Adds the arrays of all columns; returns the form of each.
  func finish(order: Numbers<UInt32>, in zone: FormZone?, to arrays: inout ArraySet) -> [FactForm] {
    (0..<columns.count).map { number in
      columns[number].finish(order: order, to: &arrays, number)
      return columns[number].form(in: zone)
    }
  }
}
