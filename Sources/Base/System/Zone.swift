internal import CICal
internal import Glibc
import Synchronization

/// A time zone of the tz database, or one that a calendar defines.
public final class Zone: Sendable {
  public let name: String
  /// Used under ``known`` only, because libical extends its tables as later times are asked for.
  private nonisolated(unsafe) let zone: OpaquePointer

  private init(_ name: String, _ zone: OpaquePointer) { (self.name, self.zone) = (name, zone) }

  private static let known = Mutex<[String: Zone]>([:])
  private static let names = Set("+-_/".unicodeScalars)

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
    guard !name.hasPrefix("/"), name.unicodeScalars.allSatisfy(isPart) else { return nil }
    return known.withLock { known in
      if let zone = known[name] { return zone }
      guard let zone = icaltimezone_get_builtin_timezone(name) else { return nil }
      known[name] = Zone(name, zone)
      return known[name]
    }
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || names.contains(scalar)
  }

  /// The zone of a calendar's `VTIMEZONE`; nil if it cannot be read, or if its changes would be too many.
  public init?(definition: String) {
    let isLong = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "BYHOUR", "BYMINUTE", "BYSECOND"]
      .contains(where: definition.uppercased().contains)
    guard !isLong, let component = icalparser_parse_string(definition) else { return nil }
    guard let zone = icaltimezone_new(), icaltimezone_set_component(zone, component) != 0,
      let name = icaltimezone_get_tzid(zone)
    else {
      icalcomponent_free(component)
      return nil
    }
    (self.name, self.zone) = (String(cString: name), zone)
  }

  deinit { icaltimezone_free(zone, 1) }

  /// Seconds east of UTC at a moment, in seconds since 1970.
  public func offset(at moment: Int) -> Int {
    offset(moment) { icaltimezone_get_utc_offset_of_utc_time($0, &$1, nil) }
  }

  /// Seconds east of UTC at a time on the zone's clocks, in seconds since 1970 there.
  public func offset(onClocks time: Int) -> Int {
    offset(time) { icaltimezone_get_utc_offset($0, &$1, nil) }
  }

  private func offset(_ seconds: Int, _ offset: (OpaquePointer, inout icaltimetype) -> Int32) -> Int {
    var time = icaltime_from_timet_with_zone(seconds, 0, icaltimezone_get_utc_timezone())
    return Self.known.withLock { _ in Int(offset(zone, &time)) }
  }

  /// An offset such as `+01:00`.
  public static func text(ofOffset offset: Int) -> String {
    let minutes = abs(offset) / 60
    return "\(offset < 0 ? "-" : "+")\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
  }
}
