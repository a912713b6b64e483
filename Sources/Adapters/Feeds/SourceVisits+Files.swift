import Catalogs
import System

/// Files and folders, which are read when they have changed.
extension SourceVisits {
  /// Reads a file or folder, and publishes its list.
  ///
  /// Nothing is read as long as a watched one is as it was. One that changes while it is read is read again once it
  /// has stopped changing.
  mutating func read(
    _ path: String, of index: Int, _ publish: (ListNews) -> Void
  ) throws(FeedError) -> RefreshOutcome {
    let isWatched = index == 0
    let now = timing.elapsed()
    if isWatched { history.watch?.look(at: now) }
    // After a failure the pages and the health have to hear that the list is served.
    let served = history.hasFailed(index) ? nil : history.digest(of: index)
    let isCurrent = isCurrent
    if isWatched, served != nil, history.watch?.isRead == true, isCurrent { return .unchanged }
    let state = isWatched ? history.watch?.state : nil
    let list: ReadList
    do throws(FeedError) {
      list = try store.read(
        sources[index], at: index, .location, at: path, .guarding, served: isCurrent ? served : nil,
        isNew: !isCurrent, replacing: history.served != nil
      ) { () throws(FeedError) in try FeedAnswer(path: path) }
    } catch {
      if let state {
        if DiskState(of: path) != state { return .unchanged }
        history.watch?.note(state)
      }
      throw error
    }
    guard !way.isStopped else { throw .fetch(.cancelled) }
    if let state {
      if DiskState(of: path) != state { return .unchanged }
      let now = timing.elapsed()
      if let count = list.count, history.isShort(count), history.watch?.isPatient(at: now) == true {
        return .unchanged
      }
      history.watch?.note(state)
    }
    if let count = list.count {
      history.shortening =
        history.isShort(count)
        ? SourceHistory.shortening(path, count, served: history.served?.count ?? 0) : nil
      if let words = history.shortening { log.warning("\(list.source.label): \(words)") }
    }
    return take(list, takenAt: nil, publish)
  }
}
