import Fetching
import System

extension PictureCache {
  /// Starts a thread if there is work for it. Not with Dispatch, whose pool has 255 threads: fetches take long.
  func wakeWorkers(_ state: inout State) {
    guard state.isListed, !state.isStopped, state.queue.isNextAwaited != nil, state.fetching < rules.inAll,
      resources.beginFetching(isFirst: state.fetching == 0)
    else { return }
    state.fetching += 1
    if !startThread(in: threads, { [self] in work() }) { endWork(&state) }
  }

  /// Fetches until the queue is empty.
  private func work() {
    while let address = next() {
      let start = MonotonicClock.awake.seconds
      fetch(address)
      state.withLock { $0.queue.finish(address, after: MonotonicClock.awake.seconds - start) }
    }
  }

  private func next() -> String? {
    state.withLock { state in
      while !state.isStopped, let address = state.queue.popFirst() {
        if state.index.contains(PictureFile.name(of: address)) {
          // It was wanted before the folder was listed.
          state.queue.finish(address, after: 0)
          continue
        }
        wakeWorkers(&state)
        return address
      }
      endWork(&state)
      return nil
    }
  }

  private func endWork(_ state: inout State) {
    state.fetching -= 1
    resources.endFetching()
  }

  /// Fetches a picture and stores it.
  func fetch(_ address: String) {
    guard let picture = picture(from: address) else { return }
    tally(address) { $0.given += 1 }
    guard (try? keep(picture.bytes, address)) != nil else {
      count(PictureFault("cannot write to \(directory)"), of: address)
      return
    }
    state.withLock { $0.statistics.fetched += 1 }
    excuse(address, .fetching)
    prepareNext()
  }

  /// The picture that its source has; nil after a fault, which is logged.
  func picture(from address: String) -> Picture? {
    do throws(PictureFault) {
      guard let picture = Picture(try source.bytes(of: address)) else {
        throw PictureFault(
          "it is neither PNG nor JPEG, GIF, WebP, AVIF, HEIC, TIFF, SVG or an icon", weight: .broken)
      }
      return picture
    } catch {
      count(error, of: address)
      return nil
    }
  }

  private func count(_ fault: PictureFault, of address: String) {
    guard let weight = fault.weight else { return }
    tally(address) {
      $0.failed += 1
      $0.fault = fault.words(of: PictureSource.name(of: address))
    }
    state.withLock { $0.statistics.failed += 1 }
    // Reading a file costs little, so a folder never pauses.
    fail(
      address, .fetching, isFile(address) ? .minor : weight,
      "cannot \(isFile(address) ? "read" : "fetch") \(Self.loggedName(of: address)): \(fault.description)")
  }

  /// Counts a picture once, by its last answer.
  func tally(_ address: String, _ count: (inout SourceTally) -> Void) {
    if !isFile(address) { state.withLock { $0.faults.tally(address, count) } }
  }

  // MARK: Faults

  /// The address without its query, which may hold secrets.
  static func loggedName(of address: String) -> String {
    WebAddress(address).map { $0.host + $0.path } ?? String(address.prefix { $0 != "?" })
  }

  func hasFailed(_ key: String) -> Bool {
    let now = now()
    return state.withLock { $0.faults.pause(of: key, now: now) } != nil
  }

  /// Logs and counts a failure of an address or of one scaling of it, and pauses it and perhaps its source. Waiting
  /// fetches of a source that pauses are dropped.
  /// - Returns: whether the source pauses now.
  @discardableResult
  func fail(
    _ address: String, _ work: PictureFaults.Work, _ weight: SourcePauses.Fault, _ words: String,
    of scaling: PictureScaling? = nil
  ) -> Bool {
    let (source, key, now) = (PictureSource.name(of: address), address + (scaling?.suffix ?? ""), now())
    let outcome = state.withLock { state in
      let outcome = state.faults.fail(key, work, of: source, weight, words, now: now)
      // Under the same lock, or another thread would begin one of them.
      if outcome.isPausing, work == .fetching { _ = state.queue.removeWaiting(in: source) }
      return outcome
    }
    for line in outcome.lines { log.warning("pictures: \(line)") }
    if outcome.isFirst || outcome.isPausing { noteChange() }
    return outcome.isPausing
  }

  /// Records a success of a source, which ends its pause.
  func excuse(_ address: String, _ work: PictureFaults.Work) {
    let (source, now) = (PictureSource.name(of: address), now())
    if state.withLock({ $0.faults.excuse(source, work, now: now) }) { noteChange() }
  }
}
