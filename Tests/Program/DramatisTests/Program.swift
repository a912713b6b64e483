import Foundation
import TestSupport
import Testing

/// The built program as a child process, killed with its last reference.
final class Program {
  /// The program is in the folder of the test process.
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "dramatis").path
  /// The folder with `Templates` and `Public`.
  static let resources = projectFolder

  private let process = Process()
  private let arguments: [String]
  private let files: TemporaryFolder
  private let kept: TemporaryFolder?

  /// The variables of the tests' environment that are passed on: for sanitizers, and the zone, locale and day of a run.
  static let inherited = ProcessInfo.processInfo.environment.filter {
    [
      "TSAN_OPTIONS", "LSAN_OPTIONS", "LD_PRELOAD", "CLOCK_AHEAD", "PATH", "TZ", "LC_ALL", "TMPDIR",
    ].contains($0.key)
  }

  /// - Parameters:
  ///   - environment: all variables, in addition to those in `inherited`, and a home of its own.
  ///   - input: the text on standard input.
  ///   - listening: a socket to pass as systemd does.
  ///   - kept: a folder to keep while the program runs.
  ///   - path: the program's file.
  init(
    _ arguments: [String], environment: [String: String] = [:], folder: String? = nil, input: String = "",
    listening: Int32? = nil, keeping kept: TemporaryFolder? = nil, path: String = Program.path
  ) throws {
    self.kept = kept
    self.arguments = arguments
    files = try TemporaryFolder()
    for name in ["out", "err"] { try files.write(name, "") }
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment.merging(Self.inherited) { given, _ in given }
      .merging(["HOME": files.path]) { given, _ in given }
    process.currentDirectoryURL = URL(filePath: folder ?? Self.resources)
    if let listening {
      // LISTEN_PID is only known in the child.
      let script = "LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=web exec \"$0\" \"$@\" 3<&0 </dev/null"
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", script, path] + arguments
      process.standardInput = FileHandle(fileDescriptor: listening)
    } else {
      process.standardInput = try FileHandle(forReadingFrom: URL(filePath: files.write("in", input)))
    }
    process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(files.path)/out"))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(files.path)/err"))
    try process.run()
  }

  deinit {
    // The next program on the same folder must find its lock free.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  /// The process id.
  var number: Int32 { process.processIdentifier }

  var output: String { files.text("out") }
  var errors: String { files.text("err") }

  /// The exit status after the end; nil if a signal ended it.
  var status: Int32? {
    get async throws {
      try await wait(for: "the end of dramatis \(arguments)", until: { !process.isRunning })
      return process.terminationReason == .exit ? process.terminationStatus : nil
    }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The listening port; throws if the program ends before it listens.
  var port: UInt16 {
    get async throws {
      try await wait(for: "the address of dramatis \(arguments)") {
        output.contains("\n") || !process.isRunning
      }
      let line = output.prefix { $0 != "\n" }
      let host = line.hasPrefix("listening on ") ? line.split(separator: "/").dropFirst().first : nil
      return try #require(host?.split(separator: ":").last.flatMap { UInt16($0) }, "\(errors)")
    }
  }

  /// A finished health check, repeated if it timed out: its three seconds are too short for a machine that
  /// pauses.
  static func healthcheck(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> Program {
    var check = try Program(["healthcheck"] + arguments, environment: environment)
    try await wait(for: "an answer within the time of a check") {
      _ = try await check.status
      let isLate = check.errors.contains("did not answer in full within")
      if isLate { check = try Program(["healthcheck"] + arguments, environment: environment) }
      return !isLate
    }
    return check
  }

  /// The answer to a request; waits while a page says that the list is being read, which takes long on a busy machine.
  func get(_ target: String = "/") async throws -> Page {
    let port = try await port
    // A browser's request: others get no page about what isn't found.
    let headers = ["Accept: text/html"]
    var page = Page(port, target, headers)
    guard page.status == 503, page.header("Refresh") != nil else { return page }
    try await wait(for: "the list") {
      page = Page(port, target, headers)
      return page.header("Refresh") == nil
    }
    return page
  }

  /// All served entries, as JSON.
  func entries() async throws -> [[String: Any]] {
    var page = try await get("/entries.json?size=500")
    if page.status == 503 {
      try await wait(for: "the entries") {
        page = try await get("/entries.json?size=500")
        return page.status != 503
      }
    }
    let document = try JSONSerialization.jsonObject(with: Data(page.body)) as? [String: Any]
    return try #require(document?["entries"] as? [[String: Any]], "\(page.text)")
  }

  /// Titles of all served entries.
  func titles() async throws -> [String] { try await entries().compactMap { $0["title"] as? String } }

  /// Waits until the titles of all served entries are these.
  func serves(_ titles: [String]) async throws {
    try await wait(for: "the entries \(titles)") { try await self.titles() == titles }
  }

  /// Waits for words on standard error; throws if the program ends without them.
  func says(_ words: String) async throws {
    try await wait(for: "“\(words)” from dramatis \(arguments)") {
      errors.contains(words) || !process.isRunning
    }
    guard errors.contains(words) else { throw Silence(description: "it ended without “\(words)”: \(errors)") }
  }

  private struct Silence: Error, CustomStringConvertible {
    let description: String
  }
}
