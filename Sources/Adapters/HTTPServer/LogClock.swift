import Glibc

/// The time of day as log lines show it, formatted once a second.
struct LogClock {
  /// `20/Nov/2026:19:45:10 +0000`
  private(set) var common: [UInt8] = []
  /// `2026-11-20T19:45:10+00:00`
  private(set) var iso: [UInt8] = []
  private var second = 0

  mutating func update() {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    guard now.tv_sec != second || common.isEmpty else { return }
    second = now.tv_sec
    var local = tm()
    localtime_r(&now.tv_sec, &local)
    let date = (year: twoOrMore(local.tm_year + 1_900), day: twoOrMore(local.tm_mday))
    let time = [local.tm_hour, local.tm_min, local.tm_sec].map(twoOrMore).joined(separator: ":")
    let minutes = abs(local.tm_gmtoff) / 60
    let zone = (local.tm_gmtoff < 0 ? "-" : "+", twoOrMore(minutes / 60), twoOrMore(minutes % 60))
    common = Array("\(date.day)/\(month(local.tm_mon))/\(date.year):\(time) \(zone.0)\(zone.1)\(zone.2)".utf8)
    iso = Array(
      "\(date.year)-\(twoOrMore(local.tm_mon + 1))-\(date.day)T\(time)\(zone.0)\(zone.1):\(zone.2)".utf8)
  }
}

private func twoOrMore(_ number: some BinaryInteger) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}

/// The log format is English everywhere.
private func month(_ index: Int32) -> String {
  let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  return names.indices.contains(Int(index)) ? names[Int(index)] : "Jan"
}
