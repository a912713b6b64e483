import Glibc
import Synchronization
package import System

/// Gets http and https addresses within ``FetchRules``.
///
/// Every hop opens its own connection, lest one that was made under other rules is reused. Cookies, passwords from
/// files and proxies are disabled: a proxy would connect for us, and the address could not be checked.
public struct Fetcher: Sendable {
  private var userAgent: String
  private var stopping = StopFlag()
  private let isPublic: @Sendable (IPAddress) -> Bool

  /// - Parameter contact: goes into the User-Agent.
  public init(userAgent: String, contact: String? = nil) {
    self.userAgent = Self.userAgent(userAgent, contact)
    isPublic = { $0.isPublic }
  }

  /// For tests, whose servers are all on the loopback.
  package init(userAgent: String, treatingAsPublic exceptions: Set<IPAddress>) {
    self.userAgent = userAgent
    isPublic = { $0.isPublic || exceptions.contains($0) }
  }

  /// The same fetcher with another contact, unless that is nil; both stop together.
  public func reachable(at contact: String?) -> Fetcher {
    var fetcher = self
    if let contact { fetcher.userAgent = Self.userAgent(String(userAgent.prefix { $0 != " " }), contact) }
    return fetcher
  }

  /// The same fetcher, not stopped.
  public var renewed: Fetcher {
    var fetcher = self
    fetcher.stopping = StopFlag()
    return fetcher
  }

  private static func userAgent(_ program: String, _ contact: String?) -> String {
    contact.map { "\(program) (\($0))" } ?? program
  }

  /// Fetches an address and follows its redirects. Blocks; may be called on any thread.
  ///
  /// - Parameter headers: Lines `Name: value`. A redirect to another host, port or scheme gets none of them.
  /// - Returns: The last response, of any status.
  public func get(
    _ address: String, headers: [String] = [], rules: FetchRules = FetchRules()
  ) throws(FetchError) -> Fetched {
    guard let first = WebAddress(address) else { throw .notAnAddress }
    let deadline = ContinuousClock.now + rules.timeout
    var target = first
    var reach = Reach(rules.privateAddresses)
    var wasPublic = false
    var redirects = 0
    while true {
      let host = target.host
      guard rules.allows(host: host) else { throw .hostNotAllowed(host: host) }
      guard !Reach.isMetadataService(host) else { throw .forbiddenAddress(host: host) }
      let transfer = try Transfer(
        target, headers: target.hasSameOrigin(as: first) ? headers : [], userAgent: userAgent, rules: rules
      ) { reach.refusal(of: $0, host: host, isPublic: isPublic) }
      var answer = try transfer.run(until: deadline, stopping: stopping)
      wasPublic = wasPublic || transfer.tried.contains(where: isPublic)
      guard [301, 302, 303, 307, 308].contains(answer.status), let location = answer.header("location") else {
        answer.isFromInside = !wasPublic
        return answer
      }
      guard redirects < rules.redirectLimit else {
        throw .tooManyRedirects(host: first.host, limit: rules.redirectLimit)
      }
      redirects += 1
      let next = try target.redirected(to: location)
      reach = reach.redirected(from: target, to: next, wasPublic: wasPublic)
      target = next
    }
  }

  /// Waits between two requests; throws if the fetcher is stopped.
  public func pause(_ duration: Duration) throws(FetchError) {
    let end = ContinuousClock.now + duration
    while true {
      guard !stopping.isSet else { throw .cancelled }
      let left = end - ContinuousClock.now
      guard left > .zero else { return }
      usleep(UInt32(min(left, .milliseconds(50)) / .microseconds(1)))
    }
  }

  /// Cancels current fetches and pauses within a tenth of a second, and later ones at once.
  public func stop() { stopping.set() }
}

/// Whether something was stopped, for any thread.
public final class StopFlag: Sendable {
  private let flag = Atomic(false)

  public init() {}

  public var isSet: Bool { flag.load(ordering: .relaxed) }
  public func set() { flag.store(true, ordering: .relaxed) }
}
