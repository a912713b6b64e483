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
    let isServed = history.served?.source == index && !history.hasFailed(index)
    let isCurrent = !store.isAccepting && !store.hasPassed(at: timing.now())
    if isWatched, isServed, history.watch?.isRead == true, isCurrent { return .unchanged }
    let state = isWatched ? history.watch?.state : nil
    let list: ReadList
    do throws(FeedError) {
      list = try read(path, of: index, isServed ? history.served?.digest : nil, history.served != nil)
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
    return take(list, from: path, of: index, publish)
  }

  /// A list that was read: not yet kept, or kept before, or the one that is served.
  private struct ReadList {
    let digest: FeedAnswer.Digest
    var draft: CatalogDraft?
    var kept: Catalog?

    /// Nil for the list that is served.
    var count: Int? { draft?.count ?? kept?.entries.count }
  }

  /// - Parameters:
  ///   - served: the digest of the list that is served, which is not built again.
  ///   - isReplacing: whether another list is served.
  private func read(
    _ path: String, of index: Int, _ served: FeedAnswer.Digest?, _ isReplacing: Bool
  ) throws(FeedError) -> ReadList {
    if let builders = sources[index].builders {
      let copy = try store.adopt(path, sources: builders)
      return ReadList(digest: copy.digest, kept: copy.catalog)
    }
    return try store.onDisk { () throws(FeedError) in
      let answer = try FeedAnswer(path: path)
      let digest = answer.digest
      if !store.isAccepting, !store.hasPassed(at: timing.now()) {
        if digest == served { return ReadList(digest: digest) }
        if let kept = store.kept(digest, of: index) { return ReadList(digest: digest, kept: kept) }
      }
      let draft = try store.build(
        answer, from: path, of: sources[index], at: index, .guarding, replacing: isReplacing)
      return ReadList(digest: digest, draft: draft)
    }
  }

  /// Serves a list from now on.
  private mutating func take(
    _ list: ReadList, from path: String, of index: Int, _ publish: (ListNews) -> Void
  ) -> RefreshOutcome {
    let source = sources[index]
    if let count = list.count {
      history.shortening =
        history.isShort(count)
        ? SourceHistory.shortening(path, count, served: history.served?.count ?? 0) : nil
      if let words = history.shortening { log.warning("\(source.label): \(words)") }
    }
    accept(list.digest, of: index, count: list.count ?? history.served?.count ?? 0)
    guard list.count != nil else { return .unchanged }
    if let draft = list.draft { log.info(source.line("\(draft.summary) from \(path)")) }
    let catalog = list.draft.map { store.keep($0, of: index) } ?? list.kept ?? store.empty
    publish(.catalog(catalog, takenAt: nil))
    return .changed
  }
}
