import Synchronization
import System

/// How many new visitors each network has brought in this hour: every one of them costs a file.
final class NewVisitors: Sendable {
  /// New visitors in an hour from one network: all pupils of a school behind one address, in one lesson.
  static let limit = 600
  /// How many networks are counted each; more share one count.
  static let networkLimit = 4_096

  private struct Counts {
    /// Hours since 1970.
    var hour = 0
    /// By network; nil is for those that are too many to be counted each.
    var networks: [IPAddress?: Int] = [:]
  }

  /// Guards the counts.
  private let counts = Mutex(Counts())

  /// Counts a new visitor, unless too many have come from the same network in this hour.
  /// - Parameters:
  ///   - peer: numeric address.
  ///   - now: seconds since 1970.
  /// - Returns: whether this one may stay.
  func admits(_ peer: String, now: Int) -> Bool {
    let network = IPAddress(peer)?.network
    return counts.withLock { counts in
      if counts.hour != now / 3_600 { counts = Counts(hour: now / 3_600) }
      let isCounted = counts.networks[network] != nil || counts.networks.count < Self.networkLimit
      let count = counts.networks[isCounted ? network : nil, default: 0]
      guard count < Self.limit else { return false }
      counts.networks[isCounted ? network : nil] = count + 1
      return true
    }
  }
}
