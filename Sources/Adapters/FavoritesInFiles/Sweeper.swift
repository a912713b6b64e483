import Favorites
import Glibc
import Synchronization
import System

/// Expires unused lists after 400 days, and refuses new ones when the files reach their limit in bytes.
///
/// An expired list waits in `favorites/expired` for its visitor. Ages are those of ``ExpiryClock``, kept in
/// `favorites/clock`.
final class Sweeper: Sendable {
  /// Runs its closure while no thread works on the visitor's file, or not at all.
  typealias WhenIdle = (VisitorID, () -> Void) -> Void

  /// Bytes of all files. Simultaneous changes may exceed it by their own size.
  let limit: Int
  private let files: ListFiles
  /// The growth of each network's lists on this day of running time.
  private let growth: NetworkCounts
  /// Seconds for which the program has run.
  private let running: @Sendable () -> Int
  /// The start by the machine's clock and by the running time.
  private let start: (time: Int, running: Int)
  /// Nil before the file is read.
  private let clock = Mutex<ExpiryClock?>(nil)
  /// Whether the log has told that the room is taken.
  private let isFull = Mutex(false)

  /// Seconds after which an unfinished file is abandoned.
  private static let writingAge = 3_600
  /// Seconds since 1970. A machine without a battery starts in that year; until its clock is set, the times of
  /// its files are lower than this.
  private static let firstTime = 1_600_000_000

  init(_ files: ListFiles, limit: Int, running: @escaping @Sendable () -> Int) {
    (self.files, self.limit, self.running) = (files, limit, running)
    start = (files.folder.now(), running())
    growth = NetworkCounts(limit: JSONFavorites.share(of: limit), seconds: 86_400)
  }

  private var folder: StoreFolder { files.folder }

  // MARK: Sweeping

  /// Expires up to `limit` lists, and deletes up to `limit` files.
  /// - Returns: the number of both.
  func sweep(limit: Int, whenIdle: WhenIdle) -> Int {
    let all = folder.files
    let visitors = Set(all.map(\.visitor))
    let lists = visitors.count
    // Versions up to 0.14.0 kept the networks of lists in it.
    try? folder.system.remove("\(folder.root)/uses")
    var clock = readClock(all)
    clock?.advance(to: running())
    // A clock that is behind deletes nothing either.
    let time = min(clock?.time ?? 0, folder.now())
    let allowed = min(limit, clock?.allowance(of: lists) ?? 0)
    var (expired, deleted) = (0, 0)
    for name in folder.expired + all where isDue(name, time) {
      let isList = name == .list(name.visitor)
      guard isList ? expired < allowed : deleted < limit else { continue }
      whenIdle(name.visitor) {
        // The visitor may have come back since the folder was listed.
        guard isDue(name, time) else { return }
        if isList { expired += expire(name.visitor, time) ? 1 : 0 } else { deleted += delete(name) ? 1 : 0 }
      }
    }
    clock?.count(expired: expired)
    if let clock { write(clock) }
    if expired + deleted > 0 {
      folder.log.warning(
        "favorites: \(expired) of \(lists) lists were unused for 400 days and wait 30 days in "
          + "\(folder.root)/expired; deleted \(deleted) files that had waited or were unfinished")
    }
    return expired + deleted
  }

  private func readClock(_ all: [FileName]) -> ExpiryClock? {
    if let clock = clock.withLock(\.self) { return clock }
    let text = try? folder.system.contents(of: clockPath, limit: 100)
    let kept = text.flatMap { ExpiryClock(String(decoding: $0, as: UTF8.self), running: start.running) }
    // Files that this process has written have times of a clock that may be wrong.
    let times = kept == nil ? all.compactMap { folder.modified($0) }.filter { $0 < start.time } : []
    return kept ?? times.max().map { ExpiryClock(newest: $0, running: start.running) }
  }

  private var clockPath: String { "\(folder.root)/clock" }

  private func write(_ clock: ExpiryClock) {
    self.clock.withLock { $0 = clock }
    try? FileReplacement(of: clockPath, by: "\(clockPath).new", permissions: 0o600, in: folder.system)
      .write(Array("\(clock.text)\n".utf8))
  }

  private func isDue(_ name: FileName, _ time: Int) -> Bool {
    let age = ExpiryClock.listAge
    return switch name {
    case .list: time - used(name, time) >= age
    // Only without its list, and as late as that.
    case .backup(let visitor):
      folder.modified(.list(visitor)) == nil && time - used(name, time) >= age + ExpiryClock.restAge
    case .corrupt(_, let setAside): time - setAside >= age + ExpiryClock.restAge
    case .unfinished(_, let process):
      process != getpid() && kill(process, 0) != 0 && errno == ESRCH
        || time - used(name, time) >= Self.writingAge
    case .expired: time - used(name, time) >= ExpiryClock.restAge
    }
  }

  /// Seconds since 1970 of the last change.
  private func used(_ name: FileName, _ time: Int) -> Int {
    guard let modified = folder.modified(name) else { return time }
    guard modified >= Self.firstTime || time < Self.firstTime else {
      try? folder.system.setModified(folder.path(of: name), at: time)
      return time
    }
    return modified
  }

  private func expire(_ visitor: VisitorID, _ time: Int) -> Bool {
    do throws(SystemError) {
      try files.expire(visitor, at: time)
      return true
    } catch {
      folder.log.warning("favorites: cannot move \(folder.shortPath(of: .list(visitor))): \(error.reason)")
      return false
    }
  }

  private func delete(_ name: FileName) -> Bool {
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

  // MARK: Room

  /// Admits a change by which a list grows to this one.
  ///
  /// Once the room is taken, lists that exist may still grow, up to twice the limit.
  /// - Parameter isNew: whether the visitor has no list yet.
  /// - Throws: ``FavoritesError/noRoom(limit:)``.
  func admit(
    _ list: FavoriteList, for visitor: VisitorID, from address: IPAddress?, isNew: Bool
  ) throws(FavoritesError) {
    // The present list becomes the backup.
    let added =
      (list.exported(show: files.show).count + 4_095) / 4_096 * 4_096 - folder.size(of: .backup(visitor))
    if let address, growth.exceeds(adding: added, of: address.site, now: running()) {
      if growth.isFirstReport(now: running()) { folder.log.warning(JSONFavorites.refusal(of: limit)) }
      throw .noRoom(limit: limit)
    }
    let largest = isNew ? limit : limit.multipliedReportingOverflow(by: 2).overflow ? .max : 2 * limit
    guard folder.totalSize > largest - added else { return }
    let isFirst = isFull.withLock { isFull in
      defer { isFull = true }
      return !isFull
    }
    if isFirst {
      folder.log.warning(
        "favorites: the \(limit >> 20) MB of --favorites-space are taken; no new lists begin")
    }
    throw .noRoom(limit: limit)
  }

  /// Counts a change that was made.
  func count(_ bytes: Int, from address: IPAddress?) {
    if let address { growth.add(bytes, of: address.site, now: running()) }
  }
}
