import Catalogs
import JSON
import System
import Text

/// Statistics of every path in a sample of records.
struct FieldSurvey {
  private(set) var fields: [String: FieldStatistics] = [:]
  private(set) var count = 0

  mutating func take(_ record: JSONValue) {
    count += 1
    var found: [String: ([String], [JSONValue])] = [:]
    Self.collect(record, [], into: &found)
    // In order, so that the same fields are left out each time.
    for path in found.keys.filter({ fields[$0] == nil }).sorted() {
      // A name that is too long makes no path.
      guard fields.count < RecordLimits.columns, RecordPath(path) != nil else { continue }
      fields[path] = FieldStatistics(found[path]?.0 ?? [])
    }
    // In place: their dictionaries are large.
    for (path, (_, values)) in found { fields[path]?.take(values) }
  }

  private static func collect(
    _ value: JSONValue, _ names: [String], into found: inout [String: ([String], [JSONValue])]
  ) {
    func add() {
      if !names.isEmpty { found[RecordPath.written(names), default: (names, [])].1.append(value) }
    }
    switch value {
    case .object(let members):
      let isGeometry = members["coordinates"]?.array != nil
      if isGeometry || isPlace(members) { add() }
      // Members of GeoJSON's geometries mean nothing by themselves.
      if isGeometry, members["type"]?.string != nil { return }
      guard names.count < RecordPaths.depth else { return }
      for (name, member) in members { collect(member, names + [name], into: &found) }
    case .array(let elements):
      for element in elements.prefix(20) { collect(element, names, into: &found) }
    default: if value.recordText != nil { add() }
    }
  }

  /// Whether an object has a latitude and a longitude.
  private static func isPlace(_ members: [String: JSONValue]) -> Bool {
    let names = Set(members.keys.map { $0.lowercased() })
    return !names.isDisjoint(with: ["lat", "latitude"])
      && !names.isDisjoint(with: ["lon", "lng", "long", "longitude"])
  }
}

/// Statistics of the values at one path.
struct FieldStatistics {
  let names: [String]
  /// The last name that is specific, in lower case without signs: `birthyear` for `Birth_Year` and `@birth-year`,
  /// `photo` for `photo.url`.
  let name: String
  /// The last name, specific or not.
  let last: String
  /// Records that have a value.
  var present = 0
  /// Records that have several.
  var several = 0
  private(set) var values = 0
  private var shapes: [TextShape: Int] = [:]
  private var letters = 0
  private(set) var longest = 0
  private(set) var counts: [String: Int] = [:]
  /// The forms of its values.
  fileprivate(set) var survey: FormSurvey
  /// The values of texts that may hold several, by the separators that stand between them.
  private(set) var lists: [ListSeparator: ListStatistics] = [:]
  /// The separator of its values, once all are taken; nil if each text is one value.
  private(set) var separator: ListSeparator?
  private var weights: [String: Double] = [:]
  private(set) var least = Double.infinity
  private(set) var most = -Double.infinity

  /// The lists of words that several rules ask for.
  private static let weighted = [
    "title", "id", "number", "picture", "description", "link", "section", "subtitle",
  ]
  /// Letters by which long values are compared.
  static let countedLength = 200
  /// Whether an object of a name holds all fields of a record.
  static func isWrapper(_ name: String) -> Bool { FieldWords["wrappers"].exact(plain(name)) }

  init(_ names: [String]) {
    self.names = names
    survey = FormSurvey(label: names.last ?? "")
    if let known = LibraryFields.name(names) {
      (name, last) = (Self.plain(known), Self.plain(known))
      return
    }
    last = Self.plain(names.last ?? "")
    let outer = names.count > 1 ? Self.plain(names[names.count - 2]) : ""
    let isGeneral = FieldWords["general"].exact(last) || names.last?.hasPrefix("@") == true
    name = isGeneral && !outer.isEmpty && !FieldWords["wrappers"].exact(outer) ? outer : last
  }

  /// The path in a mapping, where the text of an element within a record is its value.
  var path: String {
    RecordPath.written(names.count > 1 && names.last == XMLName.text ? names.dropLast() : names)
  }
  var parent: ArraySlice<String> { names.last == XMLName.text ? names.dropLast(2) : names.dropLast() }
  var distinct: Int { counts.count }
  var meanLength: Double { values == 0 ? 0 : Double(letters) / Double(values) }

  static func plain(_ name: String) -> String {
    let letters = XMLName.specific(name).lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(letters))
  }

  /// Whether it is a column that is named by its number.
  var isUnnamed: Bool {
    names.count == 1 && names[0].hasPrefix("column ")
      && names[0].utf8.dropFirst(7).allSatisfy { $0 == 0x20 || (0x30...0x39).contains($0) }
  }

  /// The evidence of its name; see ``FieldWords``.
  func weight(_ list: String) -> Double { weights[list] ?? FieldWords[list].weight(of: self) }

  /// Called when all values are taken.
  mutating func close() {
    for list in Self.weighted { weights[list] = FieldWords[list].weight(of: self) }
    guard survey.form == .text, share(.date) < 0.8 else { return }
    separator = ListSeparator.allCases.first { lists[$0]?.isList(with: $0) == true }
  }

  /// The number of records with each value.
  var parts: [String: Int] { separator.flatMap { lists[$0]?.counts } ?? counts }

  /// The share of values that have a shape.
  func share(_ shape: TextShape) -> Double {
    values == 0 ? 0 : Double(shapes[shape] ?? 0) / Double(values)
  }

  /// Whether each of some shapes has a smaller share than a limit.
  func isRarely(_ shapes: TextShape..., below limit: Double = 0.1) -> Bool {
    shapes.allSatisfy { share($0) < limit }
  }

  /// Takes the values of a record.
  fileprivate mutating func take(_ values: [JSONValue]) {
    present += 1
    if values.count > 1 { several += 1 }
    for value in values.prefix(20) { take(value) }
    survey.take(values.prefix(20).compactMap(\.recordText))
  }

  mutating func take(_ value: JSONValue) {
    values += 1
    if case .object = value { shapes[.place, default: 0] += 1 }
    guard value.object == nil, let text = value.recordText else { return }
    letters += text.count
    longest = max(longest, text.count)
    counts[String(text.prefix(Self.countedLength)), default: 0] += 1
    if let number = value.number ?? text.decimal() {
      shapes[.number, default: 0] += 1
      (least, most) = (min(least, number), max(most, number))
    } else if ["true", "false", "yes", "no", "unknown", "n/a", "none"].contains(text.lowercased()) {
      shapes[.truth, default: 0] += 1
    }
    let found = TextShape.shapes(of: text)
    for shape in found { shapes[shape, default: 0] += 1 }
    guard !found.contains(.address), text.count < 300 else { return }
    for separator in ListSeparator.allCases {
      lists[separator, default: ListStatistics()].take(separator.parts(of: text))
    }
  }
}

/// The shape of a text, as evidence for what its field is.
enum TextShape: String {
  case number, truth, address
  /// An address or a path with the ending of a picture.
  case picture
  /// Letters and digits for machines: hashes, numbers with signs, names of files.
  case code
  case date
  /// A text with white space.
  case phrase
  /// `Point(lon lat)`, `lat, lon`, or an object with coordinates.
  case place
  /// A text with tags or character references of HTML.
  case markup
  /// Such as `image/png`.
  case mediaType

  private static let endings = [
    ".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg", ".avif", ".ico", ".heic", ".tif", ".tiff", ".bmp",
  ]
  private static let media = ["image/", "text/", "audio/", "video/", "application/", "font/", "model/"]

  /// The shapes of a text, except for numbers and truths.
  static func shapes(of text: String) -> Set<TextShape> {
    var shapes: Set<TextShape> = []
    let lower = text.prefix(2_000).lowercased()
    let isASCIIDigit = { (scalar: Unicode.Scalar) in ("0"..."9").contains(scalar) }
    let scalars = text.unicodeScalars
    let digits = scalars.count(where: isASCIIDigit)

    if text.contains(where: \.isWhitespace) { shapes.insert(.phrase) }
    if media.contains(where: { lower.hasPrefix($0) }), !lower.contains(where: \.isWhitespace) {
      shapes.insert(.mediaType)
    }
    if ["http://", "https://", "//"].contains(where: { lower.hasPrefix($0) }) { shapes.insert(.address) }
    if ["</", "<br", "<p>", "<img", "&#"].contains(where: { lower.contains($0) }) { shapes.insert(.markup) }
    let path = lower.prefix { $0 != "?" && $0 != "#" }
    if !text.contains("\n"), text.utf8.count < 2_000, endings.contains(where: { path.hasSuffix($0) }) {
      shapes.insert(.picture)
    }
    if text.hasPrefix("["), let first = ListedText.list(text)?.first, !first.hasPrefix("[") {
      shapes.formUnion(Self.shapes(of: first).intersection([.picture, .address]))
    }
    let isIdentifier =
      text.count > 3 && !scalars.contains { $0.properties.isWhitespace }
      && !(text.contains(":") && digits + text.count { $0 == ":" } == text.count)
      && (digits * 2 >= text.count || text.contains("_") || text.contains("@")
        || text.contains("-") && lower == text && text.allSatisfy(\.isASCII))
    if isIdentifier || shapes.contains(.address) || shapes.contains(.picture) { shapes.insert(.code) }

    if FormSurvey.isDate(text) { shapes.insert(.date) }
    let parts = text.count < 60 ? text.split { ",; ".contains($0) } : []
    let isPair =
      parts.count == 2
      && parts.allSatisfy { $0.contains(".") && $0.decimal(in: -180...180) != nil }
    // KML's points, with a height each or several of them.
    let points = text.prefix(300).split(maxSplits: 3, whereSeparator: \.isWhitespace).map {
      $0.split(separator: ",")
    }
    let isPoints = points.prefix(3).allSatisfy { point in
      (points.count > 1 ? 2...3 : 3...3).contains(point.count) && point.allSatisfy { $0.decimal() != nil }
    }
    if isPair || isPoints && !points.isEmpty && text.contains(".")
      || text.prefix(20).uppercased().hasPrefix("POINT") && text.contains("(")
    {
      shapes.insert(.place)
    }
    return shapes
  }
}
