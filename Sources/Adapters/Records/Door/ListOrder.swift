import JSON
import System

/// The settings with which the sandboxed process converts a list to rows.
struct ListOrder: Hashable {
  /// Nil for a ZIP archive, whose parts tell it.
  var form: RecordForm?
  var entries: [String] = []
  var query: String?
  var sheet: String?
  /// Seconds since 1970, and the machine's time zone, for the next dates of repeated events.
  var now = 0
  var zone: String?
  /// The names of time zones that a calendar may use, which are read before the list is.
  var zones: [String] = []
  /// The place of the list in the file that the process gets.
  var range = 0..<0

  /// Refuses what a form does not have.
  func check(_ form: RecordForm, _ charset: String?) throws(RecordsError) {
    guard charset == nil || form.takesCharset else {
      throw RecordsError("it is \(form.name), which takes no charset")
    }
    guard sheet == nil || form.isSpreadsheet else {
      throw RecordsError("it is \(form.name), and only spreadsheets have sheets")
    }
    guard query == nil || form == .sqlite else {
      throw RecordsError("it is \(form.name), and only SQLite files take a query")
    }
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "entries": .texts(entries), "zones": .texts(zones),
      "numbers": .array([now, range.lowerBound, range.upperBound].map { .number(Double($0)) }),
    ]
    for (name, text) in ["form": form?.rawValue, "query": query, "sheet": sheet, "zone": zone] {
      members[name] = text.map { .string($0) }
    }
    return .object(members)
  }

  init(
    _ form: RecordForm?, entries: [String] = [], query: String? = nil, sheet: String? = nil, now: Int = 0
  ) {
    (self.form, self.entries, self.query, self.sheet, self.now) = (form, entries, query, sheet, now)
  }

  init?(_ json: JSONValue) {
    let numbers = json["numbers"]?.array?.compactMap { $0.number?.whole(in: 0...1 << 53) } ?? []
    guard numbers.count == 3, numbers[1] <= numbers[2] else { return nil }
    (form, entries) = (json["form"]?.string.flatMap { RecordForm(rawValue: $0) }, json.texts("entries"))
    (query, sheet, zone) = (json["query"]?.string, json["sheet"]?.string, json["zone"]?.string)
    (zones, now, range) = (json.texts("zones"), numbers[0], numbers[1]..<numbers[2])
  }
}

/// The results of the sandboxed process, except for the rows.
struct ListReport: Sendable {
  var form = RecordForm.json
  var entries: [String] = []
  var columns: [String] = []
  var query: String?
  var timeZone: String?
  /// The address of a feed's next page.
  var nextPage: String?
  var passesAt: Int?
  var warnings: [String] = []
  /// Bytes of the rows.
  var size = 0
  /// The reason why the list cannot be read.
  var fault: RecordsError?

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "form": .string(form.rawValue), "entries": .texts(entries), "columns": .texts(columns),
      "warnings": .texts(warnings), "size": .number(Double(size)),
    ]
    let texts = ["query": query, "timeZone": timeZone, "nextPage": nextPage, "fault": fault?.reason]
    for (name, text) in texts { members[name] = text.map { .string($0) } }
    for (name, number) in ["passesAt": passesAt, "line": fault?.line] {
      members[name] = number.map { .number(Double($0)) }
    }
    return .object(members)
  }

  init() {}

  /// Nothing that a process tells is trusted: the list may have taken it over.
  init?(_ json: JSONValue) {
    guard let form = json["form"]?.string.flatMap({ RecordForm(rawValue: $0) }),
      let size = json["size"]?.number?.whole(in: 0...RecordLimits.bytes)
    else { return nil }
    (self.form, self.size, entries, columns) = (form, size, json.texts("entries"), json.texts("columns"))
    (query, timeZone) = (json["query"]?.string, json["timeZone"]?.string)
    (nextPage, warnings) = (json["nextPage"]?.string, json.texts("warnings"))
    passesAt = json["passesAt"]?.number?.whole(in: 0...1 << 53)
    fault = json["fault"]?.string.map {
      RecordsError(
        String($0.prefix(RecordLimits.faultLength)), line: json["line"]?.number?.whole(in: 1...1 << 53))
    }
  }
}

extension JSONValue {
  fileprivate static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
  fileprivate func texts(_ name: String) -> [String] { self[name]?.array?.compactMap(\.string) ?? [] }
}
