import JSON
import System
import Text

/// The cards of a vCard file (RFC 6350, and its versions 2.1 and 3.0), or the events and tasks of a calendar (RFC 5545).
///
/// Both are lines such as `TEL;TYPE=home:+49 1`, between `BEGIN` and `END`. A record has those that say something to
/// people, under the names below.
struct ContentLineRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private(set) var offset = 0
  private var line = 0
  private let now: Int
  /// The machine's time zone.
  private let zone: Zone?
  private var parts: CalendarParts
  private(set) var passesAt: Int?
  /// Photographs in the file itself, and repeated events whose next date is not known.
  private var (embedded, unfollowed) = (0, 0)
  /// Seconds of the processor that remain for the next dates of all events, each of which takes some microseconds.
  private var patience = 5.0

  /// The components that are records.
  private static let components: Set<String> = ["VCARD", "VEVENT", "VTODO", "VJOURNAL"]
  /// In the order of a page.
  let columns = [
    "name", "title", "start", "end", "repeats", "due", "job", "organization", "role", "location", "phone",
    "email",
    "chat", "address", "birthday", "anniversary", "nickname", "categories", "status", "priority", "completed",
    "organizer", "description", "note", "url", "photo", "logo", "place", "uid",
  ]
  private static let names = [
    "FN": "name", "N": "names", "NICKNAME": "nickname", "TEL": "phone", "EMAIL": "email", "ADR": "address",
    "ORG": "organization", "TITLE": "job", "ROLE": "role", "BDAY": "birthday", "ANNIVERSARY": "anniversary",
    "NOTE": "note", "URL": "url", "PHOTO": "photo", "LOGO": "logo", "CATEGORIES": "categories", "UID": "uid",
    "GEO": "place", "SUMMARY": "title", "DESCRIPTION": "description", "DTSTART": "start", "DTEND": "end",
    "DUE": "due", "LOCATION": "location", "ORGANIZER": "organizer", "STATUS": "status", "IMPP": "chat",
    "PRIORITY": "priority", "COMPLETED": "completed",
  ]
  /// Bytes of a value; a longer one is a picture.
  private static let valueLimit = 64 << 10

  /// - Parameters:
  ///   - now: seconds since 1970, for the next dates of repeated events.
  ///   - zone: the machine's time zone.
  init(_ bytes: Numbers<UInt8>, as form: RecordForm, at now: Int, in zone: Zone?) {
    (self.bytes, self.now, self.zone) = (bytes, now, zone)
    parts = CalendarParts(form == .icalendar ? bytes : Numbers())
    guard form == .icalendar else { return }
    while let line = nextLine() { parts.take(line) }
    (offset, line) = (0, 0)
  }

  var timeZone: String? { parts.zone?.name }

  var warnings: [String] {
    let zones = parts.unknownZones.sorted().map {
      "the time zone \"\($0)\" is unknown; its times are shown as they are written"
    }
    let counts = [
      ("embedded photos, which are not shown", embedded),
      ("repeated events whose rule is not followed, shown at their first date", unfollowed),
    ]
    return zones + counts.filter { $0.1 > 0 }.map { "\($0): \($1)" }
  }

  /// Whether a text is one of the forms.
  static func form(of bytes: Numbers<UInt8>, from start: Int) -> RecordForm? {
    switch bytes.text(start..<start + 15).uppercased() {
    case let text where text.hasPrefix("BEGIN:VCARD"): .vcard
    case let text where ["CALENDAR", "EVENT", "TODO", "JOURNAL"].contains { text.hasPrefix("BEGIN:V\($0)") }:
      .icalendar
    default: nil
    }
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    var found: [String: [JSONValue]] = [:]
    var (times, others) = (EventTimes(), [String: String]())
    // The open components within the record.
    var depth = 0
    while let property = nextLine() {
      switch property.name {
      case "BEGIN":
        if depth > 0 || Self.components.contains(property.component) { depth += 1 }
      case "END" where depth > 0:
        depth -= 1
        guard depth == 0 else { continue }
        if found.isEmpty || parts.isReplacing(times) {
          (found, times, others) = ([:], EventTimes(), [:])
          continue
        }
        var members = Self.members(found)
        record.former = .object(members)
        advance(&times)
        if let start = times.start { members["start"] = .string(start.text) }
        if times.start != nil { members["end"] = times.shownEnd.map { .string($0.text) } }
        members["repeats"] = times.rule.map { .string($0) }
        for (name, text) in others { members[name] = .string(text) }
        record.tree = .object(members)
        return true
      case _ where depth == 1:
        let zone = property.parameter("TZID").flatMap { parts.zones[$0] }
        times.take(property, in: zone)
        if property.isEmbedded { embedded += 1 }
        if let text = property.meaningNow(in: zone) { others[Self.names[property.name] ?? ""] = text }
        guard let name = Self.names[property.name], let value = property.meaning else { continue }
        found[name, default: []] += value.array ?? [value]
      default: continue
      }
    }
    guard depth == 0 else { throw RecordsError("it ends within a record", line: line) }
    return false
  }

  private mutating func advance(_ times: inout EventTimes) {
    let start = MonotonicClock.ofThread.seconds
    times.advance(
      to: now, in: parts.zone ?? zone, replacedBy: parts.events(replacing: times),
      until: start + patience)
    patience -= MonotonicClock.ofThread.seconds - start
    if times.rule != nil, !times.isFollowed { unfollowed += 1 }
    if let moment = times.passesAt { passesAt = min(moment, passesAt ?? moment) }
  }

  /// The members of a record, with a name for a card that has only parts of one.
  private static func members(_ found: [String: [JSONValue]]) -> [String: JSONValue] {
    var members = found.mapValues { $0.count == 1 ? $0[0] : .array($0) }
    let parts = members.removeValue(forKey: "names")
    if members["title"] == nil, members["name"] == nil {
      members["name"] = parts ?? members["organization"] ?? members["email"]
    }
    return members
  }

  // MARK: Lines

  /// The next line with its continuations; nil at the end.
  private mutating func nextLine() -> ContentLine? {
    while offset < bytes.count {
      var text: [UInt8] = []
      var (isQuoted, isEncoded) = (false, Bool?.none)
      repeat {
        let end = bytes.end(ofLine: offset)
        var part = bytes.part(offset..<end)
        // Some programs write two of them.
        while part[part.count - 1] == UInt8(ascii: "\r") { part = part.part(0..<part.count - 1) }
        if !text.isEmpty, !isQuoted { part = part.part(from: 1) }
        if text.count <= Self.valueLimit { text += part.prefix(Self.valueLimit + 1 - text.count) }
        (offset, line) = (min(end + 1, bytes.count), line + 1)
        // A value in quoted-printable is continued without white space.
        if isEncoded == nil, text.prefix(200).contains(UInt8(ascii: ":")) {
          isEncoded = ContentLine.isQuotedPrintable(text)
        }
        isQuoted = text.last == UInt8(ascii: "=") && isEncoded == true
        if isQuoted { text.removeLast() }
      } while offset < bytes.count && (isQuoted || bytes[offset] == 0x20 || bytes[offset] == 0x09)
      if let line = ContentLine(text), text.count <= Self.valueLimit || line.isEmbedded { return line }
    }
    return nil
  }
}
