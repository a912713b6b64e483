public import Catalogs
import Glibc
import System

/// The file in the state folder that keeps the ids of a show's entries.
public struct KnownIDsFile: Sendable {
  private let path: String
  private let joinsTitles: Bool
  private let warn: @Sendable (String) -> Void

  /// Bytes of the longest line: an id of 200 and a title of some thousand.
  private static let lineLimit = 1_200

  /// - Parameters:
  ///   - directory: the show's state folder.
  ///   - joinsTitles: whether several sources give the entries.
  public init(directory: String, joinsTitles: Bool, warn: @escaping @Sendable (String) -> Void) {
    path = "\(directory)/ids"
    self.joinsTitles = joinsTitles
    self.warn = warn
  }

  /// Makes the file where there is none.
  /// - Parameter isNew: whether no earlier version has used the state folder; the ids that one gave are kept.
  public func begin(isNew: Bool) {
    if access(path, F_OK) != 0 { replace(by: isNew ? Array(KnownIDs.beginning.utf8) : []) }
  }

  /// The catalog of a source's answer, whose entries keep the ids that are known; new ones are added.
  public func catalog(of content: FeedContent, by builder: CatalogBuilder) -> Catalog {
    let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? KnownIDs.beginning
    guard var known = KnownIDs(text: text) else {
      warn(
        "\(path) is of a newer version of the program: entries of the same title may change their addresses")
      return builder.catalog(of: content)
    }
    known.joinsTitles = joinsTitles
    let catalog = builder.catalog(of: content, keeping: &known)
    if known.isChanged { replace(by: Array(known.text.utf8)) }
    return catalog
  }

  /// The bytes of the file; nil if there is none that can be read.
  var bytes: [UInt8]? {
    do throws(SystemError) {
      return try DiskFileSystem().contents(of: path, limit: 2 * KnownIDs.limit * Self.lineLimit)
    } catch {
      if !error.isMissing { warn("cannot read \(path): \(error.reason)") }
      return nil
    }
  }

  func replace(by bytes: [UInt8]) {
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new").write(bytes)
    } catch {
      warn("cannot write \(path): \(error.reason); favorites may be lost when titles change")
    }
  }
}
