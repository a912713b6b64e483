import Fetching

extension PictureCache {
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
