import Fetching
import Files

/// Where the bytes of a picture come from: its host, or the folder that it is a file in.
struct PictureSource: Sendable {
  let rules: PictureRules
  /// Nil if nothing may be fetched.
  let fetcher: Fetcher?

  /// Whether there is a way to the picture at an address, as far as that is known beforehand.
  func reaches(_ address: String) -> Bool { fetcher != nil || isFile(address) }

  /// Blocks for the network or the disk.
  /// - Throws: `FetchError` or ``PictureFault``.
  func bytes(of address: String) throws -> [UInt8] {
    try isFile(address) ? contents(of: address) : answer(of: address)
  }

  private func isFile(_ address: String) -> Bool {
    rules.folder != nil && address.hasPrefix(EnclosedFolder.scheme)
  }

  private func contents(of address: String) throws -> [UInt8] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try rules.folder?.contents(at: address, limit: PictureRules.fileLimit) ?? []
    } catch {
      throw PictureFault(description: error.reason)
    }
    guard bytes.count <= PictureRules.fileLimit else {
      throw PictureFault(description: "it is larger than \(PictureRules.fileLimit >> 20) MB")
    }
    return bytes
  }

  private func answer(of address: String) throws -> [UInt8] {
    guard let fetcher else { throw FetchError.cancelled }
    let answer = try fetcher.get(
      address,
      rules: FetchRules(
        timeout: rules.timeout, byteLimit: rules.byteLimit, hosts: rules.hosts,
        privateAddresses: rules.privateAddresses ? .allowed : .refused))
    guard answer.isSuccess else { throw PictureFault(description: "status \(answer.status)") }
    return answer.body
  }
}

/// Why there is no picture at an address or in a file.
struct PictureFault: Error {
  let description: String
}
