import Glibc

/// Times as the log shows them: local, with the offset from UTC.
enum LogTime {
  /// `2026-11-20T19:45:10+00:00`
  static func text(_ seconds: Int) -> String {
    var seconds = seconds
    var local = tm()
    localtime_r(&seconds, &local)
    let date = [local.tm_year + 1_900, local.tm_mon + 1, local.tm_mday].map { two(Int($0)) }
    let time = [local.tm_hour, local.tm_min, local.tm_sec].map { two(Int($0)) }
    let minutes = abs(local.tm_gmtoff) / 60
    let zone = "\(local.tm_gmtoff < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + zone
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
