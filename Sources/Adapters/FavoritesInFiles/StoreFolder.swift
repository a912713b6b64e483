import Favorites
import Glibc
import Synchronization
import System

/// The folder of a store, with a subfolder for each two digits that visitors' ids begin with.
final class StoreFolder: Sendable {
  let root: String
  /// The lists that visitors named in versions 0.9 to 0.14; nil in that.
  let lists: StoreFolder?
  let system: any FileSystem
  /// Seconds since 1970.
  let now: @Sendable () -> Int
  let log: any Log
  /// Subfolders that are on disk with their names, as far as this process has synced them.
  private let synced = Mutex<Set<String>>([])
  private let counted: Count

  /// Shared by a store and its lists.
  private final class Count: Sendable {
    /// Bytes of all files; nil before they are counted.
    let bytes = Mutex<Int?>(nil)
  }

  static let names = (0..<256).map { UInt8($0).hexDigits }

  convenience init(
    _ root: String, system: any FileSystem, now: @escaping @Sendable () -> Int, log: any Log
  ) {
    let count = Count()
    let lists = StoreFolder("\(root)/lists", nil, count, system, now, log)
    self.init(root, lists, count, system, now, log)
  }

  private init(
    _ root: String, _ lists: StoreFolder?, _ counted: Count, _ system: any FileSystem,
    _ now: @escaping @Sendable () -> Int, _ log: any Log
  ) {
    (self.root, self.lists, self.counted) = (root, lists, counted)
    (self.system, self.now, self.log) = (system, now, log)
  }

  func path(of name: FileName) -> String { "\(folder(of: name))/\(name.text)" }

  /// A file's path for the log, without most digits of the id.
  func shortPath(of name: FileName) -> String { "\(folder(of: name))/\(name.visitor)\(name.ending)" }

  private func folder(of name: FileName) -> String {
    if case .expired = name { expiredFolder } else { folder(of: name.visitor) }
  }

  private var expiredFolder: String { "\(root)/expired" }

  func folder(of visitor: VisitorID) -> String { "\(root)/\(visitor.digits.prefix(2))" }

  /// All files of the store, without expired lists.
  var files: [FileName] { Self.names.flatMap { files(in: $0) } }

  var expired: [FileName] {
    files(in: "expired").filter { $0 == .list($0.visitor) }.map { .expired($0.visitor) }
  }

  func files(in folder: String) -> [FileName] {
    ((try? system.names(in: "\(root)/\(folder)")) ?? []).compactMap { FileName($0) }
  }

  /// Seconds since 1970 of a file's last change; nil if it is missing.
  func modified(_ name: FileName) -> Int? { try? system.modifiedAt(path(of: name)) }

  // MARK: Size

  /// Bytes of all files, in blocks as disks allocate them. Counts them at the first call.
  var totalSize: Int {
    counted.bytes.withLock { counted in
      let bytes = counted ?? sizeNow
      counted = bytes
      return bytes
    }
  }

  private var sizeNow: Int {
    (files + expired).reduce(lists?.sizeNow ?? 0) { $0 + size(of: $1) }
  }

  /// The same if it has been counted. Never waits.
  var knownSize: Int? { counted.bytes.withLockIfAvailable { $0 } ?? nil }

  /// Bytes of a visitor's list and its backup, with those of the lists that the visitor named.
  func size(of visitor: VisitorID) -> Int {
    size(of: .list(visitor)) + size(of: .backup(visitor)) + (lists?.size(of: visitor) ?? 0)
  }

  func size(of name: FileName) -> Int { (try? system.room(of: path(of: name))) ?? 0 }

  /// Counts bytes that a change has added or freed.
  func add(_ bytes: Int) { counted.bytes.withLock { $0? += bytes } }

  /// Removes a file, and counts the bytes that this frees.
  func remove(_ name: FileName) throws(SystemError) {
    let bytes = size(of: name)
    try system.remove(path(of: name))
    add(-bytes)
  }

  // MARK: Making folders

  /// Makes a visitor's folder and syncs it to disk. Free after the first time.
  ///
  /// An existing folder is synced into its parent too: the process that made it may have been killed before.
  func settle(_ visitor: VisitorID) throws(SystemError) {
    let folder = folder(of: visitor)
    if synced.withLock({ $0.contains(folder) }) { return }
    try settleRoot()
    try make(folder)
    try system.syncFolder(root)
    _ = synced.withLock { $0.insert(folder) }
  }

  /// Makes the folder of the store and syncs it to disk.
  func settleRoot() throws(SystemError) {
    try make(root)
    try system.syncFolder(Self.parent(of: root))
  }

  func settleExpired() throws(SystemError) {
    try make(expiredFolder)
    try system.syncFolder(root)
  }

  /// Restores a folder that was removed.
  func settleAgain(_ visitor: VisitorID) throws(SystemError) {
    _ = synced.withLock { $0.remove(folder(of: visitor)) }
    try settle(visitor)
  }

  /// Makes a folder and its missing parents.
  private func make(_ folder: String) throws(SystemError) {
    do throws(SystemError) {
      try makeUnlessThere(folder)
    } catch {
      let parent = Self.parent(of: folder)
      guard error.isMissing, parent != folder else { throw error }
      try make(parent)
      // Folders above may be unreadable.
      try? system.syncFolder(Self.parent(of: parent))
      try makeUnlessThere(folder)
    }
  }

  private func makeUnlessThere(_ folder: String) throws(SystemError) {
    do throws(SystemError) {
      try system.makeFolder(folder)
    } catch {
      guard error.isThere else { throw error }
    }
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// The role of a file, by its name: `abcdef….json` and possible suffixes.
enum FileName: Equatable {
  case list(VisitorID)
  /// The list before its last change.
  case backup(VisitorID)
  /// Bytes that were not a list, set aside at a time in seconds since 1970.
  case corrupt(VisitorID, at: Int)
  /// A list that a process is writing, or left unfinished.
  case unfinished(VisitorID, process: Int32)
  /// A list that was unused for long, in a folder of its own.
  case expired(VisitorID)

  /// Nil for a file that is not the store's.
  init?(_ name: String) {
    guard let visitor = VisitorID(name.prefix(32)) else { return nil }
    let ending = name.dropFirst(32)
    let number = ending.split(separator: "-", maxSplits: 1).dropFirst().first
    var roles = [FileName.list(visitor), .backup(visitor)]
    if let number, let process = number.number(in: 0...Int32.max) {
      roles.append(.unfinished(visitor, process: process))
    }
    if let number, let time = number.number(in: 0...1 << 40) { roles.append(.corrupt(visitor, at: time)) }
    guard let role = roles.first(where: { $0.ending == ending }) else { return nil }
    self = role
  }

  var visitor: VisitorID {
    switch self {
    case .list(let visitor), .backup(let visitor), .corrupt(let visitor, _), .unfinished(let visitor, _),
      .expired(let visitor):
      visitor
    }
  }

  var text: String { visitor.digits + ending }

  var ending: String {
    switch self {
    case .list, .expired: ".json"
    case .backup: ".json.bak"
    case .corrupt(_, let time): ".json.corrupt-\(time)"
    case .unfinished(_, let process): ".json.new-\(process)"
    }
  }
}

extension SystemError {
  var obstacle: FavoritesError.Obstacle {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS, EACCES, EPERM: .readOnly
    case EMFILE, ENFILE: .tooManyOpenFiles
    default: .other(reason)
    }
  }
}
