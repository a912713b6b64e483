import Dispatch
import Feeds
import Operations
import System
import Website

/// The list that a show starts with, if it is read while the server listens already.
extension ServedShow {
  /// The reason why there is no list; nil if there is one, or one is being read.
  var fault: String? {
    if case .failed(let reason)? = site.status.provenance.loading?.state { reason } else { nil }
  }

  /// Serves the list that was read, or says why there is none and asks for it again later.
  func receive(_ outcome: ListLoad.Outcome) {
    do {
      serve(try outcome.get())
    } catch {
      parts.log.error("\(state.withLock { $0.loaded.show.slug }) is not served: \(error)")
      fail(error)
    }
  }

  /// Reads the list again, on a thread of its own, if its catalogue file was cut short; does so once an edition.
  func repair() {
    let loading = site.status.provenance.loading
    var last = loading
    state.withLock { swap(&$0.repaired, &last) }
    guard loading != nil, last != loading else { return }
    parts.log.error("feed: the catalogue file was cut short while it was served; reading the list again")
    startThread { [self] in
      reads.sync {
        state.withLock { $0.refresher.take() }?.stop()
        // The pages and the health say if it fails.
        try? readAgain()
      }
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
      fail(error)
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
    keepFreshOnceBegun(after: start)
  }

  private func fail(_ error: any Error) {
    site.status.provenance.loading?.state = .failed("\(error)")
    keepFreshOnceBegun(after: .failed)
  }

  private func keepFreshOnceBegun(after start: FeedStart.Outcome) {
    let isBegun = state.withLock { state in
      guard !state.isStopped else { return false }
      if !state.isBegun { state.start = start }
      return state.isBegun
    }
    if isBegun { keepFresh(after: start) }
  }
}

extension Meters {
  /// Counts the answer that a show starts with.
  func began(with start: FeedStart.Outcome) {
    if start.origin == .feed { count(.changed) }
    answered(by: start.source)
  }
}
