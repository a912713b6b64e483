import Dispatch
import Synchronization

/// What one thread wants of one visitor's file, while others may want something of it too.
///
/// One of them leads: it does at one stroke what all have asked for until then, and hands the lead on.
final class PendingAccess: Sendable {
  typealias Outcome = Result<FavoriteList, FavoritesError>

  /// Nil for who only reads.
  let change: FavoriteChange?
  private let outcome = Mutex<Outcome?>(nil)
  private let woken = DispatchSemaphore(value: 0)

  init(_ change: FavoriteChange?) {
    self.change = change
  }

  /// Blocks until another has done this one's work, or has handed the lead to it: then nil.
  func wait() -> Outcome? {
    woken.wait()
    return outcome.withLock { $0 }
  }

  func finish(_ outcome: Outcome) {
    self.outcome.withLock { $0 = outcome }
    woken.signal()
  }

  func lead() {
    woken.signal()
  }
}
