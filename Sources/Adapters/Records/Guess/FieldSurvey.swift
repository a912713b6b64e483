import JSON
import Text

/// Statistics of every path that records have.
struct FieldSurvey {
  private(set) var fields: [String: FieldStatistics] = [:]
  private(set) var count = 0

  mutating func take(_ record: JSONValue) {
    count += 1
    var found: [String: ([String], [JSONValue])] = [:]
    Self.collect(record, [], into: &found)
    for (path, (names, values)) in found {
      // Of a name without end no path is made.
      guard fields[path] != nil || fields.count < RecordPaths.limit && RecordPath(path) != nil else {
        continue
      }
      var field = fields[path] ?? FieldStatistics(names)
      field.present += 1
      if values.count > 1 { field.several += 1 }
      for value in values.prefix(20) { field.take(value) }
      fields[path] = field
    }
  }

  private static func collect(
    _ value: JSONValue, _ names: [String], into found: inout [String: ([String], [JSONValue])]
  ) {
    switch value {
    case .object(let members):
      let isGeometry = members["coordinates"]?.array != nil
      if isGeometry || isPlace(members) { add(value, names, to: &found) }
      // What GeoJSON's geometries hold says nothing by itself.
      if isGeometry, members["type"]?.string != nil { return }
      guard names.count < RecordPaths.depth else { return }
      for (name, member) in members { collect(member, names + [name], into: &found) }
    case .array(let elements):
      for element in elements.prefix(20) { collect(element, names, into: &found) }
    default:
      if value.recordText != nil { add(value, names, to: &found) }
    }
  }

  /// Whether an object has nothing but where something lies.
  private static func isPlace(_ members: [String: JSONValue]) -> Bool {
    let names = Set(members.keys.map { $0.lowercased() })
    return !names.isDisjoint(with: ["lat", "latitude"])
      && !names.isDisjoint(with: ["lon", "lng", "long", "longitude"])
  }

  private static func add(
    _ value: JSONValue, _ names: [String], to found: inout [String: ([String], [JSONValue])]
  ) {
    guard !names.isEmpty else { return }
    found[RecordPath.written(names), default: (names, [])].1.append(value)
  }
}

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

/// What a text looks like.
struct TextShape {
  let isAddress: Bool
  /// An address or a path that ends as pictures' do.
  let isPicture: Bool
  /// Letters and digits that are made for machines: hashes, numbers with signs, names of files.
  let isCode: Bool
  let isDate: Bool
  /// `Point(lon lat)` or `lat, lon`.
  let isPlace: Bool
  /// Whether it has tags or character references of HTML.
  let isMarkup: Bool
  /// `image/png`, say.
  let isMediaType: Bool

  private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg", ".avif", ".ico"]

  private static let media = ["image/", "text/", "audio/", "video/", "application/", "font/", "model/"]

  init(_ text: String) {
    let lower = text.prefix(2_000).lowercased()
    isMediaType = Self.media.contains { lower.hasPrefix($0) } && !lower.contains(where: \.isWhitespace)
    isAddress = lower.hasPrefix("http://") || lower.hasPrefix("https://") || lower.hasPrefix("//")
    isMarkup = ["</", "<br", "<p>", "<img", "&#"].contains { lower.contains($0) }
    let path = lower.prefix { $0 != "?" && $0 != "#" }
    isPicture =
      !text.contains("\n") && text.utf8.count < 2_000 && Self.endings.contains { path.hasSuffix($0) }
    let scalars = text.unicodeScalars
    let digits = scalars.count { ("0"..."9").contains($0) }
    let hasSpace = scalars.contains { $0.properties.isWhitespace }
    isCode =
      isAddress || isPicture
      || !hasSpace && text.count > 3
        && (digits * 2 >= text.count || text.contains("_") || text.contains("@")
          || text.contains("-") && lower == text && !text.contains { !$0.isASCII })
    isDate =
      (8...40).contains(text.count) && digits >= 4
      && Self.isDate(Array(scalars.prefix(11)), digits)
    let upper = text.prefix(20).uppercased()
    let parts = text.count < 60 ? text.split { ",; ".contains($0) } : []
    isPlace =
      upper.hasPrefix("POINT") && text.contains("(")
      || parts.count == 2
        && parts.allSatisfy { $0.contains(".") && (Double($0).map { abs($0) <= 180 } ?? false) }
  }

  /// `2024-05-06…` or `Mon, 06 May 2024 …`.
  private static func isDate(_ start: [Unicode.Scalar], _ digits: Int) -> Bool {
    let isISO =
      start.count >= 10 && start[4] == "-" && start[7] == "-"
      && start[..<4].allSatisfy { ("0"..."9").contains($0) }
    return isISO || start.count > 4 && start[3] == "," && start[4] == " " && digits >= 6
  }
}
