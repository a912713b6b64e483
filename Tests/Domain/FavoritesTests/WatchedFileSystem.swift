import Dispatch
import Glibc
import Synchronization
import System

/// The real file system, which tells what it was asked for, and fails or dawdles as a test wishes.
final class WatchedFileSystem: FileSystem {
  /// One call: what was done, and the last part of the path.
  struct Call: Hashable, CustomStringConvertible {
    let name: String
    let file: String

    var description: String { "\(name) \(file)" }
  }

  private struct State {
    var calls: [Call] = []
    var paths: [Int32: String] = [:]
    var failures: [String: Int32] = [:]
    var bytesAtOnce = Int.max
    var beforeSync: (@Sendable (String) -> Void)?
  }

  private let disk = DiskFileSystem()
  private let state = Mutex(State())

  /// What was asked for since the last time this was asked.
  func calls() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  /// Lets every call of that name fail from now on; with 0, work again.
  func fail(_ name: String, with code: Int32) {
    state.withLock { $0.failures[name] = code == 0 ? nil : code }
  }

  /// Lets no write take more bytes than these.
  func writeAtOnce(_ bytes: Int) {
    state.withLock { $0.bytesAtOnce = bytes }
  }

  /// Runs before every sync of a file, with its name.
  func beforeSync(_ action: (@Sendable (String) -> Void)?) {
    state.withLock { $0.beforeSync = action }
  }

  func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try note("open", path)
    return try disk.contents(of: path, limit: limit)
  }

  func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    try note("create", path)
    return keep(try disk.create(path, permissions: permissions), path)
  }

  func syncFolder(_ path: String) throws(SystemError) {
    try note("sync folder", path)
    try disk.syncFolder(path)
  }

  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try note("write", path(of: descriptor))
    return try disk.write(descriptor, bytes.prefix(state.withLock { $0.bytesAtOnce }))
  }

  func sync(_ descriptor: Int32) throws(SystemError) {
    let path = path(of: descriptor)
    state.withLock { $0.beforeSync }?(path)
    try note("sync", path)
    try disk.sync(descriptor)
  }

  func close(_ descriptor: Int32) {
    _ = state.withLock { $0.paths.removeValue(forKey: descriptor) }
    disk.close(descriptor)
  }

  func rename(_ path: String, to other: String) throws(SystemError) {
    try note("rename", other)
    try disk.rename(path, to: other)
  }

  func link(_ path: String, to other: String) throws(SystemError) {
    try note("link", other)
    try disk.link(path, to: other)
  }

  func remove(_ path: String) throws(SystemError) {
    try note("remove", path)
    try disk.remove(path)
  }

  func makeFolder(_ path: String) throws(SystemError) {
    try note("make folder", path)
    try disk.makeFolder(path)
  }

  func modifiedAt(_ path: String) throws(SystemError) -> Int { try disk.modifiedAt(path) }

  func setModified(_ path: String, at seconds: Int) throws(SystemError) {
    try note("touch", path)
    try disk.setModified(path, at: seconds)
  }

  func room(of path: String) throws(SystemError) -> Int { try disk.room(of: path) }

  func names(in folder: String) throws(SystemError) -> [String] { try disk.names(in: folder) }

  private func keep(_ descriptor: Int32, _ path: String) -> Int32 {
    state.withLock { $0.paths[descriptor] = path }
    return descriptor
  }

  private func path(of descriptor: Int32) -> String {
    state.withLock { $0.paths[descriptor] ?? "?" }
  }

  private func note(_ name: String, _ path: String) throws(SystemError) {
    let file = path.split(separator: "/").last.map { String($0) } ?? "/"
    let failure = state.withLock { state in
      state.calls.append(Call(name: name, file: file))
      return state.failures[name]
    }
    if let failure { throw SystemError(code: failure) }
  }
}
