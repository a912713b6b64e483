import Synchronization

/// The state of a show as the service manager displays it.
public final class ServiceStatus: Sendable {
  private let notifier: Notifier
  /// The fault of the last reload; guarded, since the watchdog's thread reads it.
  private let fault = Mutex<String?>(nil)

  public init(_ notifier: Notifier) {
    self.notifier = notifier
  }

  public func ready(_ health: String) { notifier.ready(text(health)) }

  public func reloading() { notifier.reloading() }

  /// - Parameters:
  ///   - health: of the show, in a few words.
  ///   - fault: why something was not reloaded; nil if everything was.
  public func reloaded(_ health: String, fault: String?) {
    self.fault.withLock { $0 = fault }
    ready(health)
  }

  /// It is well; the text may have changed, since a feed may have answered meanwhile.
  public func alive(_ health: String) { notifier.alive(text(health)) }

  public func stopping() { notifier.stopping() }

  private func text(_ health: String) -> String {
    let fault = fault.withLock { $0 }
    return health + (fault.map { "; not reloaded: \($0)" } ?? "")
  }
}
