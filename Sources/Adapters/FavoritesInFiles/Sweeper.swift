import Favorites
import Glibc
import Synchronization
import System

/// Deletes unused lists: after 400 days, and earlier when the files reach their limit in bytes.
final class Sweeper: Sendable {
  /// Runs its closure while no thread works on the visitor's file, or not at all.
  typealias WhenIdle = (VisitorID, () -> Void) -> Void

  /// Bytes of all files. Simultaneous changes may exceed it by their own size.
  let limit: Int
  private let files: ListFiles
  private let state = Mutex(State())

  private struct State {
    /// The position of the folder that the next sweep begins with.
    var nextFolder = 0
    /// Seconds since 1970 of the next search for lists to evict.
    var nextEviction = 0
  }

  /// Seconds: 400 days, longer than the cookie lives.
  private static let listAge = 400 * 86_400
  /// Seconds after which an unfinished file is abandoned.
  private static let writingAge = 3_600
  /// Seconds since 1970. A machine without a battery starts in that year; until its clock is set, the times of
  /// its files are lower than this.
  private static let firstTime = 1_600_000_000
  /// Seconds after which a list that was never used again may be evicted. Uses are recorded once a day.
  private static let neverUsedAge = 86_400
  /// Seconds without a use after which any other list may be evicted.
  private static let usedAge = 30 * 86_400
  /// Seconds between searches after an unsuccessful one, because looking at all files takes long.
  private static let pause = 600

  init(_ files: ListFiles, limit: Int) {
    (self.files, self.limit) = (files, limit)
  }

  private var folder: StoreFolder { files.folder }

  // MARK: Sweeping

  /// Deletes up to `limit` files, continuing where the last sweep ended, for one round of the folders at most.
  /// - Returns: the number of files deleted.
  func sweep(limit: Int, whenIdle: WhenIdle) -> Int {
    var left = limit
    let first = state.withLock { $0.nextFolder }
    for position in first..<first + StoreFolder.names.count {
      let position = position % StoreFolder.names.count
      state.withLock { $0.nextFolder = position }
      for name in expired(in: StoreFolder.names[position]) {
        guard left > 0 else { return limit }
        whenIdle(name.visitor) { left -= delete(name) ? 1 : 0 }
      }
    }
    return limit - left
  }

  /// Expired files of a folder, backups before lists: a backup alone would be taken for the list.
  private func expired(in folder: String) -> [FileName] {
    let expired = self.folder.files(in: folder).filter(isExpired)
    return expired.filter { $0 != .list($0.visitor) } + expired.filter { $0 == .list($0.visitor) }
  }

  private func isExpired(_ name: FileName) -> Bool {
    switch name {
    case .list: age(name) >= Self.listAge
    // Its list, if there is one, counts for both.
    case .backup(let visitor): min(age(name), age(.list(visitor))) >= Self.listAge
    case .corrupt(_, let time): folder.now() - time >= Self.listAge
    case .unfinished(_, let process):
      process != getpid() && kill(process, 0) != 0 && errno == ESRCH || age(name) >= Self.writingAge
    }
  }

  /// Seconds since the last change; endless for a missing file.
  private func age(_ name: FileName) -> Int {
    guard let modified = folder.modified(name) else { return .max }
    guard modified >= Self.firstTime else {
      try? folder.system.setModified(folder.path(of: name), at: folder.now())
      return 0
    }
    return folder.now() - modified
  }

  private func delete(_ name: FileName) -> Bool {
    // The visitor may have come back since the folder was listed.
    guard isExpired(name) else { return false }
    do throws(SystemError) {
      try folder.remove(name)
      return true
    } catch {
      if !error.isMissing {
        folder.log.warning("favorites: cannot delete \(folder.shortPath(of: name)): \(error.reason)")
      }
      return false
    }
  }

  // MARK: Evicting

  /// Whether the files may grow by so many bytes; evicts unused lists if necessary.
  func hasRoom(for bytes: Int, whenIdle: WhenIdle) -> Bool {
    if folder.totalSize + bytes <= limit { return true }
    let now = folder.now()
    let isDue = state.withLock { state in
      guard now >= state.nextEviction else { return false }
      state.nextEviction = now + Self.pause
      return true
    }
    guard isDue else { return false }
    evict(for: bytes, now, whenIdle)
    guard folder.totalSize + bytes <= limit else { return false }
    state.withLock { $0.nextEviction = 0 }
    return true
  }

  /// Frees a tenth more than necessary, so that this is not repeated for every new visitor.
  private func evict(for bytes: Int, _ now: Int, _ whenIdle: WhenIdle) {
    let goal = limit - limit / 10 - bytes
    var count = 0
    for visitor in unusedVisitors(now) {
      guard folder.totalSize > goal else { break }
      whenIdle(visitor) {
        guard use(of: visitor, now) != nil, (try? files.store(nil, of: visitor)) != nil else { return }
        count += 1
      }
    }
    folder.log.warning(
      "favorites: \(limit >> 20) MB limit reached; deleted \(count) unused lists; raise it with --favorites-space"
    )
  }

  private typealias Use = (last: Int, isRepeated: Bool)

  /// Visitors whose lists may be evicted: first those who never came back, each group by its last use.
  private func unusedVisitors(_ now: Int) -> [VisitorID] {
    folder.files.compactMap { name -> (visitor: VisitorID, use: Use)? in
      guard case .list(let visitor) = name, let use = use(of: visitor, now) else { return nil }
      return (visitor: visitor, use: use)
    }
    .sorted { ($0.use.isRepeated ? 1 : 0, $0.use.last) < ($1.use.isRepeated ? 1 : 0, $1.use.last) }
    .map(\.visitor)
  }

  /// The last use of a list that may be evicted, and whether there were earlier ones; nil for any other list.
  ///
  /// A list has a backup once it is changed, or read on another day than that of its first favorite.
  private func use(of visitor: VisitorID, _ now: Int) -> Use? {
    guard let last = folder.modified(.list(visitor)), last >= Self.firstTime else { return nil }
    let isRepeated = folder.modified(.backup(visitor)) != nil
    return now - last >= (isRepeated ? Self.usedAge : Self.neverUsedAge) ? (last, isRepeated) : nil
  }
}
