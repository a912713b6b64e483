import Synchronization
public import System

/// Ids of entries that the show had before: a visitor may restore favorites of them from an exported file.
///
/// One id a line in one file. If it cannot be read or written, that is logged, and ids are kept in memory.
public final class FormerEntries: Sendable {
  /// Ids that are kept, in a file of at most 4 MB; the oldest are dropped.
  public static let limit = 20_000

  private struct State {
    /// Nil before the file is read.
    var ids: [String]?
    var known: Set<String> = []
  }

  /// Nil for ids in memory only.
  private let path: String?
  private let system: any FileSystem
  private let log: any Log
  /// Guards the ids; held while their file is read or written, by a feed's refresh or an import.
  private let state = Mutex(State())

  public init(
    path: String? = nil, system: any FileSystem = DiskFileSystem(), log: any Log = SilentLog()
  ) {
    self.path = path
    self.system = system
    self.log = log
  }

  /// May block for the disk.
  public func contains(_ id: String) -> Bool {
    state.withLock { state in
      read(&state)
      return state.known.contains(id)
    }
  }

  /// Adds ids, ignoring known ones. May block for the disk.
  public func add(_ ids: [String]) {
    guard !ids.isEmpty else { return }
    state.withLock { state in
      read(&state)
      let new = ids.suffix(Self.limit).filter { Favorite.isID($0) && !state.known.contains($0) }
      guard !new.isEmpty else { return }
      keep((state.ids ?? []) + new, in: &state)
      write(state.ids ?? [])
    }
  }

  private func keep(_ ids: [String], in state: inout State) {
    let ids = ids.suffix(Self.limit)
    state.ids = Array(ids)
    state.known = Set(ids)
  }

  private func read(_ state: inout State) {
    guard state.ids == nil else { return }
    var bytes: [UInt8] = []
    if let path {
      do throws(SystemError) {
        bytes = try system.contents(of: path, limit: Self.limit * (Favorite.idLimit + 1))
      } catch {
        if !error.isMissing { log.warning("cannot read \(path): \(error.reason)") }
      }
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    keep(lines.filter { Favorite.isID($0) }, in: &state)
  }

  private func write(_ ids: [String]) {
    guard let path else { return }
    log.keep(
      path, harm: "the ids of removed entries are lost at a restart, because \(path) cannot be written"
    ) {
      [system] in
      try FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: system)
        .write(Array(ids.map { "\($0)\n" }.joined().utf8))
    }
  }
}
