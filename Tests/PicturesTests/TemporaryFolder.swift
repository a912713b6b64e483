import Foundation

/// A folder of a test's own, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "dramatis-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The names of everything inside, hidden files too.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  func write(_ name: String, _ data: Data) throws {
    try data.write(to: URL(filePath: "\(path)/\(name)"))
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
  }
}
