import Dispatch
import Fetching

extension PictureCache {
  /// Wakes an idle thread if there is work for it.
  func wakeWorkers(_ state: inout State) {
    guard state.isListed, !state.queue.isEmpty, let queue = state.idle.popLast() else { return }
    queue.async(group: threads) { [self] in work(on: queue) }
  }

  /// Fetches until nothing is waiting any more.
  private func work(on queue: DispatchQueue) {
    while let address = next(queue) {
      fetch(address)
      state.withLock { $0.queue.finish(address) }
    }
  }

  private func next(_ queue: DispatchQueue) -> String? {
    state.withLock { state in
      while !state.isStopped, let address = state.queue.popFirst() {
        if state.index[PictureFile.name(of: address)] != nil {
          // It was there all along; the list had not been read when it was wanted.
          state.queue.finish(address)
          continue
        }
        wakeWorkers(&state)
        return address
      }
      state.idle.append(queue)
      return nil
    }
  }

  private func fetch(_ address: String) {
    let fault: String
    do {
      let bytes = try source.bytes(of: address)
      if Picture(bytes) == nil {
        fault = "it is neither PNG nor JPEG, GIF, WebP, AVIF, SVG or an icon"
      } else {
        return try store(bytes, address)
      }
    } catch FetchError.cancelled {
      return
    } catch let error as FetchError {
      fault = error.description
    } catch let error as PictureFault {
      fault = error.description
    } catch {
      fault = "cannot write it to \(directory)"
    }
    fail(address)
    state.withLock { $0.statistics.failed += 1 }
    log("cannot fetch \(Self.loggedName(of: address)): \(fault)")
  }

  private func store(_ bytes: [UInt8], _ address: String) throws {
    try keep(bytes, address)
    state.withLock { $0.statistics.fetched += 1 }
    prepareNext()
  }

  // MARK: Faults

  /// Logs what is wrong with a picture, a few times an hour.
  func log(_ fault: String) {
    let now = Double(now())
    if let line = state.withLock({ $0.throttle.line(for: fault, at: now) }) { report("pictures: \(line)") }
  }

  /// Without the query, which may hold what does not belong into a log.
  static func loggedName(of address: String) -> String {
    WebAddress(address).map { $0.host + $0.path } ?? String(address.prefix { $0 != "?" })
  }

  /// Leaves an address alone for a while, or one scaling of it.
  func fail(_ key: String) {
    let now = now()
    if state.withLock({ $0.failures.insert(key, now: now) }) { noteChange() }
  }

  func hasFailed(_ key: String) -> Bool {
    let now = now()
    return state.withLock { $0.failures.pause(of: key, now: now) } != nil
  }
}
