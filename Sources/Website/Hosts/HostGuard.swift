import HTTPServer
import IPAddresses
import Synchronization

/// Lets in only requests that name this machine, so that no foreign page can reach the house under a
/// name of its own (DNS rebinding).
///
/// Accepted are `localhost`, the configured names, and what the machine itself is called. Since its
/// addresses change with the network, they are looked up again when an unknown host is named. Any port is
/// accepted: another one may lead here through a proxy or a container, and no foreign page gains by it.
final class HostGuard: Sendable {
  /// Between two looks at the machine's own names.
  private static let pause = Duration.seconds(2)

  /// Guards what is known so far.
  private let known: Mutex<Known>
  private let own: @Sendable () -> Set<String>

  private struct Known {
    var configured: Set<String>
    var names: Set<String> = []
    var lookedUp: ContinuousClock.Instant?
    /// `Host` headers that were accepted, as they came; emptied when there are too many.
    var accepted: Set<[UInt8]> = []
  }

  /// - Parameters:
  ///   - configured: host names, as a `Host` header or an address would have them.
  ///   - own: names and numeric addresses of this machine; IPv6 without brackets.
  init(configured: Set<String>, own: @escaping @Sendable () -> Set<String>) {
    self.own = own
    known = Mutex(Known(configured: Self.plain(configured)))
  }

  /// Takes other configured names from the next request on.
  func configure(_ names: Set<String>) {
    known.withLock { known in
      known.configured = Self.plain(names)
      known.accepted = []
    }
  }

  /// Whether the request may be answered. One without a host, as HTTP/1.0 allows it, may.
  func allows(_ request: Request) -> Bool {
    request.withHost { allows(Array($0)) } ?? true
  }

  private func allows(_ header: [UInt8]) -> Bool {
    known.withLock { known in
      if known.accepted.contains(header) { return true }
      guard let name = HostName.parse(header) else { return false }
      if !isNamed(name, in: known) {
        let now = ContinuousClock.now
        if let last = known.lookedUp, now - last < Self.pause { return false }
        known.lookedUp = now
        known.names = own()
        guard isNamed(name, in: known) else { return false }
      }
      if known.accepted.count >= 256 { known.accepted = [] }
      known.accepted.insert(header)
      return true
    }
  }

  /// As requests are compared with them: a port, a final dot or brackets make no difference.
  private static func plain(_ names: Set<String>) -> Set<String> {
    Set(names.map { HostName.parse(Array($0.utf8)) ?? IPAddress($0)?.description ?? $0 })
  }

  private func isNamed(_ name: String, in known: Known) -> Bool {
    HostName.isLocalhost(name) || known.configured.contains(name) || known.names.contains(name)
  }
}
