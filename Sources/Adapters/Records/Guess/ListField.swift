import Catalogs
import JSON
import System
import Text

/// A field of a list's records: a path, and statistics of the values that a sample has there.
struct ListField {
  let names: [String]
  /// The path in a mapping, where the text of an element within a record is its value.
  let path: String
  /// The names of the objects that it is in.
  let parent: ArraySlice<String>
  /// The last name as ``plain(_:)`` writes it, and the last one that is specific: `photo` for `photo.url`.
  let (last, name): (String, String)
  /// Its place among the columns, or that of its name in the text of the list.
  var position = Int.max
  /// Records that have a value, and those that have several.
  private(set) var (present, several, values) = (0, 0, 0)
  private(set) var longest = 0
  private(set) var counts: [String: Int] = [:]
  private var letters = 0
  private var shapes: [ValueShape: Int] = [:]
  /// The forms of its values.
  private(set) var survey: FormSurvey
  private(set) var lists: [ListSeparator: ListStatistics] = [:]
  /// The separator of its values, once all are taken; nil if each text is one value.
  private(set) var separator: ListSeparator?
  private(set) var (least, most) = (Double.infinity, -Double.infinity)
  /// Whether each value is the number of its record, counted from 0 or from 1.
  private(set) var isRowNumber = true
  /// The values of the first records, and a hash of each record's, 0 without one.
  private(set) var first: [Int: String] = [:]
  private(set) var hashes: [UInt64] = []

  /// Letters by which long values are compared, and records whose values are kept.
  static let (countedLength, kept) = (200, 50)

  init(_ names: [String]) {
    let own = names.count > 1 && names.last == XMLName.text ? names.dropLast() : names[...]
    self.names = names
    path = RecordPath.written(Array(own))
    parent = own.dropLast()
    survey = FormSurvey(label: own.last ?? "")
    last = Self.plain(own.last ?? "")
    let isGeneral =
      FieldWords.has("value", last) || FieldWords.has("inner", last) || own.last?.hasPrefix("@") == true
    let outer = parent.last.map(Self.plain) ?? ""
    name = isGeneral && !outer.isEmpty && !FieldWords.has("wrapper", outer) ? outer : last
  }

  /// A name in lower case without signs: `birthyear` for `Birth_Year` and `@birth-year`.
  static func plain(_ name: String) -> String {
    let letters = XMLName.specific(name).lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(letters))
  }

  mutating func take(_ values: [JSONValue], of record: Int) {
    present += 1
    if values.count > 1 { several += 1 }
    for value in values.prefix(20) { take(value) }
    let texts = values.prefix(20).compactMap(\.recordText)
    survey.take(texts)
    let number = texts.count == 1 ? texts[0].number(in: 0...Int.max >> 1) : nil
    isRowNumber = isRowNumber && present == record && number.map { $0 == record || $0 == record - 1 } == true
    if record <= Self.kept { first[record] = texts.first }
    hashes += Array(repeating: 0, count: max(0, record - 1 - hashes.count))
    hashes.append(texts.reduce(1) { $0 &* 31 &+ FNV1a.hash64($1.utf8) })
  }

  private mutating func take(_ value: JSONValue) {
    values += 1
    if case .object = value { shapes[.place, default: 0] += 1 }
    guard value.object == nil, let text = value.recordText else { return }
    letters += text.count
    longest = max(longest, text.count)
    counts[String(text.prefix(Self.countedLength)), default: 0] += 1
    if let number = value.number ?? text.decimal() { (least, most) = (min(least, number), max(most, number)) }
    let found = ValueShape.shapes(of: text)
    for shape in found { shapes[shape, default: 0] += 1 }
    guard !found.contains(.address), text.count < 300 else { return }
    for separator in ListSeparator.allCases {
      lists[separator, default: ListStatistics()].take(separator.parts(of: text))
    }
  }

  /// Called when all values are taken.
  mutating func close() {
    guard survey.form == .text, share(.date) < 0.8 else { return }
    separator = ListSeparator.allCases.first { lists[$0]?.isList(with: $0) == true }
  }

  // MARK: Values

  /// The number of records with each value.
  var parts: [String: Int] { separator.flatMap { lists[$0]?.counts } ?? counts }
  /// The share of its values that differ from all others, and that of the most frequent one.
  var different: Double { Double(counts.count) / Double(max(values, 1)) }
  var frequent: Double { Double(parts.values.max() ?? 0) / Double(max(present, 1)) }
  var meanLength: Double { Double(letters) / Double(max(values, 1)) }
  var isNumeric: Bool { share(.number) >= 0.8 }
  var isDated: Bool { share(.date) >= 0.8 || survey.form.isTime }

  func share(_ shape: ValueShape) -> Double { Double(shapes[shape] ?? 0) / Double(max(values, 1)) }

  /// Whether its values read as names of things do.
  var isOfWords: Bool {
    survey.form == .text && share(.words) >= 0.7 && meanLength <= 80 && several * 5 <= present
  }

  /// Whether nearly all values are codes, as `tt0112573`, `7D21` and `A-001` are.
  var isOfCodes: Bool {
    values > 2 && survey.form == .text
      && counts.keys.count { text in
        text.utf8.count <= 16 && text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
          && text.allSatisfy { $0.isLetter || $0.isNumber || "-./_".contains($0) }
      } * 10 >= counts.count * 9
  }

  var valuesInWords: String {
    let counts = parts
    if survey.form.hasKeys, counts.count > 12 { return "\(counts.count) values, in ranges" }
    let first = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
    return
      "\(counts.count) \(counts.count == 1 ? "value" : "values"), such as \(first.joined(separator: ", "))"
  }

  /// Whether each of its values is that of another field.
  func repeats(_ other: ListField) -> Bool {
    hashes.count <= other.hashes.count && zip(hashes, other.hashes).allSatisfy { $0 == 0 || $0 == $1 }
  }

  // MARK: Name

  /// Whether it is a column that is named by its number.
  var isUnnamed: Bool {
    names.count == 1 && names[0].hasPrefix("column ")
      && names[0].utf8.dropFirst(7).allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }
  }

  /// The words of its last name.
  var words: [String] {
    FieldLabel.words(of: XMLName.specific(names.last ?? ""), isSplit: true).map { $0.lowercased() }
  }

  /// Whether its name is one of those for a use.
  func isNamed(_ use: String) -> Bool { FieldWords.has(use, name) || FieldWords.has(use, last) }
}
