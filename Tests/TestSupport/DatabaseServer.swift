import Foundation
import Synchronization

/// A PostgreSQL of a test's own, which listens at a socket in a temporary folder only.
public final class DatabaseServer: Sendable {
  private let folder: TemporaryFolder
  private let process = Mutex<Process?>(nil)

  /// The folder of Debian's programs; nil if the package `postgresql` is not installed.
  public static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).compactMap { Int($0) }
    let folder = versions.max().map { "\(root)/\($0)/bin" }
    return folder.flatMap { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") ? $0 : nil }
  }()

  /// Whether tests can have one.
  public static var isInstalled: Bool { programs != nil }
  /// What a skipped test says.
  public static let isMissing = "the package postgresql is not installed"

  /// The one that tests of a process share, each with a database of its own.
  public static let shared = Result { () throws -> DatabaseServer in
    let server = try DatabaseServer()
    running.withLock { $0 = server }
    atexit { DatabaseServer.running.withLock { $0?.end() } }
    return server
  }
  private static let running = Mutex<DatabaseServer?>(nil)

  /// The files of an empty database, made once and copied for each server, which takes a tenth of the time.
  private static let template: Result<TemporaryFolder, any Error> = Result {
    let folder = try openFolder()
    let options = ["--auth=trust", "--username=dramatis", "--no-sync", "--encoding=UTF8"]
    try finish(process("initdb", ["--pgdata", "\(folder.path)/data"] + options))
    atexit { try? FileManager.default.removeItem(atPath: DatabaseServer.template.get().path) }
    return folder
  }

  public init() throws {
    folder = try Self.openFolder()
    let template = try Self.template.get()
    try Self.finish(Self.process("/bin/cp", ["--archive", "\(template.path)/data", data]))
    try start()
  }

  /// A standby of another server, as far as that one has come.
  public init(following primary: DatabaseServer) throws {
    folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let copied = Self.process(
      "pg_basebackup",
      ["--pgdata", data, "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--wal-method=stream"]
        + ["--dbname", primary.address("replication")])
    try copied.run()
    copied.waitUntilExit()
    guard copied.terminationStatus == 0 else { throw Failure(program: "pg_basebackup") }
    try start()
  }

  deinit { stop() }

  private func end() {
    stop()
    try? FileManager.default.removeItem(atPath: folder.path)
  }

  /// Where clients find it. They wait for it as long as for anything, but for the next host as they do in use.
  /// - Parameter others: that take its place while it is away.
  public func address(_ database: String = "postgres", or others: DatabaseServer...) -> String {
    let hosts = ([self] + others).map(\.folder.path).joined(separator: ",")
    let limit = others.isEmpty ? " connect_timeout=\(patience.components.seconds)" : ""
    return "host=\(hosts) user=dramatis dbname=\(database)\(limit)"
  }

  private struct Failure: Error { let program: String }

  /// A folder in which PostgreSQL's user may write too.
  private static func openFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    return folder
  }

  private static func finish(_ process: Process) throws {
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(program: process.arguments?.description ?? "") }
  }

  private var data: String { "\(folder.path)/data" }

  public func start() throws {
    let server = Self.process(
      "postgres", ["-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c", "fsync=off"])
    try server.run()
    process.withLock { $0 = server }
    try wait(for: "PostgreSQL to answer", every: 50) {
      let question = Self.process("pg_isready", ["--quiet", "--host", folder.path])
      try? question.run()
      question.waitUntilExit()
      return question.terminationStatus == 0
    }
  }

  /// Sends the server itself a signal, such as `SIGKILL`.
  public func send(_ signal: Int32) {
    process.withLock { if let id = $0?.processIdentifier { kill(id, signal) } }
  }

  /// Kills it and waits until it is gone.
  public func stop() {
    guard let process = process.withLock({ $0.take() }) else { return }
    kill(process.processIdentifier, SIGQUIT)
    process.waitUntilExit()
  }

  /// One of its programs, or that of a path, as a user that PostgreSQL accepts: not root.
  private static func process(_ name: String, _ arguments: [String]) -> Process {
    let process = Process()
    let program = name.hasPrefix("/") ? name : "\(programs ?? "")/\(name)"
    if getuid() == 0 {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments = ["--reuid=postgres", "--regid=postgres", "--clear-groups", program] + arguments
    } else {
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
    }
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}
