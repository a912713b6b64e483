import Foundation
import TestSupport

/// A system program, run to its end.
struct Tool {
  let status: Int32
  /// Standard output and standard error.
  let output: String

  /// The program's path; nil if it is not installed.
  static func path(_ name: String) -> String? {
    ["/usr/bin", "/bin", "/usr/sbin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func has(_ names: String...) -> Bool { names.allSatisfy { path($0) != nil } }

  init(
    _ name: String, _ arguments: [String], folder: String = Program.resources,
    environment: [String: String] = ["PATH": "/usr/bin:/bin:/usr/sbin", "LC_ALL": "C.UTF-8"]
  ) throws {
    let files = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: Self.path(name) ?? name)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment.merging(Program.inherited) { given, _ in given }
    let said = try FileHandle(forWritingTo: URL(filePath: files.write("said", "")))
    process.standardOutput = said
    process.standardError = said
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = files.text("said")
  }
}
