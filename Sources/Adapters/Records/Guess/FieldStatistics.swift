import JSON
import Text

/// What is known of the values at one path of many records.
struct FieldStatistics {
  let names: [String]
  /// Records that have a value there.
  var present = 0
  /// Records that have several.
  var several = 0
  /// Values, and how many of them are what.
  var values = 0
  var numbers = 0
  var truths = 0
  var addresses = 0
  var pictures = 0
  var codes = 0
  var dates = 0
  /// Values with white space within.
  var phrases = 0
  var places = 0
  var markups = 0
  var mediaTypes = 0
  /// Values that hold several with `; ` between them.
  var splits = 0
  private var letters = 0
  private(set) var longest = 0
  private(set) var counts: [String: Int] = [:]
  /// The same of what stands between semicolons.
  private(set) var partCounts: [String: Int] = [:]
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity

  /// Letters by which long values are told apart.
  static let countedLength = 200
  /// Names that say nothing of what stands around them.
  private static let general: Set<String> = [
    "value", "text", "url", "href", "src", "source", "rendered", "uri",
  ]
  /// Names of objects that hold all fields of a record.
  private static let wrappers: Set<String> = [
    "properties", "attributes", "fields", "data", "node", "item", "record",
  ]

  init(_ names: [String]) {
    self.names = names
    last = Self.plain(names.last ?? "")
    let outer = names.count > 1 ? Self.plain(names[names.count - 2]) : ""
    let isGeneral = Self.general.contains(last) || names.last?.hasPrefix("@") == true
    name = isGeneral && !outer.isEmpty && !Self.wrappers.contains(outer) ? outer : last
  }

  /// As a mapping writes it: the text of an element within a record is its value.
  var path: String {
    RecordPath.written(names.count > 1 && names.last == XMLName.text ? names.dropLast() : names)
  }
  var parent: ArraySlice<String> { names.last == XMLName.text ? names.dropLast(2) : names.dropLast() }
  /// The last name that says anything, in lower case without signs: `Birth_Year` and `@birth-year` are
  /// `birthyear`, and `photo.url` is `photo`.
  let name: String
  /// The last name, whatever it says.
  let last: String
  var depth: Int { names.count }
  var distinct: Int { counts.count }
  var meanLength: Double { values == 0 ? 0 : Double(letters) / Double(values) }

  static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
        }))
  }

  func share(_ count: Int) -> Double { values == 0 ? 0 : Double(count) / Double(values) }

  mutating func take(_ value: JSONValue) {
    values += 1
    if case .object = value {
      places += 1
      return
    }
    guard let text = value.recordText else { return }
    letters += text.count
    longest = max(longest, text.count)
    let isLong = text.count > Self.countedLength
    counts[isLong ? String(text.prefix(Self.countedLength)) : text, default: 0] += 1
    if case .bool = value { truths += 1 }
    if let number = value.number ?? Double(text) {
      numbers += 1
      (least, most) = (min(least, number), max(most, number))
    } else if ["true", "false", "yes", "no", "unknown", "n/a", "none"].contains(text.lowercased()) {
      truths += 1
    }
    let shape = TextShape(text)
    if shape.isAddress { addresses += 1 }
    if shape.isPicture { pictures += 1 }
    if shape.isCode { codes += 1 }
    if shape.isDate { dates += 1 }
    if shape.isPlace { places += 1 }
    if shape.isMarkup { markups += 1 }
    if shape.isMediaType { mediaTypes += 1 }
    if text.contains(where: \.isWhitespace) { phrases += 1 }
    if !shape.isAddress, text.count < 300 {
      let parts = text.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
      if parts.count > 1 { splits += 1 }
      for part in parts where part.count <= 60 { partCounts[part, default: 0] += 1 }
    }
  }
}
