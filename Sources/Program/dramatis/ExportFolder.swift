import FoundationEssentials
import Glibc

/// A new or empty folder that is filled as a whole or not at all.
struct ExportFolder {
  private let path: String

  /// - Throws: ``StartError`` if something is there already.
  init(_ path: String) throws(StartError) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    var isFolder = false
    guard FileManager.default.fileExists(atPath: self.path, isDirectory: &isFolder) else { return }
    let names = isFolder ? try? FileManager.default.contentsOfDirectory(atPath: self.path) : nil
    guard names?.isEmpty == true else {
      throw StartError("\(self.path) is not an empty folder; export writes into a new or empty one")
    }
  }

  /// Has files written into a folder beside it, which takes its name once all of them are there.
  /// - Parameter body: writes files by their paths in the folder.
  func fill<Result>(
    _ body: (_ write: @escaping (String, [UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    let unfinished = "\(path).unfinished-\(getpid())"
    guard mkdir(unfinished, 0o755) == 0 else { throw fault(unfinished) }
    do {
      let result = try body { name, bytes in try write(bytes, to: "\(unfinished)/\(name)") }
      // Takes the place of an empty folder too.
      guard rename(unfinished, path) == 0 else { throw fault(path) }
      return result
    } catch {
      try? FileManager.default.removeItem(atPath: unfinished)
      throw error
    }
  }

  private func write(_ bytes: [UInt8], to file: String) throws {
    let folder = file[..<(file.lastIndex(of: "/") ?? file.startIndex)]
    do {
      try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: file))
    } catch {
      throw fault(file)
    }
  }

  private func fault(_ file: String) -> StartError {
    StartError("cannot write \(file): \(String(cString: strerror(errno)))")
  }
}
