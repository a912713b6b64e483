import Catalogs

/// The visits of a replica: it reads the shared edition every few seconds and publishes new answers; while it has
/// the lease, it asks the sources.
extension SourceVisits {
  /// Seconds between two visits.
  static let lookPause = 10.0

  /// The state of a replica between two visits.
  struct Replica {
    let sharing: EditionSharing
    /// Whether there was nothing to serve at the start.
    let isEmpty: Bool
    /// When it may ask the sources itself, by the refresher's clock.
    var due = -Double.infinity
    /// Whether it asked in vain the last time.
    var hasFailed = false
    /// The shared answer that cannot be used.
    var refused: FeedAnswer.Digest?
    var trouble = FailureLog()
  }

  /// Visits the shared edition once.
  /// - Returns: the seconds until the next time.
  mutating func look(_ publish: (ListNews) -> Void) -> Double {
    guard var replica else { return Self.lookPause }
    let mayAsk = replica.due <= timing.elapsed()
    var isAsked = false
    do throws(SharedEditionError) {
      // A replica without an answer leaves the lease to others until its next try.
      let view = try replica.sharing.look(leading: mayAsk || !replica.hasFailed)
      if let head = view.head, head.isShared {
        try take(head, &replica, publish)
      } else if view.head == nil, view.isLeading {
        try offer(replica.sharing)
      }
      if let line = replica.trouble.succeeded(at: timing.elapsed()) { log.info("shared edition: \(line)") }
      let isOwn = view.head?.isShared == false
      isAsked = mayAsk && (isOwn || view.isLeading && isOld(view.head))
    } catch {
      let line = replica.trouble.failed(
        "\(error)", next: "asking again in \(Int(Self.lookPause)) s", at: timing.elapsed())
      if let line { log.warning("shared edition: \(line)") }
      // An outage of the database is waited out while there is anything to serve.
      isAsked = mayAsk && replica.isEmpty && history.served == nil
    }
    if isAsked {
      let (outcome, pause) = replica.sharing.edition.leading { visit(publish) }
      replica.due = timing.elapsed() + pause
      replica.hasFailed = outcome == .failed
    }
    self.replica = replica
    return Self.lookPause
  }

  /// Whether it is time to ask again. The answer of an alternative is always old.
  private func isOld(_ head: SharedHead?) -> Bool {
    guard let head, head.source == 0 else { return true }
    return Double(head.age) >= Double(timing.interval) * 0.9
  }

  private mutating func take(
    _ head: SharedHead, _ replica: inout Replica, _ publish: (ListNews) -> Void
  ) throws(SharedEditionError) {
    guard sources.indices.contains(head.source), head.digest != replica.refused else { return }
    let source = sources[head.source]
    if history.isServed(head.digest, of: head.source), !store.hasPassed(at: timing.now()) {
      guard history.takenAt != head.takenAt else { return }
      history.takenAt = head.takenAt
      source.snapshot.date(head.takenAt)
      return publish(.confirmed(takenAt: head.takenAt))
    }
    let draft: CatalogDraft?
    do throws(SharedEditionError) {
      draft = try replica.sharing.take(head, of: source, store, log)
    } catch {
      if error.isFinal { replica.refused = head.digest }
      throw error
    }
    guard let draft, !way.isStopped else { return }
    accept(head.digest, of: head.source, count: draft.count)
    history.takenAt = head.takenAt
    publish(.catalog(store.keep(draft, of: head.source), takenAt: head.takenAt))
  }

  /// Shares an earlier answer of this replica, where nothing is shared yet.
  private func offer(_ sharing: EditionSharing) throws(SharedEditionError) {
    guard let served = history.served, let kept = try? sources[served.source].snapshot.load(),
      kept.answer.digest == served.digest
    else { return }
    _ = try sharing.share(
      kept.answer, of: served.source, ids: store.ids.bytes, age: max(0, timing.now() - kept.takenAt))
  }
}
