import Foundation
import Glibc

/// A temporary folder, removed with its object.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "dramatis-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    // A small disk in it may be released later.
    for name in names { umount2("\(path)/\(name)", Int32(MNT_DETACH)) }
    try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Sorted names of all files and folders, hidden ones too.
  public var names: [String] { names(in: "") }

  /// Sorted names in a subfolder; empty if it is missing.
  public func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }

  /// Sorted paths of all files at any depth.
  public var files: [String] {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return paths.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// The contents of a file; nil if it is missing.
  public func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: "\(path)/\(name)").map { Array($0) }
  }

  /// The contents of a file; empty if it is missing.
  public func text(_ name: String) -> String {
    String(decoding: bytes(name) ?? [], as: UTF8.self)
  }

  /// Writes a file, creates its folders, and returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a text file in UTF-8.
  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String {
    try write(name, text.utf8)
  }

  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// The time of the last write, in whole seconds since 1970.
  public func modifiedAt(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
    return Int((attributes[.modificationDate] as? Date ?? .distantPast).timeIntervalSince1970)
  }

  public func setModified(_ name: String, at seconds: Int) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: TimeInterval(seconds))],
      ofItemAtPath: "\(path)/\(name)")
  }
}
