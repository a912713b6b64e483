import Foundation
import TestSupport
import Testing

/// The built program as a process of its own; ended with its last reference, and gone then.
final class Program {
  /// Where the tests' own process lies, the program lies too.
  static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "dramatis").path
  /// The folder with `Templates` and `Public`.
  static let resources = projectFolder

  private let process = Process()
  private let arguments: [String]
  private let files: TemporaryFolder
  private let kept: TemporaryFolder?

  /// What a started program needs of the tests' own environment: most of it is for their sanitizer.
  static let inherited = ProcessInfo.processInfo.environment.filter {
    ["TSAN_OPTIONS", "LSAN_OPTIONS", "LD_PRELOAD", "PATH"].contains($0.key)
  }

  /// - Parameters:
  ///   - environment: all of it; of the tests' own only what their sanitizer needs is passed on.
  ///   - input: what it reads from standard input.
  ///   - listening: a socket that it gets as a service manager passes one.
  ///   - kept: a folder that it needs for as long as it runs.
  ///   - path: of a copy of it.
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
    process.currentDirectoryURL = URL(filePath: folder ?? Self.resources)
    if let listening {
      // The number of the process is known only once there is one.
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
    // Whoever starts the next on the same folder finds it free.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  /// The process's.
  var number: Int32 { process.processIdentifier }

  var output: String { files.text("out") }
  var errors: String { files.text("err") }

  /// Its exit status, once it has ended; nil when a signal has ended it.
  var status: Int32? {
    get async throws {
      try await wait(for: "the end of dramatis \(arguments)", until: { !process.isRunning })
      return process.terminationReason == .exit ? process.terminationStatus : nil
    }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Where it listens; throws where it ends before it does.
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

  /// A check of a show's health that has ended. It waits for three seconds, which is too little for a machine that
  /// stands still meanwhile: then it is made again.
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

  /// Its answer to a request.
  func get(_ target: String = "/") async throws -> Page { Page(try await port, target) }

  /// All entries that it serves, as JSON.
  func entries() async throws -> [[String: Any]] {
    let page = try await get("/entries.json?size=500")
    let document = try JSONSerialization.jsonObject(with: Data(page.body)) as? [String: Any]
    return try #require(document?["entries"] as? [[String: Any]], "\(page.text)")
  }

  /// Titles of all entries that it serves.
  func titles() async throws -> [String] { try await entries().compactMap { $0["title"] as? String } }

  /// Waits until these are the titles of all entries that it serves.
  func serves(_ titles: [String]) async throws {
    try await wait(for: "the entries \(titles)") { try await self.titles() == titles }
  }

  /// Waits until it says something on standard error, and throws what it has said when it ends without that.
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
