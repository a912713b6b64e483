public import System

/// The hosts that pictures may come from, and the limits on their number and size.
public struct PictureRules: Sendable {
  /// `example.org` means that host alone, `*.example.org` every host below it; empty for no pictures.
  public var hosts: Set<String>
  /// The folder of pictures that are local files; nil if there are none.
  public var folder: EnclosedFolder?
  /// Whether pictures may come from loopback, link-local and private addresses.
  public var privateAddresses: Bool
  /// Bytes of one picture.
  public var byteLimit = 5 << 20
  /// Bytes of a local file: more than cameras write.
  static let fileLimit = 32 << 20
  /// The time of a fetch at most.
  public var timeout = Duration.seconds(10)
  /// Simultaneous fetches from one source.
  public var atOnce = 4
  /// Simultaneous fetches from all sources: more than from one, so that a slow source does not delay others.
  var inAll: Int { atOnce + (atOnce + 1) / 2 }
  /// Fetches that run or wait: more than the pages of a large show want. Further pictures are wanted again by the
  /// next page.
  var fetchingLimit = 2_000
  /// Seconds that a request waits for a copy that is being made, so that a page's pictures appear one by one.
  public var patience = 4
  /// Bytes of all pictures on disk, smaller copies included; the least recently used are evicted. Default: no limit.
  public var capacity = Int.max
  /// Scalings that run or wait: more than a page has pictures, and a minute's work.
  var scalingLimit = 200
  /// Pictures whose colours and sizes are kept in memory, about 10 MB; beyond that all are forgotten.
  var factsLimit = 200_000
  /// Bytes of an animation that is shown whole where a still picture would be large.
  var movingLimit = 1 << 20

  public init(hosts: Set<String>, folder: EnclosedFolder? = nil, privateAddresses: Bool = false) {
    (self.hosts, self.folder, self.privateAddresses) = (hosts, folder, privateAddresses)
  }
}
