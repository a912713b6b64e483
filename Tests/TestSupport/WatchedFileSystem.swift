import Dispatch
import Glibc
import Synchronization
public import System

/// The real file system, which records calls, and delays or fails them for tests.
public final class WatchedFileSystem: FileSystem {
  /// A call, with the last part of its path.
  public struct Call: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public let file: String

    public var description: String { "\(name) \(file)" }
  }

  private struct State {
    var calls: [Call] = []
    var paths: [Int32: String] = [:]
    var failures: [String: (code: Int32, exception: String?)] = [:]
    var bytesAtOnce = Int.max
    var beforeSync: (@Sendable (String) -> Void)?
  }

  private let disk = DiskFileSystem()
  private let state = Mutex(State())

  public init() {}

  /// The calls since the last use of this function.
  public func calls() -> [Call] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  /// Fails every call of this name from now on; 0 ends that.
  /// - Parameter exception: a part of the paths that do not fail.
  public func fail(_ name: String, with code: Int32, except exception: String? = nil) {
    state.withLock { $0.failures[name] = code == 0 ? nil : (code, exception) }
  }

  /// Limits the bytes of each write.
  public func writeAtOnce(_ bytes: Int) {
    state.withLock { $0.bytesAtOnce = bytes }
  }

  /// Runs before every sync of a file, with its path.
  public func beforeSync(_ action: (@Sendable (String) -> Void)?) {
    state.withLock { $0.beforeSync = action }
  }

  public func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try note("open", path)
    return try disk.contents(of: path, limit: limit)
  }

  public func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    try note("create", path)
    return keep(try disk.create(path, permissions: permissions), path)
  }

  public func syncFolder(_ path: String) throws(SystemError) {
    try note("sync folder", path)
    try disk.syncFolder(path)
  }

  public func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try note("write", path(of: descriptor))
    return try disk.write(descriptor, bytes.prefix(state.withLock { $0.bytesAtOnce }))
  }

  public func sync(_ descriptor: Int32) throws(SystemError) {
    let path = path(of: descriptor)
    state.withLock { $0.beforeSync }?(path)
    try note("sync", path)
    try disk.sync(descriptor)
  }

  public func close(_ descriptor: Int32) {
    _ = state.withLock { $0.paths.removeValue(forKey: descriptor) }
    disk.close(descriptor)
  }

  public func rename(_ path: String, to other: String) throws(SystemError) {
    try note("rename", other)
    try disk.rename(path, to: other)
  }

  public func remove(_ path: String) throws(SystemError) {
    try note("remove", path)
    try disk.remove(path)
  }

  public func makeFolder(_ path: String) throws(SystemError) {
    try note("make folder", path)
    try disk.makeFolder(path)
  }

  public func modifiedAt(_ path: String) throws(SystemError) -> Int { try disk.modifiedAt(path) }

  public func setModified(_ path: String, at seconds: Int) throws(SystemError) {
    try note("touch", path)
    try disk.setModified(path, at: seconds)
  }

  public func room(of path: String) throws(SystemError) -> Int { try disk.room(of: path) }

  public func names(in folder: String) throws(SystemError) -> [String] { try disk.names(in: folder) }

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
    if let failure, failure.exception.map({ !path.contains($0) }) ?? true {
      throw SystemError(code: failure.code)
    }
  }
}
