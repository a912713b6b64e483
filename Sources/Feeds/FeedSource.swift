public import Fetching

/// The way from a feed to the outside world.
public struct FeedSource: Sendable {
  public typealias Get =
    @Sendable (_ address: String, _ headers: [String]) throws(FetchError) -> Fetched

  private let get:
    @Sendable (_ address: String, _ headers: [String], _ hosts: Set<String>?) throws(FetchError) -> Fetched

  public init(_ get: @escaping Get) {
    self.get = { (address, headers, _) throws(FetchError) in try get(address, headers) }
  }

  /// The rules for an address that the operator wrote himself.
  public static let rules = FetchRules(privateAddresses: .onlyFirstHop)

  public init(_ fetcher: Fetcher, rules: FetchRules = rules) {
    get = { (address, headers, hosts) throws(FetchError) in
      var rules = rules
      if let hosts { rules.hosts = hosts }
      return try fetcher.get(address, headers: headers, rules: rules)
    }
  }

  /// The body of a good answer, whatever it holds.
  ///
  /// An http address is asked over https first, and as it is written where that fails; but a source that
  /// is busy is not asked twice.
  public func body(of address: WebAddress, headers: [String] = []) throws(FeedError) -> [UInt8] {
    if let secured = address.secured {
      do throws(FeedError) {
        return try answer(of: secured, headers)
      } catch {
        if error == .fetch(.cancelled) || error.isBusy { throw error }
      }
    }
    return try answer(of: address, headers)
  }

  /// An answer of whatever status.
  /// - Parameter isBound: whether a redirect to another host is refused, as where the address holds a key.
  public func fetch(
    _ address: WebAddress, headers: [String] = [], isBound: Bool
  ) throws(FeedError) -> Fetched {
    do throws(FetchError) {
      return try get(address.text, headers, isBound ? [address.host] : nil)
    } catch {
      throw .fetch(error)
    }
  }

  private func answer(of address: WebAddress, _ headers: [String]) throws(FeedError) -> [UInt8] {
    let fetched = try fetch(address, headers: headers, isBound: false)
    guard fetched.isSuccess else {
      throw .status(fetched.status, host: address.host, retryAfter: fetched.retryAfter)
    }
    return fetched.body
  }
}
