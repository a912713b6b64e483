import Dispatch
import Feeds
import Operations
import System
import Website

/// The list that a show starts with, if it is read while the server listens already.
extension ServedShow {
  /// Seconds until a list that could not be read is tried again: the first pause and the longest.
  static let pauses = 60...3_600

  /// The reason why there is no list; nil if there is one, or one is being read.
  var fault: String? {
    if case .failed(let reason)? = site.status.provenance.loading?.state { reason } else { nil }
  }

  /// Serves the list that was read, or says why there is none and tries again later.
  func receive(_ outcome: ListLoad.Outcome) {
    do {
      serve(try outcome.get())
    } catch {
      fail(error)
    }
  }

  /// Reads the list again that could not be read.
  func readAgain() throws {
    guard let loading = site.status.provenance.loading else { return }
    loading.state = .reading("reading the list")
    let (loaded, sharing) = state.withLock { ($0.loaded, $0.sharing) }
    let display = ProgressDisplay.log(parts.log.info).noting(loading.note)
    do {
      serve(
        try ProgressDisplay.$current.withValue(display) {
          try parts.start(loaded, try parts.location(loaded), sharing: sharing)
        })
    } catch {
      loading.state = .failed("\(error)")
      throw error
    }
  }

  private func serve(_ start: FeedStart.Outcome) {
    meters.began(with: start)
    if let catalog = start.catalog {
      changes.sync { site.publish(catalog, provenance: start.provenance) }
    } else {
      site.status.provenance.loading?.state = .awaited
    }
    let isBegun = state.withLock { state in
      guard !state.isStopped else { return false }
      if !state.isBegun { state.start = start }
      return state.isBegun
    }
    if isBegun { keepFresh(after: start) }
  }

  /// - Parameter known: the fault that is in the log already.
  private func fail(_ error: any Error, knowing known: String? = nil) {
    let reason = "\(error)"
    site.status.provenance.loading?.state = .failed(reason)
    let (name, pause) = state.withLock { state in
      guard !state.isStopped, !state.isTryScheduled else { return (state.loaded.show.slug, Int?.none) }
      defer { state.pause = min(2 * state.pause, Self.pauses.upperBound) }
      state.isTryScheduled = true
      return (state.loaded.show.slug, state.pause)
    }
    if reason != known { parts.log.error("\(name) is not served: \(reason)") }
    guard let pause else { return }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(pause)) { [weak self] in
      self?.tryAgain()
    }
  }

  private func tryAgain() {
    state.withLock { $0.isTryScheduled = false }
    reads.sync {
      guard let fault, !state.withLock({ $0.isStopped }) else { return }
      do {
        try readAgain()
      } catch {
        fail(error, knowing: fault)
      }
    }
  }
}

extension Meters {
  /// Counts the answer that a show starts with.
  func began(with start: FeedStart.Outcome) {
    if start.origin == .feed { count(.changed) }
    answered(by: start.source)
  }
}
