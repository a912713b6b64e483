import Glibc
import Synchronization

/// The day in the machine's time zone. What the zone is ahead is looked up once a quarter of an hour, since clocks
/// are changed on its strokes only, and asking each time takes a lock.
final class LocalDay: Sendable {
  private static let quarter = 900
  /// Holds every offset there is, in seconds, as a number from 0 on.
  private static let span = 1 << 18

  /// The quarter that was looked up last, and its offset: one number, so that both are of one moment.
  private let known = Atomic(-1)
  private let offset: @Sendable (Int) -> Int

  /// - Parameter offset: seconds that the zone is ahead at a moment in seconds since 1970.
  init(offset: @escaping @Sendable (Int) -> Int = { LocalDay.offset(at: $0) }) {
    self.offset = offset
  }

  /// A number that grows by one at midnight.
  func number(at moment: Int) -> Int {
    let quarter = moment / Self.quarter
    var known = known.load(ordering: .relaxed)
    if known < 0 || known / Self.span != quarter {
      known = quarter * Self.span + offset(quarter * Self.quarter) + Self.span / 2
      self.known.store(known, ordering: .relaxed)
    }
    return (moment + known % Self.span - Self.span / 2) / 86_400
  }

  private static func offset(at moment: Int) -> Int {
    var (moment, parts) = (moment, tm())
    return localtime_r(&moment, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
