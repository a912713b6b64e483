import Synchronization
public import System

/// Counts things of each network within a period.
public final class NetworkCounts: Sendable {
  private struct State {
    var period = 0
    /// By network; nil is for those that are too many to be counted each.
    var counts: [IPAddress?: Int] = [:]
    var isReported = false
  }

  /// Networks that are counted separately, then IPv6 /48s, so that none has all places; all others share one count.
  public static let networkLimit = 4_096
  private let limit: Int
  private let seconds: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - limit: of each network.
  ///   - seconds: the length of a period.
  public init(limit: Int, seconds: Int) { (self.limit, self.seconds) = (limit, seconds) }

  /// Counts something, or with a negative number takes it back.
  /// - Parameter now: seconds.
  public func add(_ number: Int, of network: IPAddress?, now: Int) {
    with(network, now) { state, network in
      state.counts[network] = max(0, state.counts[network, default: 0] + number)
    }
  }

  /// Whether a network has reached its limit, or would with so many more exceed it.
  public func exceeds(adding number: Int = 1, of network: IPAddress?, now: Int) -> Bool {
    with(network, now) { state, network in state.counts[network, default: 0] + number > limit }
  }

  /// Whether this is the first call in the period; for the log.
  public func isFirstReport(now: Int) -> Bool {
    with(nil, now) { state, _ in
      defer { state.isReported = true }
      return !state.isReported
    }
  }

  private func with<Result>(
    _ network: IPAddress?, _ now: Int, _ body: (inout State, IPAddress?) -> Result
  ) -> Result {
    state.withLock { state in
      if state.period != now / seconds { state = State(period: now / seconds) }
      let counted = [network, network?.site].enumerated().first {
        state.counts[$1] != nil || state.counts.count < ($0 + 1) * Self.networkLimit
      }
      return body(&state, counted?.element ?? nil)
    }
  }
}
