import Glibc
import System

/// A file or folder that a source is read from, looked at every second for changes.
///
/// A file costs one system call a look. A folder costs one for each name in it, and is looked at as often as takes 1 % of a
/// processor.
struct SourceWatch {
  private let path: String
  /// The state at the last look.
  private(set) var state: DiskState
  /// The state that was read last, with success or without.
  private var read: DiskState?
  /// The time at which the state was first seen.
  private var since = -Double.infinity
  /// Seconds without a change until it is read.
  private var quiet = SourceWatch.settling
  private var nextLook = -Double.infinity

  /// Seconds between two looks.
  static let pause = 1.0
  /// Seconds without a change until a source is read: a program may still write it.
  static let settling = 2.0
  /// The same for a list that has become much shorter.
  static let patience = 5.0
  private static let share = 0.01

  /// - Parameter read: the state of which the list is served; nil if it is yet to be read.
  init(_ path: String, read: DiskState?) {
    (self.path, self.read) = (path, read)
    state = read ?? DiskState(of: path)
  }

  /// Whether it has changed, and has stopped changing.
  /// - Parameter now: seconds of a monotonic clock.
  mutating func isDue(at now: Double) -> Bool {
    look(at: now)
    return state != read && now - since >= quiet
  }

  /// Whether it is as it was when it was read.
  var isRead: Bool { state == read }

  mutating func look(at now: Double) {
    guard now >= nextLook || state != read else { return }
    let start = MonotonicClock.awake.seconds
    let new = DiskState(of: path)
    let cost = MonotonicClock.awake.seconds - start
    if new != state { (state, since, quiet) = (new, now, Self.settling) }
    nextLook = now + max(Self.pause, cost / Self.share)
  }

  /// Notes that a state was read.
  mutating func note(_ state: DiskState) { read = state }

  /// Asks for more patience before a state is read that has just been found to be much shorter.
  /// - Returns: false if that much time has passed.
  mutating func isPatient(at now: Double) -> Bool {
    quiet = Self.patience
    if since == -.infinity { since = now }
    return now - since < quiet
  }
}
