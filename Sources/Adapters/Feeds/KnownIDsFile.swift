import Catalogs
import Glibc
public import System

/// The file in the state folder that keeps the ids of a show's entries.
public struct KnownIDsFile: Sendable {
  private let path: String
  private let joinsTitles: Bool
  private let log: any Log

  /// Bytes of the longest line: an id of 200 and a title of about a thousand.
  private static let lineLimit = 1_200

  /// - Parameters:
  ///   - directory: the show's state folder.
  ///   - joinsTitles: whether several sources give the entries.
  public init(directory: String, joinsTitles: Bool, log: any Log) {
    path = "\(directory)/ids"
    self.joinsTitles = joinsTitles
    self.log = log
  }

  /// Creates a missing file.
  public func begin() { if access(path, F_OK) != 0 { replace(by: Array(KnownIDs.beginning.utf8)) } }

  /// Reads the ids; nil if they are of a newer version of the program.
  func known(in bytes: [UInt8]?) -> KnownIDs? {
    guard var known = KnownIDs(bytes ?? Array(KnownIDs.beginning.utf8)) else {
      log.warning(
        "\(path) is of a newer version of the program: entries of the same title may change their addresses")
      return nil
    }
    known.joinsTitles = joinsTitles
    return known
  }

  /// The bytes of the file; nil if it is missing or unreadable.
  var bytes: [UInt8]? {
    do throws(SystemError) {
      return try DiskFileSystem().contents(of: path, limit: 2 * KnownIDs.limit * Self.lineLimit)
    } catch {
      if !error.isMissing { log.warning("cannot read \(path): \(error.reason)") }
      return nil
    }
  }

  func replace(by bytes: [UInt8]) {
    log.keep(path, harm: "favorites may be lost when titles change, because \(path) cannot be written") {
      [path] in
      try FileReplacement(of: path, by: "\(path).new").write(bytes)
    }
  }
}
