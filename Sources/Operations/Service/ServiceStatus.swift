import Synchronization

/// What the service manager is told of a show, and shows with its status.
public final class ServiceStatus: Sendable {
  private let notifier: Notifier
  /// What was wrong at the last reload; guarded, since the watchdog's thread reads it.
  private let fault = Mutex<String?>(nil)

  public init(_ notifier: Notifier) {
    self.notifier = notifier
  }

  public func ready(_ health: String) { notifier.ready(text(health)) }

  public func reloading() { notifier.reloading() }

  /// - Parameters:
  ///   - health: how the show is, in a few words.
  ///   - fault: why something stays as it was; nil where all was read again.
  public func reloaded(_ health: String, fault: String?) {
    self.fault.withLock { $0 = fault }
    ready(health)
  }

  /// It is well, and as it says: what it serves may have come meanwhile.
  public func alive(_ health: String) { notifier.alive(text(health)) }

  public func stopping() { notifier.stopping() }

  private func text(_ health: String) -> String {
    let fault = fault.withLock { $0 }
    return health + (fault.map { "; not reloaded: \($0)" } ?? "")
  }
}
