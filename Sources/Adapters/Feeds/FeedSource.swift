public import Fetching
public import System

/// The access of a feed to the network.
public struct FeedSource: Sendable {
  public typealias Get =
    @Sendable (_ address: String, _ headers: [String]) throws(FetchError) -> Fetched

  /// The rules for an address that the operator wrote.
  public static let rules = FetchRules(privateAddresses: .onlyFirstHop)

  /// Bytes of a long answer that have to come within ``FetchRules/timeout``.
  static let pace = 2 << 20

  private var fetcher: Fetcher?
  private let rules: FetchRules
  private let get: Get?
  private var stopping = StopFlag()
  /// Records the requests of this visit, so that the next one can repeat them; nil if there is no next one.
  var requests: AskedRequests?
  /// Whether the character set that a server names counts; not if the show's file states another.
  var takesCharset = true

  public init(_ fetcher: Fetcher, rules: FetchRules = rules) {
    (self.fetcher, self.rules, get) = (fetcher, rules, nil)
  }

  /// Access without a network, for tests.
  public init(_ get: @escaping Get) {
    (fetcher, rules, self.get) = (nil, Self.rules, get)
  }

  /// Cancels requests and pauses, and refuses further ones.
  func stop() {
    stopping.set()
    fetcher?.stop()
  }

  var isStopped: Bool { stopping.isSet }

  /// The same access, not stopped.
  var renewed: FeedSource {
    var source = self
    (source.fetcher, source.stopping) = (fetcher?.renewed, StopFlag())
    return source
  }

  /// The same access with a source's own contact; nil for that of the show's feed.
  func with(_ contact: String?) -> FeedSource {
    var source = self
    source.fetcher = fetcher?.reachable(at: contact)
    return source
  }

  /// Waits between two requests.
  func pause(_ duration: Duration) throws(FeedError) {
    do throws(FetchError) {
      try fetcher?.pause(duration)
    } catch {
      throw .fetch(error)
    }
  }

  /// The body of a successful answer; see ``answer(of:limit:isBound:)``.
  public func body(of address: WebAddress, limit: Int) throws(FeedError) -> Numbers<UInt8> {
    try answer(of: address, limit: limit).content
  }

  /// Fetches a successful answer.
  ///
  /// An http address is tried over https first, then as written, unless the source is busy.
  /// - Parameters:
  ///   - limit: bytes of the decompressed body; a longer one is cancelled. Above that of ``FetchRules`` an answer may
  ///     take any time, as long as it keeps the ``pace``.
  ///   - isBound: whether a redirect to another host is refused.
  ///   - mayBeInside: whether it may come from private addresses.
  func answer(
    of address: WebAddress, limit: Int, isBound: Bool = false, mayBeInside: Bool = true
  ) throws(FeedError) -> Fetched {
    if let secured = address.secured {
      do throws(FeedError) {
        return try successful(secured, limit, isBound, mayBeInside)
      } catch {
        if error == .fetch(.cancelled) || error.isBusy { throw error }
      }
    }
    return try successful(address, limit, isBound, mayBeInside)
  }

  /// Fetches an answer of any status.
  /// - Parameters:
  ///   - limit: bytes of the decompressed body; a longer one is cancelled. Above that of ``FetchRules`` an answer may
  ///     take any time, as long as it keeps the ``pace``.
  ///   - isBound: whether a redirect to another host is refused, as for an address with a key.
  ///   - mayBeInside: whether it may come from private addresses.
  public func fetch(
    _ address: WebAddress, headers: [String] = [], limit: Int, isBound: Bool, mayBeInside: Bool = true
  ) throws(FeedError) -> Fetched {
    let request = AskedRequests.Request(
      address: address, headers: headers, limit: limit, isBound: isBound, mayBeInside: mayBeInside)
    let ready = requests?.takeReady(address.text)
    let fetched = if let ready { ready } else { try get(request, mayBeInside: mayBeInside) }
    if fetched.isSuccess { requests?.note(request, fetched) }
    return takesCharset ? fetched.inUTF8 : fetched
  }

  /// Sends one request, with its conditions.
  func get(_ request: AskedRequests.Request, mayBeInside: Bool) throws(FeedError) -> Fetched {
    let headers = request.headers + request.conditions
    do throws(FetchError) {
      if let get { return try get(request.address.text, headers) }
      guard let fetcher else { throw .cancelled }
      var rules = rules
      if request.limit > rules.byteLimit { rules.pace = Self.pace }
      rules.byteLimit = request.limit
      if request.isBound { rules.hosts = [request.address.host] }
      if !mayBeInside { rules.privateAddresses = .refused }
      return try fetcher.get(request.address.text, headers: headers, rules: rules)
    } catch {
      throw .fetch(error)
    }
  }

  private func successful(
    _ address: WebAddress, _ limit: Int, _ isBound: Bool, _ mayBeInside: Bool
  ) throws(FeedError) -> Fetched {
    let fetched = try fetch(address, limit: limit, isBound: isBound, mayBeInside: mayBeInside)
    guard fetched.isSuccess, !(fetched.isUnfinished && fetched.content.isEmpty) else {
      throw .status(fetched.status, host: address.host, retryAfter: fetched.retryAfter)
    }
    return fetched
  }
}

extension Fetched {
  /// Whether the status is 202: the answer then counts only if it is whole.
  var isUnfinished: Bool { status == 202 }

  /// A sentence about a character set that cannot be converted.
  var notes: [String] {
    unknownCharset.map { ["the server names the charset \($0), which is unknown; it is detected instead"] }
      ?? []
  }

  /// The error for an unusable 202 answer, after which the service is asked again; nil for other statuses.
  var postponement: FeedError? {
    guard isUnfinished, let host = WebAddress(address)?.host else { return nil }
    return .status(status, host: host, retryAfter: retryAfter)
  }
}
