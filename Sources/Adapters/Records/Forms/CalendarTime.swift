import CICal
import Catalogs
import System

/// A day of a calendar, or a time on the clocks of a zone.
struct CalendarTime {
  /// Seconds since 1970 on the clocks of its zone.
  var local: Int
  let hasTime: Bool
  /// Nil for UTC, and for a time without a zone.
  let zone: Zone?
  let isUTC: Bool

  static let day = 86_400

  init?(_ text: some StringProtocol, in zone: Zone?) {
    guard let written = SerialDate.text(ofDigits: String(text)), let day = Day(String(written.prefix(10)))
    else { return nil }
    let clock = written.dropFirst(11).split(separator: ":").compactMap { $0.number(in: 0...99) }
    hasTime = clock.count == 3
    isUTC = text.hasSuffix("Z") || text.hasSuffix("z")
    local = clock.reduce(0) { $0 * 60 + $1 } + day.sinceEpoch * Self.day
    self.zone = hasTime && !isUTC ? zone : nil
  }

  /// Its zone, or that of a calendar; nil for UTC.
  func zone(or other: Zone?) -> Zone? { isUTC ? nil : zone ?? other }

  /// Seconds since 1970; those of a time without a zone as if it were in UTC.
  var instant: Int { local - (zone?.offset(onClocks: local) ?? 0) }

  /// The seconds on the clocks of another time's zone.
  func local(like other: CalendarTime) -> Int {
    guard isUTC || zone != nil else { return local }
    return instant + (other.zone?.offset(at: instant) ?? 0)
  }

  /// As in RFC 9557: `2031-03-04T19:30:00+01:00[Europe/Berlin]`.
  var text: String {
    let second = (local % Self.day + Self.day) % Self.day
    guard let day = Day(sinceEpoch: (local - second) / Self.day)?.text else { return "" }
    guard hasTime else { return day }
    let own = zone.map { "\(Zone.text(ofOffset: $0.offset(onClocks: local)))[\($0.name)]" }
    return "\(day)T\(SerialDate.clock(second, alwaysSeconds: true))\(own ?? (isUTC ? "Z" : ""))"
  }
}

/// The times of an event: its own, or those of its next date.
struct EventTimes {
  private(set) var start: CalendarTime?
  private var end: CalendarTime?
  private var length: Int?
  /// As written; nil for an event of one date.
  private(set) var rule: String?
  private var exceptions: [CalendarTime] = []
  private(set) var uid = ""
  /// The date that it replaces among those of another event.
  private(set) var replaced: CalendarTime?
  private(set) var isCancelled = false
  /// Whether the next date could be found, if it is repeated.
  private(set) var isFollowed = true
  /// The moment at which the next date has passed.
  private(set) var passesAt: Int?

  /// Dates of a rule that are looked at: those of 54 years, of an event of each day.
  private static let limit = 20_000

  mutating func take(_ line: ContentLine, in zone: Zone?) {
    switch line.name {
    case "DTSTART": start = CalendarTime(line.value, in: zone)
    case "DTEND": end = CalendarTime(line.value, in: zone)
    case "DURATION": length = Int(icaldurationtype_as_int(icaldurationtype_from_string(line.value)))
    case "RRULE": rule = line.value.uppercased()
    case "RDATE": rule = "\(RepeatRule.start)RDATE"
    case "EXDATE":
      exceptions += line.value.split(separator: ",").compactMap { CalendarTime($0, in: zone) }
    case "RECURRENCE-ID": replaced = CalendarTime(line.value, in: zone)
    case "UID": uid = line.value
    case "STATUS": isCancelled = line.value.uppercased() == "CANCELLED"
    default: break
    }
  }

  /// The last day or time; nil if it is that of the start.
  var shownEnd: CalendarTime? {
    guard let start else { return end }
    var last = end
    if last == nil, let length, length > 0 {
      last = start
      last?.local += length
    }
    // An event of whole days ends before the day in the file.
    if last?.hasTime == false, let end = last?.local, end > start.local {
      last?.local -= CalendarTime.day
      return end - start.local > CalendarTime.day ? last : nil
    }
    return last
  }

  /// Moves a repeated event to its next date from today on, or to its last.
  /// - Parameters:
  ///   - zone: the calendar's, for days and for times without a zone.
  ///   - others: the events that replace some of its dates.
  ///   - limit: the processor time at which the search for its date ends.
  mutating func advance(
    to now: Int, in zone: Zone?, replacedBy others: [EventTimes], until limit: Double
  ) {
    guard let rule, let start else { return }
    let written = RepeatRule(rule)
    let own = shownEnd
    let today = Self.today(now, of: start, zone)
    let length = max(0, (own?.local ?? start.local) - start.local)
    let until = written?.until.flatMap { CalendarTime($0, in: start.zone) }
    let omitted = (exceptions + others.compactMap(\.replaced)).map { ($0.local(like: start), $0.hasTime) }
    let times = Set(omitted.map(\.0))
    let days = Set(omitted.filter { !$0.1 }.map { $0.0 / CalendarTime.day })
    var (next, last) = (Int?.none, start.local)
    // The last date of a rule that has ended is found from its start.
    for first in written?.count == nil ? [today - length, start.local] : [start.local] where next == nil {
      isFollowed =
        written != nil
        && Self.walk(rule, of: start, from: max(first, start.local), until: limit) { date in
          let isBeyond = until.map {
            $0.hasTime ? date > $0.local(like: start) : date >= $0.local + CalendarTime.day
          }
          if isBeyond == true { return false }
          if times.contains(date) || days.contains(date / CalendarTime.day) { return true }
          last = date
          next = date + length >= today ? date : nil
          return next == nil
        }
    }
    guard isFollowed else { return }
    let moved = others.filter { other in
      guard !other.isCancelled, let own = other.start else { return false }
      return (other.shownEnd ?? own).local >= Self.today(now, of: own, zone)
        && own.local(like: start) < next ?? .max
    }
    if let first = moved.min(by: { ($0.start?.instant ?? 0) < ($1.start?.instant ?? 0) }) {
      (self.start, end, self.length) = (first.start, first.end, first.length)
    } else {
      let shift = (next ?? last) - start.local
      self.start?.local += shift
      end?.local += shift
    }
    guard next != nil || !moved.isEmpty, let last = shownEnd ?? self.start else { return }
    let midnight = (last.local / CalendarTime.day + 1) * CalendarTime.day
    passesAt = midnight - (last.zone(or: zone)?.offset(onClocks: midnight) ?? 0)
  }

  /// The beginning of the day on the clocks of a time.
  private static func today(_ now: Int, of time: CalendarTime, _ zone: Zone?) -> Int {
    let local = now + (time.zone(or: zone)?.offset(at: now) ?? 0)
    return local - local % CalendarTime.day
  }

  /// Passes the dates of a rule until one is refused; false if they are too many, or the rule cannot be read.
  private static func walk(
    _ rule: String, of start: CalendarTime, from: Int, until end: Double, _ take: (Int) -> Bool
  ) -> Bool {
    // The last date may be in UTC, the others are not.
    let parts = rule.split(separator: ";").filter { !$0.hasPrefix("UNTIL=") }
    func time(_ seconds: Int) -> icaltimetype {
      var time = icaltime_from_timet_with_zone(
        seconds, start.hasTime ? 0 : 1, icaltimezone_get_utc_timezone())
      time.zone = nil
      return time
    }
    guard let dates = rule_iterator(parts.joined(separator: ";"), time(start.local)) else { return false }
    defer { icalrecur_iterator_free(dates) }
    if from > start.local { icalrecur_iterator_set_start(dates, time(from)) }
    for step in 0..<limit {
      if step % 64 == 0, MonotonicClock.ofThread.seconds > end { return false }
      let date = icalrecur_iterator_next(dates)
      guard icaltime_is_null_time(date) == 0, take(icaltime_as_timet(date)) else { return true }
    }
    return false
  }
}

/// The parts of a calendar that its events refer to.
struct CalendarParts {
  /// By the names in the calendar.
  private(set) var zones: [String: Zone] = [:]
  private(set) var unknownZones: Set<String> = []
  /// The zone that the calendar names as its own.
  private(set) var zone: Zone?
  private var repeated: Set<String> = []
  private var replacing: [String: [EventTimes]] = [:]
  private var event = EventTimes()

  /// Zones whose names are sent to the process that reads the calendar.
  private static let zoneLimit = 500

  /// - Parameter bytes: of the calendar, which defines zones.
  init(_ bytes: Numbers<UInt8>) {
    var offset = 0
    let (begin, end) = (Array("BEGIN:VTIMEZONE".utf8), Array("END:VTIMEZONE".utf8))
    while let start = bytes.offset(of: begin, from: offset), let last = bytes.offset(of: end, from: start) {
      offset = last + end.count
      // Those of the database know more years.
      if let (name, zone) = Zone.defined(by: bytes.text(start..<offset), or: Self.standard) {
        zones[name] = zone
      }
    }
  }

  /// Takes the lines of the calendar in turn, before its events are read.
  mutating func take(_ line: ContentLine) {
    if line.name == "X-WR-TIMEZONE" { zone = find(line.value) }
    let name = line.parameter("TZID")
    let own = name.flatMap { find($0) }
    switch line.name {
    case "BEGIN" where line.component == "VEVENT": event = EventTimes()
    case "END" where line.component == "VEVENT":
      if event.replaced != nil { replacing[event.uid, default: []].append(event) }
      if event.rule != nil { repeated.insert(event.uid) }
    default: event.take(line, in: own)
    }
  }

  private mutating func find(_ name: String) -> Zone? {
    if let zone = zones[name] { return zone }
    guard !unknownZones.contains(name) else { return nil }
    guard let zone = Self.standard(name) else {
      unknownZones.insert(name)
      return nil
    }
    zones[name] = zone
    return zone
  }

  /// A zone by its name, which some programs put behind that of their own database.
  static func standard(_ name: String) -> Zone? {
    Zone.named(name) ?? Zone.named(name.split(separator: "/").suffix(2).joined(separator: "/"))
  }

  /// The names of zones that a calendar seems to use.
  static func zoneNames(in bytes: Numbers<UInt8>) -> [String] {
    var names: Set<String> = []
    for mark in ["TZID", "tzid", "X-WR-TIMEZONE", "x-wr-timezone"] {
      var offset = 0
      while names.count < zoneLimit, let start = bytes.offset(of: Array(mark.utf8), from: offset) {
        offset = start + mark.utf8.count
        // A long line goes on after a line break and a space.
        let folded = bytes.text(offset..<offset + 110)
        let rest = ["\r\n ", "\r\n\t", "\n ", "\n\t"].reduce(folded) { $0.replacing($1, with: "") }
          .drop { ":=\"".contains($0) }
        names.insert(String(rest.prefix { $0.isLetter || $0.isNumber || "/._+-".contains($0) }))
      }
    }
    return names.sorted()
  }

  /// Whether an event only replaces a date of another.
  func isReplacing(_ event: EventTimes) -> Bool { event.replaced != nil && repeated.contains(event.uid) }

  func events(replacing event: EventTimes) -> [EventTimes] {
    event.rule == nil ? [] : replacing[event.uid] ?? []
  }
}
