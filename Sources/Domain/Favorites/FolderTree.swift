import Synchronization
import System

/// The folders that visitors' files lie in: one for each of the first two digits of the id.
final class FolderTree: Sendable {
  let root: String
  private let system: any FileSystem
  /// Folders that are on disk with their names, as far as this process has seen to it.
  private let settled = Mutex<Set<String>>([])

  static let names = (0..<256).map { number in
    String(number >> 4, radix: 16) + String(number & 15, radix: 16)
  }

  init(root: String, system: any FileSystem) {
    self.root = root
    self.system = system
  }

  func path(of name: FileName) -> String { "\(folder(of: name.visitor))/\(name.text)" }

  /// A file's path as it may stand in the log.
  func shortPath(of name: FileName) -> String {
    "\(root)/\(name.visitor.digits.prefix(2))/\(name.shortText)"
  }

  /// All files of ours that are there.
  var files: [FileName] {
    Self.names.flatMap { folder in
      ((try? system.names(in: "\(root)/\(folder)")) ?? []).compactMap { FileName($0) }
    }
  }

  func folder(of visitor: VisitorID) -> String { "\(root)/\(visitor.digits.prefix(2))" }

  /// Has a visitor's folder on disk. Costs nothing but the first time.
  ///
  /// A folder that is there is synced into its parent all the same: the process that made it may have been
  /// killed before it could.
  func settle(_ visitor: VisitorID) throws(SystemError) {
    let folder = folder(of: visitor)
    if settled.withLock({ $0.contains(folder) }) { return }
    try settleRoot()
    try make(folder)
    try system.syncFolder(root)
    _ = settled.withLock { $0.insert(folder) }
  }

  /// Has the folder of all folders on disk.
  func settleRoot() throws(SystemError) {
    try make(root)
    try system.syncFolder(Self.parent(of: root))
  }

  /// Makes good a folder that somebody has removed.
  func settleAgain(_ visitor: VisitorID) throws(SystemError) {
    _ = settled.withLock { $0.remove(folder(of: visitor)) }
    try settle(visitor)
  }

  /// Creates a folder and its missing parents.
  private func make(_ folder: String) throws(SystemError) {
    do {
      try makeUnlessThere(folder)
    } catch {
      let parent = Self.parent(of: folder)
      guard error.isMissing, parent != folder else { throw error }
      try make(parent)
      // Not every folder above is ours to read.
      try? system.syncFolder(Self.parent(of: parent))
      try makeUnlessThere(folder)
    }
  }

  private func makeUnlessThere(_ folder: String) throws(SystemError) {
    do {
      try system.makeFolder(folder)
    } catch {
      // Perhaps by another thread, just now.
      guard error.isThere else { throw error }
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
