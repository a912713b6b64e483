import Synchronization
public import System

/// Ids of entries that the show had and has no more: who kept a favorite of one may bring it back from a file.
///
/// One id a line in one file. What cannot be read or written is reported, and known until the program ends.
public final class FormerEntries: Sendable {
  /// How many are known; then those go first that came first. A file of 4 MB at most.
  public static let limit = 20_000

  private struct State {
    /// Nil before the file is read.
    var ids: [String]?
    var known: Set<String> = []
  }

  /// Nil for those that are in memory only.
  private let path: String?
  private let system: any FileSystem
  private let report: @Sendable (String) -> Void
  /// Guards the ids; held while their file is read or written, by a feed's refresh or an import.
  private let state = Mutex(State())

  public init(
    path: String? = nil, system: any FileSystem = DiskFileSystem(),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.system = system
    self.report = report
  }

  /// May wait for a disk.
  public func contains(_ id: String) -> Bool {
    state.withLock { state in
      read(&state)
      return state.known.contains(id)
    }
  }

  /// Adds ids, those that are known already as well. May wait for a disk.
  public func add(_ ids: [String]) {
    guard !ids.isEmpty else { return }
    state.withLock { state in
      let old = read(&state)
      let new = ids.suffix(Self.limit).filter { Favorite.isID($0) && !state.known.contains($0) }
      guard !new.isEmpty else { return }
      keep(old + new, in: &state)
      write(state.ids ?? [])
    }
  }

  private func keep(_ ids: [String], in state: inout State) {
    let ids = ids.suffix(Self.limit)
    state.ids = Array(ids)
    state.known = Set(ids)
  }

  @discardableResult
  private func read(_ state: inout State) -> [String] {
    if let ids = state.ids { return ids }
    let ids = lines().filter { Favorite.isID($0) }
    keep(ids, in: &state)
    return ids
  }

  private func lines() -> [String] {
    guard let path else { return [] }
    do throws(SystemError) {
      let bytes = try system.contents(of: path, limit: Self.limit * (Favorite.idLimit + 1))
      return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    } catch {
      if !error.isMissing { report("cannot read \(path): \(error.reason)") }
      return []
    }
  }

  private func write(_ ids: [String]) {
    guard let path else { return }
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: system)
        .write(Array(ids.map { "\($0)\n" }.joined().utf8))
    } catch {
      report("cannot write \(path): \(error.reason)")
    }
  }
}
