import Synchronization
public import System

/// The network and the use of a list, by which lists make room for others.
public struct ListUse: Hashable, Sendable {
  public enum Return: Int, Sendable {
    case never, onTheSameDay, onAnotherDay
  }

  /// Nil if it is not known.
  public var network: NetworkTag?
  /// Seconds since 1970 of the first use.
  public let since: Int
  /// The visitor's later uses.
  public private(set) var returned: Return

  public init(network: NetworkTag? = nil, since: Int, returned: Return = .never) {
    (self.network, self.since, self.returned) = (network, since, returned)
  }

  /// - Parameter now: seconds since 1970.
  public mutating func note(now: Int) {
    if now / 86_400 != since / 86_400 { returned = .onAnotherDay }
    if returned == .never { returned = .onTheSameDay }
  }
}

/// The bytes that a list takes.
public struct Holding: Sendable {
  public let visitor: VisitorID
  public let use: ListUse
  public let bytes: Int

  public init(visitor: VisitorID, use: ListUse, bytes: Int) {
    (self.visitor, self.use, self.bytes) = (visitor, use, bytes)
  }

  fileprivate enum Owner: Hashable {
    case network(UInt16)
    /// A list of unknown origin.
    case visitor(VisitorID)
  }

  fileprivate func goes(before other: Holding) -> Bool {
    (use.returned.rawValue, -use.since, -bytes) < (
      other.use.returned.rawValue, -other.use.since, -other.bytes
    )
  }

  fileprivate func owner(_ bits: KeyPath<NetworkTag, UInt16>) -> Owner {
    use.network.map { .network($0[keyPath: bits]) } ?? .visitor(visitor)
  }
}

extension [Holding] {
  /// The lists to delete so that the others take at most `limit` bytes.
  ///
  /// The sites that hold most give way until none holds more than the others may, then the networks within a site.
  /// Within a network lists go whose visitor never returned, then those used on one day, the newest first.
  public func excess(over limit: Int) -> [Holding] {
    excess(over: limit, [{ $0.owner(\.site) }, { $0.owner(\.bits) }])
  }

  /// A line for the log about deleted lists.
  public func report(of limit: Int) -> String {
    let networks = Set(map { $0.owner(\.bits) }).count
    return "favorites: the \(limit >> 20) MB of --favorites-space are taken; deleted \(count) "
      + "list\(count == 1 ? "" : "s") of \(networks) network\(networks == 1 ? "" : "s")"
  }

  private var bytes: Int { reduce(0) { $0 + $1.bytes } }

  private func excess(over limit: Int, _ owners: ArraySlice<(Holding) -> Holding.Owner>) -> [Holding] {
    var left = bytes
    guard let owner = owners.first else {
      return Array(
        sorted { $0.goes(before: $1) }.prefix { list in
          defer { left -= list.bytes }
          return left > limit
        })
    }
    let shares = Dictionary(grouping: self, by: owner).values
      .map { (lists: $0, bytes: $0.bytes, first: $0.min { $0.goes(before: $1) }) }
      .sorted { one, other in
        guard one.bytes == other.bytes, let first = one.first, let second = other.first else {
          return one.bytes < other.bytes
        }
        return second.goes(before: first)
      }
    // No owner may keep more than this, unless others have freed enough.
    var (level, rest) = (limit, limit)
    for (index, share) in shares.enumerated() {
      level = rest / (shares.count - index)
      if share.bytes > level { break }
      rest -= share.bytes
    }
    return shares.reversed().flatMap { share -> [Holding] in
      guard left > limit, share.bytes > level else { return [] }
      let excess = share.lists.excess(over: level, owners.dropFirst())
      left -= excess.bytes
      return excess
    }
  }
}

/// Sixteen bits of a keyed hash that stand for the network of a list, so that networks share the room without an
/// address being kept: ten of its site, which is an IPv6 /48 or the network itself, and six of the network.
public struct NetworkTag: Hashable, Sendable {
  public let bits: UInt16

  public init(bits: UInt16) { self.bits = bits }

  public init(of address: IPAddress, key: VisitorKey) {
    func hash(_ network: IPAddress) -> UInt16 {
      var text = "network \(network)"
      return text.withUTF8 { key.signing.signature(of: $0).prefix(4).number(in: 0...UInt16.max, radix: 16) }
        ?? 0
    }
    bits = hash(address.site) & ~0x3F | hash(address.network) & 0x3F
  }

  /// The bits that all networks of a site share.
  public var site: UInt16 { bits >> 6 }
}

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
