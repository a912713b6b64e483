public import System

/// The hosts that pictures may come from, and the limits on their number and size.
public struct PictureRules: Sendable {
  /// `example.org` means that host alone, `*.example.org` every host below it; empty: no picture at all.
  public var hosts: Set<String>
  /// The folder of pictures that are files of their own; nil if there are none.
  public var folder: EnclosedFolder?
  /// Whether a picture may lie in the house: at loopback, link-local and private addresses.
  public var privateAddresses: Bool
  /// Bytes of one picture. Default 5 MB.
  public var byteLimit: Int
  /// Bytes of one that is a file of its own: more than cameras write.
  static let fileLimit = 32 << 20
  /// How long fetching one may take. Default 10 seconds.
  public var timeout: Duration
  /// The number of fetches at once from one source. Default 4.
  public var atOnce: Int
  /// The number of fetches at once from all sources: more than from one, so that others go on while one is slow.
  var inAll: Int { atOnce + (atOnce + 1) / 2 }
  /// Pictures that are fetched or wait: more than the pages of a large show ask for. Further ones are wanted again
  /// with the next page.
  var fetchingLimit = 2_000
  /// Seconds that a visitor's request waits for a copy that is being made: a page's pictures come one by one, as they
  /// are finished, and nobody has to ask again.
  public var patience = 4
  /// Bytes of all pictures on disk, smaller copies included; those not used for longest go first. Default: no limit.
  public var capacity: Int
  /// Scalings that are under way or wait for their turn: more than a page has pictures, and a minute's work.
  var scalingLimit = 200
  /// Pictures whose colours and sizes are remembered, beyond which all are forgotten; some 3 MB.
  var factsLimit = 20_000
  /// Bytes of a moving picture that is shown as it is where a still one would be large.
  var movingLimit = 1 << 20

  public init(
    hosts: Set<String>, folder: EnclosedFolder? = nil, privateAddresses: Bool = false,
    byteLimit: Int = 5 << 20,
    timeout: Duration = .seconds(10), atOnce: Int = 4,
    capacity: Int = .max
  ) {
    self.hosts = hosts
    self.folder = folder
    self.privateAddresses = privateAddresses
    self.byteLimit = byteLimit
    self.timeout = timeout
    self.atOnce = atOnce
    self.capacity = capacity
  }
}
