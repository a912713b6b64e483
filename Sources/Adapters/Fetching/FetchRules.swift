/// What one fetch may do, and how much of it.
public struct FetchRules: Sendable {
  /// Which addresses of the inner network a fetch may connect to; see ``IPAddress/isPublic``.
  public enum PrivateAddresses: Sendable {
    /// None, whatever a name resolves to and wherever an answer redirects to.
    case refused
    /// All but link-local ones.
    case allowed
    /// For an address that the operator wrote himself: it may be private, and may then redirect to its own host and
    /// port and to the hosts of ``Fetcher/init(userAgent:contact:redirectHosts:)``; a public one may not redirect
    /// into the house.
    case onlyFirstHop
  }

  /// For the whole fetch: names, connections, redirects and bodies. Default 10 s.
  public var timeout: Duration
  /// Bytes of the body, counted as they are after decompression. Default 32 MB.
  public var byteLimit: Int
  /// Default 5.
  public var redirectLimit: Int
  /// Hosts that may be asked, checked on every hop; nil lets any be asked.
  ///
  /// `example.org` means that host alone, `*.example.org` every host below it, but not itself.
  public var hosts: Set<String>?
  /// Checked on the address that is connected to, on every hop. Default: refused.
  public var privateAddresses: PrivateAddresses
  /// Whether any certificate will do: for a server of our own, on this machine. Default: not.
  public var trustsAnybody: Bool

  public init(
    timeout: Duration = .seconds(10), byteLimit: Int = 32 << 20, redirectLimit: Int = 5,
    hosts: Set<String>? = nil, privateAddresses: PrivateAddresses = .refused, trustsAnybody: Bool = false
  ) {
    self.trustsAnybody = trustsAnybody
    self.timeout = timeout
    self.byteLimit = byteLimit
    self.redirectLimit = redirectLimit
    self.hosts = hosts.map { Set($0.map { $0.lowercased() }) }
    self.privateAddresses = privateAddresses
  }

  package func allows(host: String) -> Bool { hosts?.allow(host: host) ?? true }
}
