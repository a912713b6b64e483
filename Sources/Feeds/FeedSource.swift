public import Fetching

/// The way from a feed to the outside world.
public struct FeedSource: Sendable {
  public typealias Get =
    @Sendable (_ address: String, _ headers: [String]) throws(FetchError) -> Fetched

  private let get:
    @Sendable (_ address: String, _ headers: [String], _ limit: Int, _ hosts: Set<String>?)
      throws(FetchError) -> Fetched

  public init(_ get: @escaping Get) {
    self.get = { (address, headers, _, _) throws(FetchError) in try get(address, headers) }
  }

  /// The rules for an address that the operator wrote himself.
  public static let rules = FetchRules(privateAddresses: .onlyFirstHop)

  public init(_ fetcher: Fetcher, rules: FetchRules = rules) {
    get = { (address, headers, limit, hosts) throws(FetchError) in
      var rules = rules
      rules.byteLimit = min(limit, rules.byteLimit)
      if let hosts { rules.hosts = hosts }
      return try fetcher.get(address, headers: headers, rules: rules)
    }
  }

  /// The body of a good answer, whatever it holds.
  ///
  /// An http address is asked over https first, and as it is written where that fails; but a source that
  /// is busy is not asked twice.
  /// - Parameter limit: bytes of the body once it is decompressed; a longer one is given up while it comes.
  public func body(of address: WebAddress, limit: Int) throws(FeedError) -> [UInt8] {
    try answer(of: address, limit: limit, isBound: false).body
  }

  /// The same answer, with its headers.
  /// - Parameter isBound: whether a redirect to another host is refused.
  func answer(of address: WebAddress, limit: Int, isBound: Bool) throws(FeedError) -> Fetched {
    if let secured = address.secured {
      do throws(FeedError) {
        return try good(secured, limit, isBound)
      } catch {
        if error == .fetch(.cancelled) || error.isBusy { throw error }
      }
    }
    return try good(address, limit, isBound)
  }

  /// An answer of whatever status.
  /// - Parameters:
  ///   - limit: bytes of the body once it is decompressed; a longer one is given up while it comes.
  ///   - isBound: whether a redirect to another host is refused, as where the address holds a key.
  public func fetch(
    _ address: WebAddress, headers: [String] = [], limit: Int, isBound: Bool
  ) throws(FeedError) -> Fetched {
    do throws(FetchError) {
      return try get(address.text, headers, limit, isBound ? [address.host] : nil)
    } catch {
      throw .fetch(error)
    }
  }

  private func good(_ address: WebAddress, _ limit: Int, _ isBound: Bool) throws(FeedError) -> Fetched {
    let fetched = try fetch(address, limit: limit, isBound: isBound)
    guard fetched.isSuccess else {
      throw .status(fetched.status, host: address.host, retryAfter: fetched.retryAfter)
    }
    return fetched
  }
}
