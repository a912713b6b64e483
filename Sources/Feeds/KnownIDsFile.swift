public import Catalogs
import Files

/// Where a show with several sources keeps the ids of its entries.
public struct KnownIDsFile: Sendable {
  private let path: String
  private let warn: @Sendable (String) -> Void

  /// Bytes of the longest line: an id of 100 and a title of some thousand.
  private static let lineLimit = 1_200

  /// - Parameter directory: the show's state folder.
  public init(directory: String, warn: @escaping @Sendable (String) -> Void) {
    path = "\(directory)/ids"
    self.warn = warn
  }

  /// The catalog of what a source said, whose entries keep the ids that are known; new ones are added.
  public func catalog(of content: FeedContent, by builder: CatalogBuilder) -> Catalog {
    var known = read()
    let catalog = builder.catalog(of: content, keeping: known)
    if known.add(catalog) { write(known) }
    return catalog
  }

  private func read() -> KnownIDs { KnownIDs(text: String(decoding: bytes, as: UTF8.self)) }

  /// What is in the file; nothing if there is none that can be read.
  var bytes: [UInt8] {
    do throws(SystemError) {
      return try DiskFileSystem().contents(of: path, limit: KnownIDs.limit * Self.lineLimit)
    } catch {
      if !error.isMissing { warn("cannot read \(path): \(error.reason)") }
      return []
    }
  }

  private func write(_ known: KnownIDs) { replace(by: Array(known.text.utf8)) }

  func replace(by bytes: [UInt8]) {
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new").write(bytes)
    } catch {
      warn("cannot write \(path): \(error.reason); favorites may be lost when another source answers")
    }
  }
}
