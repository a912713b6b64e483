internal import CICal
internal import Glibc
import Synchronization

/// A time zone of the tz database, or one that a calendar defines.
///
/// All of its changes are read when it is made, so that no page that writes a time waits for another's computation.
public final class Zone: Sendable {
  private struct Change {
    /// In seconds since 1970.
    let moment: Int
    /// Seconds east of UTC from then on.
    let offset: Int
  }

  public let name: String
  /// In their order; the first holds from the beginning.
  private let changes: [Change]

  private init(_ name: String, _ changes: [Change]) { (self.name, self.changes) = (name, changes) }

  private static let known = Mutex<[String: Zone]>([:])
  /// libical has tables of its own, which one thread may extend at a time.
  private static let reading = Mutex(())

  /// The machine's zone when the program started; nil if it has none of the database.
  public static let machine = named(machineName)

  private static var machineName: String {
    if let name = getenv("TZ").map({ String(cString: $0) }), !name.isEmpty {
      return String(name.drop { $0 == ":" })
    }
    var target = [CChar](repeating: 0, count: 1_024)
    let count = max(0, readlink("/etc/localtime", &target, target.count - 1))
    let path = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.firstRange(of: "zoneinfo/").map { String(path[$0.upperBound...]) } ?? "UTC"
  }

  /// A zone such as `Europe/Berlin`; nil for an unknown one.
  public static func named(_ name: String) -> Zone? {
    if let zone = known.withLock({ $0[name] }) { return zone }
    // Each zone has one name here, or a calendar could fill the memory with `Europe//Berlin`.
    let isName = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && !["posix", "right"].contains(part)
        && part.utf8.allSatisfy { isalnum(Int32($0)) != 0 || "+-_".utf8.contains($0) }
    }
    guard isName, name.utf8.count <= 100 else { return nil }
    let file = try? FileReader("/usr/share/zoneinfo/\(name)").contents(limit: 1 << 20)
    guard let changes = file.flatMap(changes) ?? (name == "UTC" ? [Change(moment: .min, offset: 0)] : nil)
    else { return nil }
    let zone = Zone(name, changes)
    known.withLock { $0[name] = zone }
    return zone
  }

  /// The changes in a file of the tz database (RFC 9636), of which the second part has 64 bits a time.
  private static func changes(in file: [UInt8]) -> [Change]? {
    func number(_ offset: Int, _ size: Int) -> Int {
      file.dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }
    func counts(_ part: Int) -> [Int] { (0..<6).map { number(part + 20 + 4 * $0, 4) } }
    guard file.starts(with: "TZif2".utf8) || file.starts(with: "TZif3".utf8) else { return nil }
    let sizes = zip(counts(0), [1, 1, 8, 5, 6, 1]).map { $0 * $1 }
    let start = 44 + sizes.reduce(0, +)
    let (times, kinds, first) = (counts(start)[3], counts(start)[4], start + 44)
    guard kinds > 0, first + times * 9 + kinds * 6 <= file.count else { return nil }
    func offset(_ kind: Int) -> Int {
      Int(Int32(truncatingIfNeeded: number(first + times * 9 + kind * 6, 4)))
    }
    return [Change(moment: .min, offset: offset(0))]
      + (0..<times).map {
        Change(
          moment: number(first + 8 * $0, 8), offset: offset(number(first + 8 * times + $0, 1)))
      }
  }

  /// The zone of a calendar's `VTIMEZONE` and the name that it has there; nil if it cannot be read, or if its changes
  /// would be too many.
  /// - Parameter known: a zone to use instead, by that name.
  public static func defined(by text: String, or known: (String) -> Zone?) -> (name: String, zone: Zone)? {
    guard isYearly(text) else { return nil }
    return reading.withLock { _ in
      guard let zone = icaltimezone_new() else { return nil }
      defer { icaltimezone_free(zone, 1) }
      guard let component = icalparser_parse_string(text) else { return nil }
      guard icaltimezone_set_component(zone, component) != 0, let own = icaltimezone_get_tzid(zone) else {
        icalcomponent_free(component)
        return nil
      }
      let name = String(cString: own)
      return (name, known(name) ?? Zone(name, changes(of: zone)))
    }
  }

  /// Whether a definition has only rules of a few days a year: the changes of others have no end.
  private static func isYearly(_ definition: String) -> Bool {
    var lines: [String] = []
    for line in definition.uppercased().split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      let isContinued = lines.last != nil && (line.first == " " || line.first == "\t")
      if isContinued { lines[lines.count - 1] += line.dropFirst() } else { lines.append(String(line)) }
    }
    let rules = lines.filter { $0.contains("RULE") }
    let parts = Set(rules.flatMap { $0.drop { $0 != ":" }.dropFirst().split(separator: ";") })
    let keys: Set = ["BYMONTH", "BYDAY", "BYMONTHDAY", "UNTIL", "WKST"]
    return rules.count <= 40
      && rules.allSatisfy { $0.contains("FREQ=YEARLY") && $0.utf8.count <= 200 }
      && parts.subtracting(["FREQ=YEARLY", "INTERVAL=1"]).allSatisfy {
        keys.contains(String($0.prefix { $0 != "=" }))
      }
  }

  /// The changes of a zone of libical's in the years 1970 to 2049 that last four weeks, to a quarter of an hour.
  private static func changes(of zone: OpaquePointer) -> [Change] {
    func offset(_ moment: Int) -> Int {
      var time = icaltime_from_timet_with_zone(moment, 0, icaltimezone_get_utc_timezone())
      return Int(icaltimezone_get_utc_offset_of_utc_time(zone, &time, nil))
    }
    let (step, quarter) = (28 * 86_400, 900)
    var changes = [Change(moment: .min, offset: offset(0))]
    for moment in stride(from: step, to: 2_524_608_000, by: step) {
      let (old, new) = (changes[changes.count - 1].offset, offset(moment))
      guard new != old else { continue }
      var (before, after) = (moment - step, moment)
      while after - before > quarter {
        let middle = (before + after) / 2 / quarter * quarter
        if offset(middle) == old { before = middle } else { after = middle }
      }
      changes.append(Change(moment: after, offset: new))
    }
    return changes
  }

  /// Seconds east of UTC at a moment, in seconds since 1970.
  public func offset(at moment: Int) -> Int { offset(moment) { $0.moment } }

  /// Seconds east of UTC at a time on the zone's clocks, in seconds since 1970 there. An hour that the clocks repeat
  /// counts as the second one.
  public func offset(onClocks time: Int) -> Int { offset(time) { $0.moment &+ $0.offset } }

  private func offset(_ time: Int, _ start: (Change) -> Int) -> Int {
    var time = time
    // The database lists the changes of today's rules to 2037. Years have the same days every 28.
    let (listed, cycle) = (2_114_380_800, 10_227 * 86_400)
    if let last = changes.last?.moment, last >= listed, time > last {
      time -= ((time - last) / cycle + 1) * cycle
    }
    return (changes.dropFirst().last { start($0) <= time } ?? changes[0]).offset
  }

  /// An offset such as `+01:00`.
  public static func text(ofOffset offset: Int) -> String {
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
  }
}
