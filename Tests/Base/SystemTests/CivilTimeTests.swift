import Glibc
import System
import Testing

@Suite("Local time")
struct CivilTimeTests {
  @Test("The day number increases by one at local midnight")
  func midnight() {
    var days: [Int32: Int] = [:]
    for hour in 0..<(400 * 24) {
      var (moment, parts) = (1_774_746_000 + hour * 3_600, tm())
      localtime_r(&moment, &parts)
      let day = parts.tm_year * 366 + parts.tm_yday
      let number = CivilTime(moment).dayNumber
      #expect(days[day] ?? number == number)
      if days[day] == nil, let last = days.values.max() { #expect(number == last + 1) }
      days[day] = number
    }
  }
}
