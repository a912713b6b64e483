public import Fetching

/// The way from a feed to the outside world.
public struct FeedSource: Sendable {
  public typealias Get =
    @Sendable (_ address: String, _ headers: [String]) throws(FetchError) -> Fetched

  /// One request, and what its answer may be.
  private struct Request {
    let address: String
    let headers: [String]
    /// Bytes of the body.
    let limit: Int
    /// Those that may be asked; nil for any.
    let hosts: Set<String>?
    /// Whether it may go to private addresses, as an address that the operator wrote may.
    let mayBeInside: Bool
    let manners: RequestManners?
  }

  private let get: @Sendable (Request) throws(FetchError) -> Fetched
  private let wait: @Sendable (Duration) throws(FetchError) -> Void
  private var manners: RequestManners?

  public init(_ get: @escaping Get) {
    self.get = { (request) throws(FetchError) in try get(request.address, request.headers) }
    wait = { _ in }
  }

  /// The rules for an address that the operator wrote himself.
  public static let rules = FetchRules(privateAddresses: .onlyFirstHop)

  public init(_ fetcher: Fetcher, rules: FetchRules = rules) {
    get = { (request) throws(FetchError) in
      var rules = rules
      rules.byteLimit = min(request.limit, rules.byteLimit)
      if let hosts = request.hosts { rules.hosts = hosts }
      if !request.mayBeInside { rules.privateAddresses = .refused }
      let fetcher =
        request.manners.map { fetcher.reachable(at: $0.contact, redirectHosts: $0.redirectHosts) } ?? fetcher
      return try fetcher.get(request.address, headers: request.headers, rules: rules)
    }
    wait = { (duration) throws(FetchError) in try fetcher.pause(duration) }
  }

  /// The same way, with manners of its own; nil for those of the show's feed.
  func with(_ manners: RequestManners?) -> FeedSource {
    var source = self
    source.manners = manners
    return source
  }

  /// Waits between two requests.
  func pause(_ duration: Duration) throws(FeedError) {
    do throws(FetchError) {
      try wait(duration)
    } catch {
      throw .fetch(error)
    }
  }

  /// The body of a good answer, whatever it holds; see ``answer(of:limit:isBound:)``.
  public func body(of address: WebAddress, limit: Int) throws(FeedError) -> [UInt8] {
    try answer(of: address, limit: limit).body
  }

  /// A good answer, whatever it holds.
  ///
  /// An http address is asked over https first, and as it is written where that fails; but a source that
  /// is busy is not asked twice.
  /// - Parameters:
  ///   - limit: bytes of the body once it is decompressed; a longer one is given up while it comes.
  ///   - isBound: whether a redirect to another host is refused.
  ///   - mayBeInside: whether it may come from private addresses.
  func answer(
    of address: WebAddress, limit: Int, isBound: Bool = false, mayBeInside: Bool = true
  ) throws(FeedError) -> Fetched {
    if let secured = address.secured {
      do throws(FeedError) {
        return try good(secured, limit, isBound, mayBeInside)
      } catch {
        if error == .fetch(.cancelled) || error.isBusy { throw error }
      }
    }
    return try good(address, limit, isBound, mayBeInside)
  }

  /// An answer of whatever status.
  /// - Parameters:
  ///   - limit: bytes of the body once it is decompressed; a longer one is given up while it comes.
  ///   - isBound: whether a redirect to another host is refused, as where the address holds a key.
  ///   - mayBeInside: whether it may come from private addresses.
  public func fetch(
    _ address: WebAddress, headers: [String] = [], limit: Int, isBound: Bool, mayBeInside: Bool = true
  ) throws(FeedError) -> Fetched {
    do throws(FetchError) {
      return try get(
        Request(
          address: address.text, headers: headers, limit: limit, hosts: isBound ? [address.host] : nil,
          mayBeInside: mayBeInside, manners: manners))
    } catch {
      throw .fetch(error)
    }
  }

  private func good(
    _ address: WebAddress, _ limit: Int, _ isBound: Bool, _ mayBeInside: Bool
  ) throws(FeedError) -> Fetched {
    let fetched = try fetch(address, limit: limit, isBound: isBound, mayBeInside: mayBeInside)
    guard fetched.isSuccess, !(fetched.isUnfinished && fetched.body.isEmpty) else {
      throw .status(fetched.status, host: address.host, retryAfter: fetched.retryAfter)
    }
    return fetched
  }
}

extension Fetched {
  /// Whether the service has taken the request and may not have answered it yet: then its answer counts only
  /// if it is whole.
  var isUnfinished: Bool { status == 202 }

  /// Why it is asked again if what it says cannot be used; nil if that would be its own fault.
  var postponement: FeedError? {
    guard isUnfinished, let host = WebAddress(address)?.host else { return nil }
    return .status(status, host: host, retryAfter: retryAfter)
  }
}
