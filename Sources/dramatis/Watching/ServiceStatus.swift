import ServiceManager
import Synchronization

/// What the service manager is told of a show, and shows with its status.
final class ServiceStatus: Sendable {
  private let notifier: Notifier
  /// What was wrong at the last reload; guarded, since the watchdog's thread reads it.
  private let fault = Mutex<String?>(nil)

  init(_ notifier: Notifier) {
    self.notifier = notifier
  }

  func ready(_ deployment: Deployment) { notifier.ready(text(deployment)) }

  func reloading() { notifier.reloading() }

  /// - Parameter fault: why something stays as it was; nil where all was read again.
  func reloaded(_ deployment: Deployment, fault: String?) {
    self.fault.withLock { $0 = fault }
    ready(deployment)
  }

  /// It is well, and as it says: what it serves may have come meanwhile.
  func alive(_ deployment: Deployment) { notifier.alive(text(deployment)) }

  func stopping() { notifier.stopping() }

  private func text(_ deployment: Deployment) -> String {
    let fault = fault.withLock { $0 }
    return deployment.health + (fault.map { "; not reloaded: \($0)" } ?? "")
  }
}
