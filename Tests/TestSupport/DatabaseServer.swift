import Foundation
import Synchronization

/// A PostgreSQL server of a test, on a socket in a temporary folder.
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

  /// The server that all tests of a process share, each with its own database.
  public static let shared = Result { () throws -> DatabaseServer in
    let server = try DatabaseServer()
    running.withLock { $0 = server }
    atexit { DatabaseServer.running.withLock { $0?.end() } }
    return server
  }
  private static let running = Mutex<DatabaseServer?>(nil)

  /// The files of an empty database. Copying them takes a tenth of the time of creating them.
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

  /// A standby with a copy of another server.
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

  /// The connection string. Clients wait as long as tests do, but with several hosts as long as in
  /// production.
  /// - Parameter others: fallback servers.
  public func address(_ database: String = "postgres", or others: DatabaseServer...) -> String {
    let hosts = ([self] + others).map(\.folder.path).joined(separator: ",")
    let limit = others.isEmpty ? " connect_timeout=\(patience.components.seconds)" : ""
    return "host='\(hosts)' user=dramatis dbname=\(database)\(limit)"
  }

  private struct Failure: Error { let program: String }

  /// A folder that PostgreSQL's user may write to.
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

  /// Sends the server process a signal, such as `SIGKILL`.
  public func send(_ signal: Int32) {
    process.withLock { if let id = $0?.processIdentifier { kill(id, signal) } }
  }

  /// Kills the server and waits for its end.
  public func stop() {
    guard let process = process.withLock({ $0.take() }) else { return }
    kill(process.processIdentifier, SIGQUIT)
    process.waitUntilExit()
  }

  /// A program of PostgreSQL, or one given by path, as a user that PostgreSQL accepts: not root.
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
    // Its clock, locale and libraries are those of the machine, whatever the tests' are.
    process.environment = ProcessInfo.processInfo.environment.filter { ["PATH", "TMPDIR"].contains($0.key) }
    process.currentDirectoryURL = URL(filePath: "/")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }
}
