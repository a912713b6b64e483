import HTTPServer
import Synchronization
import System

/// Accepts only requests that name this machine, which stops DNS rebinding: a foreign page that binds its own
/// name to an address of this network.
///
/// Accepted are `localhost`, the configured names, and what the machine itself is called. Since its
/// addresses change with the network, they are looked up again when an unknown host is named. Any port is
/// accepted: a proxy or a container may map another one to ours, and a foreign page gains nothing by it.
final class HostGuard: Sendable {
  /// Between two looks at the machine's own names.
  private static let pause = Duration.seconds(2)

  /// Guards what is known so far; held for comparisons only.
  private let known: Mutex<Known>
  /// Held while the machine's names are looked up.
  private let lookingUp = Mutex(())
  private let own: @Sendable () -> Set<String>

  /// The result of checking a request's host without waiting for anything.
  enum Verdict: Equatable, Sendable {
    case own, foreign
    /// Only another look at the machine's names tells.
    case unknown(String)
  }

  private struct Known {
    var configured: Set<String>
    var names: Set<String> = []
    /// When the machine's names were looked up last; nil before.
    var lookedUp: ContinuousClock.Instant?

    func contains(_ name: String) -> Bool {
      HostName.isLocalhost(name) || configured.contains(name) || names.contains(name)
        || IPAddress(name)?.isLoopback == true
    }

    /// Whether the machine's names need not be looked up again.
    var isFresh: Bool { lookedUp.map { ContinuousClock.now - $0 < HostGuard.pause } ?? false }
  }

  /// - Parameter own: names and numeric addresses of this machine; IPv6 without brackets.
  init(configured: Set<String>, own: @escaping @Sendable () -> Set<String>) {
    self.own = own
    known = Mutex(Known(configured: Self.plain(configured)))
  }

  /// Takes other configured names from the next request on.
  func configure(_ names: Set<String>) {
    known.withLock { $0.configured = Self.plain(names) }
  }

  /// Whether the request may be answered. One without a host, as HTTP/1.0 allows it, may.
  func verdict(on request: Request) -> Verdict {
    guard let parsed = request.withHost({ HostName.parse($0) }) else { return .own }
    guard let name = parsed else { return .foreign }
    return known.withLock { $0.contains(name) ? .own : $0.isFresh ? .foreign : .unknown(name) }
  }

  /// Whether an unknown host is this machine; looks up its names if they are not fresh. May wait.
  func isOwn(afterLookingUp name: String) -> Bool {
    lookingUp.withLock { _ in
      if !known.withLock({ $0.isFresh }) {
        let names = own()
        known.withLock { ($0.names, $0.lookedUp) = (names, .now) }
      }
    }
    return known.withLock { $0.contains(name) }
  }

  /// As requests are compared with them: a port, a final dot or brackets make no difference.
  private static func plain(_ names: Set<String>) -> Set<String> {
    Set(names.map { HostName.parse($0.utf8) ?? IPAddress($0)?.description ?? $0 })
  }
}
