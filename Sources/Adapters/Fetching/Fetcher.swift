import Glibc
import Synchronization
package import System

/// Gets http and https addresses from the outside world, within rules.
///
/// Every hop opens a connection of its own, so that no connection made under other rules is used again.
/// There are no cookies, no passwords from files and no proxies: a proxy would connect in our place, and
/// the address connected to could no longer be checked.
public struct Fetcher: Sendable {
  private var userAgent: String
  private let stopping = StopFlag()
  private let isPublic: @Sendable (IPAddress) -> Bool
  private var redirectHosts: Set<String> = []

  /// - Parameters:
  ///   - contact: what services find in the user agent that want to know whom to write to.
  ///   - redirectHosts: hosts at private addresses that another host at one may redirect to, as
  ///     ``FetchRules/hosts`` names them.
  public init(userAgent: String, contact: String? = nil, redirectHosts: Set<String> = []) {
    self.userAgent = Self.userAgent(userAgent, contact)
    self.redirectHosts = Set(redirectHosts.map { $0.lowercased() })
    isPublic = { $0.isPublic }
  }

  /// For tests, whose servers all lie on the loopback.
  package init(userAgent: String, treatingAsPublic exceptions: Set<IPAddress>) {
    self.userAgent = userAgent
    isPublic = { $0.isPublic || exceptions.contains($0) }
  }

  /// Asks an address and follows where it redirects to. Blocks; may be called on any thread.
  ///
  /// - Parameter headers: Lines `Name: value`. A redirect to another host, port or scheme gets none of them.
  /// - Returns: The last answer, whatever its status.
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
      let receiver = Receiver(byteLimit: rules.byteLimit) {
        reach.refusal(of: $0, host: host, isPublic: isPublic)
      }
      let transfer = try Transfer(
        target, headers: target.hasSameOrigin(as: first) ? headers : [], userAgent: userAgent,
        rules: rules, receiver: receiver)
      let answer = try transfer.run(until: deadline, stopping: stopping)
      wasPublic = wasPublic || receiver.tried.contains(where: isPublic)
      guard Self.redirects.contains(answer.status), let location = answer.header("location") else {
        return answer.from(insideOnly: !wasPublic)
      }
      guard redirects < rules.redirectLimit else {
        throw .tooManyRedirects(host: first.host, limit: rules.redirectLimit)
      }
      redirects += 1
      let next = try target.redirected(to: location)
      reach = reach.redirected(from: target, to: next, wasPublic: wasPublic, hosts: redirectHosts)
      target = next
    }
  }

  /// The same fetcher with another contact, unless that is nil, and other hosts to be redirected to; it stops with
  /// this one.
  public func reachable(at contact: String?, redirectHosts: Set<String>) -> Fetcher {
    var fetcher = self
    if let contact { fetcher.userAgent = Self.userAgent(String(userAgent.prefix { $0 != " " }), contact) }
    fetcher.redirectHosts = Set(redirectHosts.map { $0.lowercased() })
    return fetcher
  }

  private static func userAgent(_ program: String, _ contact: String?) -> String {
    contact.map { "\(program) (\($0))" } ?? program
  }

  /// Waits between two requests, unless it is stopped.
  public func pause(_ duration: Duration) throws(FetchError) {
    let end = ContinuousClock.now + duration
    while true {
      guard !stopping.isSet.load(ordering: .relaxed) else { throw .cancelled }
      let left = end - ContinuousClock.now
      guard left > .zero else { return }
      usleep(UInt32(min(left, Self.stopPeriod) / .microseconds(1)))
    }
  }

  /// How soon a pause notices that it shall end.
  private static let stopPeriod = Duration.milliseconds(50)

  /// Ends every fetch and pause under way within a tenth of a second, and every later one at once.
  public func stop() { stopping.isSet.store(true, ordering: .relaxed) }

  private static let redirects: Set<Int> = [301, 302, 303, 307, 308]
}

final class StopFlag: Sendable {
  let isSet = Atomic(false)
}

extension WebAddress {
  /// Where a `Location` header leads to.
  package func redirected(to location: String) throws(FetchError) -> WebAddress {
    guard let target = WebAddress(location, relativeTo: self) else { throw .badRedirect(host: host) }
    guard target.isSecure || !isSecure else { throw .insecureRedirect(host: host) }
    return target
  }
}
