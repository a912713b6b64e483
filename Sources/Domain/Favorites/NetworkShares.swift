import Synchronization
public import System

/// Counts by how much each network's lists grow in a day of running time, so that one device cannot fill the room of
/// others: a network may fill a sixteenth of it.
public final class NetworkShares: Sendable {
  private struct State {
    var day = 0
    /// Bytes by network; nil is for those that are too many to be counted each.
    var growth: [IPAddress?: Int] = [:]
    var isReported = false
  }

  /// Networks that are counted separately.
  private static let networkLimit = 4_096
  private let share: Int
  private let running: @Sendable () -> Int
  private let log: any Log
  private let state = Mutex(State())

  /// - Parameters:
  ///   - room: bytes of all lists.
  ///   - running: seconds for which the program has run.
  public init(of room: Int, running: @escaping @Sendable () -> Int, log: any Log) {
    (share, self.running, self.log) = (room / 16, running, log)
  }

  /// Whether the lists of an address's network may grow by so many bytes. The first refusal of a day is logged.
  public func admit(_ bytes: Int, from address: IPAddress?) -> Bool {
    guard let address else { return true }
    let (isAdmitted, isFirst) = with(address.site) { state, network in
      let isAdmitted = bytes <= share - state.growth[network, default: 0]
      defer { state.isReported = state.isReported || !isAdmitted }
      return (isAdmitted, !state.isReported)
    }
    if !isAdmitted, isFirst {
      log.warning(
        "favorites: a network has stored \(share >> 10) KB today, its share; its lists grow no more today")
    }
    return isAdmitted
  }

  /// Counts bytes by which a list has grown or, if negative, shrunk.
  public func add(_ bytes: Int, from address: IPAddress?) {
    guard let address else { return }
    with(address.site) { state, network in
      state.growth[network] = max(0, state.growth[network, default: 0] + bytes)
    }
  }

  private func with<Result>(_ network: IPAddress, _ body: (inout State, IPAddress?) -> Result) -> Result {
    state.withLock { state in
      let day = running() / 86_400
      if state.day != day { state = State(day: day) }
      let isCounted = state.growth[network] != nil || state.growth.count < Self.networkLimit
      return body(&state, isCounted ? network : nil)
    }
  }
}
