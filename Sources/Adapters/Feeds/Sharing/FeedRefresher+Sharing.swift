import Catalogs

/// The visits of a replica: it looks at what is shared every few seconds, takes what is new, and asks the sources
/// itself only while it has the lease.
extension FeedRefresher {
  /// Seconds between two looks: others have an answer within this time, and their own.
  static let lookPause = 10.0

  /// What a replica remembers from one look to the next.
  struct Replica {
    let sharing: EditionSharing
    /// When it may ask the sources itself, by the refresher's clock.
    var due = -Double.infinity
    /// Whether it had no answer when it asked last.
    var hasFailed = false
    var refused: FeedAnswer.Digest?
    var trouble = FailureLog()
  }

  /// Looks once.
  func look(_ replica: inout Replica, _ history: inout SourceHistory) {
    let mayAsk = replica.due <= timing.elapsed()
    do throws(SharedEditionError) {
      // Who gets no answer leaves the lease to others until the next try.
      let view = try replica.sharing.look(leading: mayAsk || !replica.hasFailed)
      if let head = view.head, head.isShared {
        try take(head, &replica, &history)
      } else if view.head == nil, view.isLeading {
        try offer(replica.sharing, history)
      }
      if let line = replica.trouble.succeeded(at: timing.elapsed()) { report("shared edition: \(line)") }
      let isOwn = view.head?.isShared == false
      if mayAsk, isOwn || view.isLeading && isOld(view.head) { ask(&replica, &history) }
    } catch {
      let line = replica.trouble.failed("\(error)", pause: Self.lookPause, at: timing.elapsed())
      if let line { warn("shared edition: \(line)") }
      // With anything to serve, an outage of the database is waited for.
      if mayAsk, isEmpty, history.served == nil { ask(&replica, &history) }
    }
  }

  /// Whether it is time to ask again. What stands in for the feed is replaced as soon as that answers.
  private func isOld(_ head: SharedHead?) -> Bool {
    guard let head, head.source == 0 else { return true }
    return Double(head.age) >= Double(interval) * 0.9
  }

  private func ask(_ replica: inout Replica, _ history: inout SourceHistory) {
    let (outcome, pause) = replica.sharing.edition.leading { refresh(&history) }
    replica.due = timing.elapsed() + pause
    replica.hasFailed = outcome == .failed
  }

  private func take(
    _ head: SharedHead, _ replica: inout Replica, _ history: inout SourceHistory
  ) throws(SharedEditionError) {
    guard sources.indices.contains(head.source), head.digest != replica.refused else { return }
    let source = sources[head.source]
    if history.isServed(head.digest, of: head.source) {
      guard history.takenAt != head.takenAt else { return }
      history.takenAt = head.takenAt
      source.snapshot.date(head.takenAt)
      return confirm(head.takenAt)
    }
    replica.refused = head.digest
    guard let (content, answer) = try replica.sharing.content(head, of: source) else {
      replica.refused = nil
      return
    }
    replica.refused = nil
    guard !isStopped else { return }
    let (label, now) = (sources.label(head.source), timing.elapsed())
    let line = history.answered(
      head.source, head.digest, count: content.entries.count, at: now, next: Double(interval))
    if let line { report("\(label): \(line)") }
    history.takenAt = head.takenAt
    report(sources.line(head.source, "\(content.inWords) from the edition of all replicas"))
    source.keep(answer) { warn("\(label): \($0)") }
    source.snapshot.date(head.takenAt)
    answered(head.source)
    publish(content, head.takenAt, head.digest)
  }

  /// Shares what this replica has from an earlier time, where nothing is shared yet.
  private func offer(_ sharing: EditionSharing, _ history: SourceHistory) throws(SharedEditionError) {
    guard let served = history.served, let kept = try? sources[served.source].snapshot.load(),
      kept.answer.digest == served.digest
    else { return }
    _ = try sharing.share(kept.answer, of: served.source, age: max(0, timing.now() - kept.takenAt))
  }
}
