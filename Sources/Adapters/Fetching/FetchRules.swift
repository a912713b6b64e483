/// Limits and permissions of one fetch.
public struct FetchRules: Sendable {
  /// The private addresses that a fetch may connect to; see ``IPAddress/isPublic``.
  public enum PrivateAddresses: Sendable {
    /// None, by any name and any redirect.
    case refused
    /// All but link-local ones.
    case allowed
    /// For an address that the operator wrote: it may be private, and may then redirect to its own host and port; a
    /// public one may not redirect to a private one.
    case onlyFirstHop
  }

  /// For the whole fetch, redirects included. Default 10 s.
  public var timeout: Duration
  /// Bytes received that start the ``timeout`` anew, for answers of any length; nil for none. Default: nil.
  public var pace: Int?
  /// Bytes of the body after decompression. Default 32 MB.
  public var byteLimit: Int
  /// Default 5.
  public var redirectLimit: Int
  /// Allowed hosts, checked on every hop; nil allows all.
  ///
  /// `example.org` means that host alone, `*.example.org` every host below it.
  public var hosts: Set<String>?
  /// Checked on the address that is connected to, on every hop. Default: refused.
  public var privateAddresses: PrivateAddresses
  /// Whether the fetch ends where a body begins. Default: false.
  public var isHeadOnly: Bool
  /// Whether any certificate is accepted, for our own server on this machine. Default: false.
  public var trustsAnybody: Bool
  /// Path of the Unix socket to connect to instead of the address's host. Default: nil.
  public var socket: String?

  public init(
    timeout: Duration = .seconds(10), byteLimit: Int = 32 << 20, redirectLimit: Int = 5,
    hosts: Set<String>? = nil, privateAddresses: PrivateAddresses = .refused, isHeadOnly: Bool = false,
    trustsAnybody: Bool = false
  ) {
    self.timeout = timeout
    self.byteLimit = byteLimit
    self.redirectLimit = redirectLimit
    self.hosts = hosts.map { Set($0.map { $0.lowercased() }) }
    self.privateAddresses = privateAddresses
    (self.isHeadOnly, self.trustsAnybody) = (isHeadOnly, trustsAnybody)
  }

  package func allows(host: String) -> Bool { hosts?.allow(host: host) ?? true }
}
