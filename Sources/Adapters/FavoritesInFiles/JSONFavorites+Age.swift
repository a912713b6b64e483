public import Favorites
import System

extension JSONFavorites {
  /// Seconds since 1970. A machine without a battery starts in that year; until its clock is set, the times of its
  /// files are lower than this.
  private static let firstTime = 1_600_000_000

  private var clockPath: String { "\(files.root)/clock" }

  /// Moves lists that were unused for 400 days into the folder `expired`, where they wait for their visitors, and deletes
  /// them 30 days of running time later; deletes what earlier versions, killed processes and damages have left.
  public func sweep() {
    let found = files.folders.flatMap { folder in names(in: folder).map { (folder, $0) } }
    // Versions up to 0.14 kept the networks of lists in it.
    try? files.system.remove("\(files.root)/uses")
    guard let clock = readClock(found) else { return }
    // A clock that is behind deletes nothing either.
    let time = min(clock.time, now())
    var (moved, deleted) = (0, 0)
    for (folder, name) in found {
      guard let visitor = VisitorID(name.prefix(32)), name.dropFirst(32).hasPrefix(".json") else { continue }
      let path = "\(files.root)/\(folder)/\(name)"
      let ending = name.dropFirst(37)
      if ending.isEmpty {
        moved += expire(visitor, in: folder, at: clock.time) {
          time - self.used(path, time) >= ExpiryClock.listAge
        }
      } else if ending == ".bak"
        || ending.hasPrefix(".new") && now() - used(path, time) >= 3_600
        || ending.hasPrefix(".corrupt-")
          && time - used(path, time) >= ExpiryClock.listAge + ExpiryClock.restAge
      {
        deleted += delete(path)
      }
    }
    for folder in ["expired", "lists/expired"] {
      for name in names(in: folder) {
        guard let visitor = VisitorID(name.prefix(32)), name.dropFirst(32) == ".json" else { continue }
        let path = "\(files.root)/\(folder)/\(name)"
        try? turns.take(visitor) { () throws(FavoritesError) in
          if clock.time - used(path, clock.time) >= ExpiryClock.restAge { deleted += delete(path) }
        }
      }
    }
    if moved + deleted > 0 {
      log.warning(
        "favorites: \(moved) lists were unused for 400 days and wait 30 days in \(files.root)/expired; "
          + "deleted \(deleted) files that had waited or were unfinished")
    }
  }

  private func names(in folder: String) -> [String] {
    (try? files.system.names(in: "\(files.root)/\(folder)")) ?? []
  }

  /// The clock, advanced to now and written; nil without lists.
  private func readClock(_ found: [(String, String)]) -> ExpiryClock? {
    var clock = state.withLock { $0.clock }
    if clock == nil, let text = try? files.system.contents(of: clockPath, limit: 100) {
      clock = ExpiryClock(String(decoding: text, as: UTF8.self), running: start.running)
    }
    if clock == nil {
      // Files that this process has written have times of a clock that may be wrong.
      let times = found.compactMap { try? files.system.modifiedAt("\(files.root)/\($0)/\($1)") }
      clock = times.filter { $0 < start.time }.max().map { ExpiryClock(time: $0, running: start.running) }
    }
    guard var clock else { return nil }
    clock.advance(to: running())
    state.withLock { [clock] in $0.clock = clock }
    try? FileReplacement(of: clockPath, by: "\(clockPath).new", permissions: 0o600, in: files.system)
      .write(Array("\(clock.text)\n".utf8))
    return clock
  }

  /// Seconds since 1970 of the last change.
  private func used(_ path: String, _ time: Int) -> Int {
    guard let modified = try? files.system.modifiedAt(path) else { return time }
    guard modified >= Self.firstTime || time < Self.firstTime else {
      try? files.system.setModified(path, at: time)
      return time
    }
    return modified
  }

  /// - Parameter isDue: whether the list is still unused: its visitor may have come back since the folder was listed.
  /// - Returns: 1 if it was moved.
  private func expire(_ visitor: VisitorID, in folder: String, at time: Int, _ isDue: () -> Bool) -> Int {
    guard isDue() else { return 0 }
    let expired = ListFiles.expired(of: folder)
    let (path, aside) = (files.path(of: visitor, in: folder), files.path(of: visitor, in: expired))
    return
      (try? turns.take(visitor) { () throws(FavoritesError) in
        guard isDue() else { return 0 }
        do throws(SystemError) {
          try files.settle(expired)
          // First, so that a list that has just come is not deleted.
          try files.system.setModified(path, at: time)
          try files.system.rename(path, to: aside)
          recent.withLock { $0.remove(visitor) }
          return 1
        } catch {
          log.warning("favorites: cannot move \(files.place(of: visitor, in: folder)): \(error.reason)")
          return 0
        }
      }) ?? 0
  }

  /// - Returns: 1 if it was deleted.
  private func delete(_ path: String) -> Int {
    let room = (try? files.system.room(of: path)) ?? 0
    guard (try? files.system.remove(path)) != nil else { return 0 }
    state.withLock { $0.size? -= room }
    return 1
  }
}

// MARK: Moving

/// A file's time is its version. Reading is safe while a process serves from the same files, writing is not.
extension JSONFavorites: FavoritesArchive {
  public func forEach(_ body: (Result<FavoritesRecord, FavoritesError>) -> Void) {
    let found = files.folders.flatMap { names(in: $0) }
    for visitor in Set(found.filter { $0.dropFirst(32) == ".json" }.compactMap { VisitorID($0.prefix(32)) }) {
      do throws(FavoritesError) {
        if let record = try record(of: visitor) { body(.success(record)) }
      } catch {
        body(.failure(error))
      }
    }
  }

  /// Nil if the files have just been removed.
  private func record(of visitor: VisitorID) throws(FavoritesError) -> FavoritesRecord? {
    var (list, version) = (FavoriteList(), Int?.none)
    for folder in [files.folder(of: visitor), "lists/\(files.folder(of: visitor))"] {
      guard let found = try files.contents(visitor, in: folder) else { continue }
      list = list.isEmpty ? found : list.joined(with: found)
      let modified = try? files.system.modifiedAt(files.path(of: visitor, in: folder))
      version = max(version ?? 1, modified ?? 1)
    }
    return version.map { FavoritesRecord(visitor: visitor, version: $0, list: list) }
  }

  public func take(_ records: [FavoritesRecord]) throws(FavoritesError) -> Int {
    var count = 0
    for record in records where try take(record) { count += 1 }
    return count
  }

  private func take(_ record: FavoritesRecord) throws(FavoritesError) -> Bool {
    let path = files.path(of: record.visitor, in: files.folder(of: record.visitor))
    let version = try? files.system.modifiedAt(path)
    guard record.version > version ?? (record.list.isEmpty ? .max : 0) else { return false }
    try files.store(
      record.list.isEmpty ? [] : record.list.exported(show: show), of: record.visitor, key)
    if !record.list.isEmpty { try? files.system.setModified(path, at: record.modifiedAt) }
    return true
  }
}
