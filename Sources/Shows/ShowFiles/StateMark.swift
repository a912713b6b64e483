import FoundationEssentials
import Glibc
import System

/// The file `lock` in a state folder: the process that uses the folder, and a mark that the folder is a show's.
public enum StateMark {
  /// The line that marks a folder.
  private static let mark = "dramatis"
  /// What versions before 1.0, which set no mark, wrote into the folder themselves.
  private static let signs: Set = ["catalog", "former-entries", "ids", "show"]
  /// What any version may have written before a start was cut off.
  private static let others: Set = ["accepted", "favorites", "lock", "pictures"]
  /// The names of files that the store of favorites writes, apart from its folders of lists.
  private static let storeNames: Set = [
    "clock", "clock.new", "expired", "key", "key.new", "lists", "uses", "uses.new",
  ]

  /// The contents of the file for this process.
  public static var bytes: [UInt8] { Array("\(getpid())\n\(mark)\n".utf8) }

  /// The reason why a path is no state folder, one sentence; nil for a folder that is new, empty, or a show's.
  ///
  /// Hidden names and those of an empty disk do not count.
  public static func refusal(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let other = "choose another with --state-dir"
    guard status.st_mode & S_IFMT == S_IFDIR else { return "the state folder \(path) is a file; \(other)" }
    // Whether a folder that can't be read can be used turns out when it is locked.
    let names = ((try? DiskFileSystem().names(in: path)) ?? []).filter {
      !$0.hasPrefix(".") && $0 != "lost+found"
    }
    let file = try? DiskFileSystem().contents(of: "\(path)/lock", limit: 64)
    let lines = file.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    if lines.count == 2, lines[1] == mark { return nil }
    let isLocked = file != nil && lines.count < 2 && lines.allSatisfy { $0.number(in: 1...Int32.max) != nil }
    func isSign(_ name: String) -> Bool {
      signs.contains(name) || [".snapshot", ".snapshot.new"].contains { name.hasSuffix($0) }
    }
    let isFormer =
      names.contains(where: isSign) || isStore("\(path)/favorites") || isEmpty("\(path)/pictures")
    let foreign = names.sorted().first { name in
      let name = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
      return !isSign(name) && !others.contains(name) && !name.hasSuffix(".json")
    }
    // A full disk leaves an empty lock.
    let isNumbered = isLocked && !lines.isEmpty
    if names.isEmpty || isNumbered && isFormer || foreign == nil && (isLocked || isFormer) { return nil }
    return "the folder \(path) is not a show's: it has \"\(foreign ?? names.sorted()[0])\"; "
      + "choose an empty or a new one with --state-dir"
  }

  /// Whether a folder holds only what the store of favorites writes; also an empty one, such as a volume.
  private static func isStore(_ path: String) -> Bool {
    guard let names = try? DiskFileSystem().names(in: path) else { return false }
    return names.filter { !$0.hasPrefix(".") && $0 != "lost+found" }.allSatisfy { name in
      storeNames.contains(name)
        || name.utf8.count == 2 && name.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
  }

  private static func isEmpty(_ path: String) -> Bool {
    (try? DiskFileSystem().names(in: path))?.allSatisfy { $0.hasPrefix(".") || $0 == "lost+found" } == true
  }
}

extension StateMark {
  /// Makes a folder, and marks it before anything else is written into it.
  /// - Throws: ``StateFolderRefusal`` for a folder that is not a show's. A folder that can't be written is no error.
  public static func begin(_ path: String) throws(StateFolderRefusal) {
    if let refusal = refusal(of: path) { throw StateFolderRefusal(refusal) }
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = open("\(path)/lock", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { return }
    _ = write(file, bytes, bytes.count)
    close(file)
  }
}

/// The reason why a folder is not used for a show's state; one sentence.
public struct StateFolderRefusal: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
