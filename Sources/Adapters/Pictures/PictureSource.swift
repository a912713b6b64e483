import Fetching
import System

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
}
