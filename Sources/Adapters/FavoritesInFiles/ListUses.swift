import Favorites
import Synchronization
import System

/// The networks that lists came from, and how they were used: `favorites/uses`, a line for each list.
///
/// The file is written at most once a minute, with a change, and with each sweep. Lists that are missing in it, as all
/// are without it, count as those of a network each.
final class ListUses: Sendable {
  private struct State {
    /// Nil before the file is read.
    var uses: [VisitorID: ListUse]?
    var isChanged = false
    /// Seconds of the monotonic clock.
    var writtenAt: Double?
  }

  private let folder: StoreFolder
  private let state = Mutex(State())
  /// Held while the file is written.
  private let writing = Mutex(())

  private static let pause = 60.0

  init(_ folder: StoreFolder) { self.folder = folder }

  private var path: String { "\(folder.root)/uses" }

  subscript(visitor: VisitorID) -> ListUse? { with { uses, _ in uses[visitor] } }

  /// Whether a list may be of another site.
  func hasOthers(besides site: UInt16) -> Bool {
    with { uses, _ in uses.values.contains { $0.network?.site != site } }
  }

  /// Notes a use of a list.
  /// - Parameters:
  ///   - since: the first use of a list that is not in the file, in seconds since 1970.
  ///   - network: that of a visitor whose list has grown.
  func note(_ visitor: VisitorID, since: Int?, network: NetworkTag? = nil, isNew: Bool = false) {
    let now = folder.now()
    with { uses, isChanged in
      let known = uses[visitor]
      guard var use = known ?? since.map({ ListUse(since: $0) }) else { return }
      if !isNew { use.note(now: now) }
      use.network = network ?? use.network
      guard use != known else { return }
      (uses[visitor], isChanged) = (use, true)
    }
  }

  func remove(_ visitor: VisitorID) {
    with { uses, isChanged in if uses.removeValue(forKey: visitor) != nil { isChanged = true } }
  }

  /// Forgets all lists but these: another process may have removed some.
  func keep(_ visitors: Set<VisitorID>) {
    with { uses, isChanged in
      let count = uses.count
      uses = uses.filter { visitors.contains($0.key) }
      if uses.count < count { isChanged = true }
    }
  }

  private func with<Result>(_ body: (inout [VisitorID: ListUse], inout Bool) -> Result) -> Result {
    state.withLock { state in
      var uses = state.uses ?? read()
      state.uses = nil
      defer { state.uses = uses }
      return body(&uses, &state.isChanged)
    }
  }

  private func read() -> [VisitorID: ListUse] {
    let bytes = (try? folder.system.contents(of: path, limit: 1 << 30)) ?? []
    var uses: [VisitorID: ListUse] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard parts.count == 4, let visitor = VisitorID(parts[0]), let since = parts[2].number(in: 0...1 << 40),
        let returned = parts[3].number(in: 0...9).flatMap(ListUse.Return.init)
      else { continue }
      let network = parts[1].number(in: 0...UInt16.max, radix: 16).map { NetworkTag(bits: $0) }
      uses[visitor] = ListUse(network: network, since: since, returned: returned)
    }
    return uses
  }

  /// Writes the file if it was changed. Not synced: its loss does no harm.
  /// - Parameter isUrgent: false to wait for the next change if it was written lately.
  func write(isUrgent: Bool) {
    let now = MonotonicClock.sinceBoot.seconds
    let changed = state.withLock { state -> [VisitorID: ListUse]? in
      guard state.isChanged, isUrgent || now - (state.writtenAt ?? 0) >= Self.pause else { return nil }
      (state.isChanged, state.writtenAt) = (false, now)
      return state.uses
    }
    guard let changed else { return }
    let lines = changed.map { visitor, use in
      "\(visitor.digits) \(use.network?.bits.hexDigits ?? "-") \(use.since) \(use.returned.rawValue)\n"
    }
    writing.withLock { _ in
      let file = FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: folder.system)
      try? file.stage(Array(lines.joined().utf8), synced: false)
      try? file.commit()
    }
  }
}
