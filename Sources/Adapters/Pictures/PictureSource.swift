import Fetching
public import System

/// The source of a picture's bytes: a host, or a local folder.
struct PictureSource: Sendable {
  let rules: PictureRules
  /// Nil if nothing may be fetched.
  let fetcher: Fetcher?

  /// The name of an address's source: a host, or a folder.
  static func name(of address: String) -> String {
    guard address.hasPrefix(EnclosedFolder.scheme) else { return WebAddress(address)?.host ?? "" }
    let path = address.prefix { $0 != "?" }
    return String(path.lastIndex(of: "/").map { path[..<$0] } ?? EnclosedFolder.scheme[...])
  }

  /// Whether fetching an address is allowed at all.
  func reaches(_ address: String) -> Bool { fetcher != nil || isFile(address) }

  /// Blocks for the network or the disk.
  func bytes(of address: String) throws(PictureFault) -> [UInt8] {
    try isFile(address) ? contents(of: address) : answer(of: address)
  }

  private func isFile(_ address: String) -> Bool {
    rules.folder != nil && address.hasPrefix(EnclosedFolder.scheme)
  }

  private func contents(of address: String) throws(PictureFault) -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try rules.folder?.contents(at: address, limit: PictureRules.fileLimit) ?? []
    } catch {
      throw PictureFault(error.reason)
    }
    guard bytes.count <= PictureRules.fileLimit else {
      throw PictureFault("it is larger than \(PictureRules.fileLimit >> 20) MB")
    }
    return bytes
  }

  private func answer(of address: String) throws(PictureFault) -> [UInt8] {
    guard let fetcher else { throw PictureFault(.cancelled) }
    let answer: Fetched
    do throws(FetchError) {
      answer = try fetcher.get(
        address,
        rules: FetchRules(
          timeout: rules.timeout, byteLimit: rules.byteLimit, hosts: rules.hosts,
          privateAddresses: rules.privateAddresses ? .allowed : .refused))
    } catch {
      throw PictureFault(error)
    }
    guard answer.isSuccess else {
      let isItsOwn = (400..<500).contains(answer.status) && answer.status != 408 && answer.status != 429
      throw PictureFault("status \(answer.status)", weight: isItsOwn ? .minor : .grave)
    }
    return answer.body
  }
}

/// A reason why an address or a file gives no picture.
struct PictureFault: Error {
  let description: String
  /// The weight of the fault for the picture's source; nil if the fetch was cancelled.
  let weight: SourcePauses.Fault?

  init(_ description: String, weight: SourcePauses.Fault = .minor) {
    (self.description, self.weight) = (description, weight)
  }

  init(_ error: FetchError) {
    description = error.description
    weight =
      switch error {
      case .unknownHost, .unreachable, .untrusted, .timedOut, .broken: .grave
      case .tooLarge: .broken
      case .notAnAddress, .badHeader, .hostNotAllowed, .privateAddress, .privateRedirect, .forbiddenAddress,
        .badRedirect, .insecureRedirect, .tooManyRedirects:
        .minor
      case .cancelled: nil
      }
  }

  /// The fault with the name of its source, such as `example.org answers 403`.
  func words(of source: String) -> String {
    if description.hasPrefix("status ") { return "\(source) answers \(description.dropFirst(7))" }
    return description.contains(source) ? description : "\(source): \(description)"
  }
}

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
  /// Pictures whose colours and sizes are kept in memory, about 10 MB; beyond that all are forgotten.
  var factsLimit = 200_000
  /// Bytes of an animation that is shown whole where a still picture would be large.
  var movingLimit = 1 << 20

  public init(hosts: Set<String>, folder: EnclosedFolder? = nil, privateAddresses: Bool = false) {
    (self.hosts, self.folder, self.privateAddresses) = (hosts, folder, privateAddresses)
  }
}
