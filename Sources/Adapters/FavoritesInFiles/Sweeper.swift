import Favorites
import Glibc
import Synchronization
import System

/// Expires unused lists after 400 days, and deletes lists earlier when the files reach their limit in bytes.
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
  /// The running time of the next search for lists to evict. Held during it: other changes wait for the room.
  private let eviction = Mutex(0)

  /// Seconds after which an unfinished file is abandoned.
  private static let writingAge = 3_600
  /// Seconds since 1970. A machine without a battery starts in that year; until its clock is set, the times of
  /// its files are lower than this.
  private static let firstTime = 1_600_000_000
  /// Seconds of running time between unsuccessful searches for lists to evict, because looking at all takes long.
  private static let pause = 600

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
    files.uses.keep(visitors)
    files.uses.write(isUrgent: true)
    let lists = visitors.count
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

  /// Admits a change by which a list grows to this one; deletes lists for it if necessary.
  /// - Throws: ``FavoritesError/noRoom(limit:)``.
  func admit(
    _ list: FavoriteList, for visitor: VisitorID, from address: IPAddress?, whenIdle: WhenIdle
  ) throws(FavoritesError) {
    let documents = list.stored(show: files.show)
    // The present list becomes the backup.
    let added = [(documents.favorites, folder), (documents.lists, folder.lists)].reduce(0) { sum, document in
      guard let bytes = document.0?.count, let folder = document.1 else { return sum }
      return sum + (bytes + 4_095) / 4_096 * 4_096 - folder.size(of: .backup(visitor))
    }
    if let address, growth.exceeds(adding: added, of: address.site, now: running()),
      files.uses.hasOthers(besides: files.tag(of: address).site)
    {
      if growth.isFirstReport(now: running()) { folder.log.warning(JSONFavorites.refusal(of: limit)) }
      throw .noRoom(limit: limit)
    }
    if folder.totalSize + added <= limit { return }
    let hasRoom = eviction.withLock { next in
      if folder.totalSize + added > limit, running() >= next {
        evict(for: added, whenIdle)
        next = folder.totalSize + added > limit ? running() + Self.pause : 0
      }
      return folder.totalSize + added <= limit
    }
    if !hasRoom { throw .noRoom(limit: limit) }
  }

  /// Counts a change that was made.
  func count(_ bytes: Int, from address: IPAddress?) {
    if let address { growth.add(bytes, of: address.site, now: running()) }
  }

  /// Frees a sixteenth more than necessary, so that this is not repeated for every change.
  private func evict(for bytes: Int, _ whenIdle: WhenIdle) {
    let goal = limit - limit / 16 - bytes
    var waiting = 0
    for name in folder.expired where folder.totalSize > goal { waiting += delete(name) ? 1 : 0 }
    if waiting > 0 { folder.log.warning("favorites: deleted \(waiting) expired lists for their room") }
    let holdings = folder.files.compactMap(holding)
    let others = folder.totalSize - holdings.reduce(0) { $0 + $1.bytes }
    var deleted: [Holding] = []
    for list in holdings.excess(over: max(0, goal - others)) {
      whenIdle(list.visitor) {
        if (try? files.discard(list.visitor)) != nil { deleted.append(list) }
      }
    }
    if !deleted.isEmpty || waiting == 0 { folder.log.warning(deleted.report(of: limit)) }
  }

  private func holding(_ name: FileName) -> Holding? {
    guard case .list(let visitor) = name, let modified = folder.modified(name) else { return nil }
    // A list of an earlier version has a backup once it was changed, or read on another day.
    let isUsedAgain = folder.modified(.backup(visitor)) != nil
    let use = files.uses[visitor] ?? ListUse(since: modified, returned: isUsedAgain ? .onTheSameDay : .never)
    return Holding(visitor: visitor, use: use, bytes: folder.size(of: visitor))
  }
}
