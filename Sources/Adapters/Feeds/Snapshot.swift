import FoundationEssentials
import Glibc
import System

/// The last good answer of a feed, kept verbatim on disk.
public struct Snapshot: Sendable {
  public let path: String

  /// - Parameters:
  ///   - directory: created with the first snapshot.
  ///   - kind: the feed's, so that no other kind reads its answers.
  public init(directory: String, kind: String) {
    path = "\(directory)/\(kind).snapshot"
  }

  /// Its time in seconds since 1970; nil without a snapshot, 0 if the time cannot be read.
  public var keptAt: Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? nil : 0 }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }

  /// The last good answer.
  public func load() throws(FeedError) -> FeedAnswer {
    var answer = try FeedAnswer(path: path)
    // The state folder has no pictures.
    answer.folder = nil
    return answer
  }

  /// The digest of the answer; nil without a usable snapshot.
  func digest() -> FeedAnswer.Digest? { FeedAnswer.digest(ofFile: path) }

  /// Updates the time of an answer that has just come again; saves it if the snapshot is missing or another, as after
  /// a full disk. Reads the file once.
  func confirm(_ answer: FeedAnswer) throws(FeedError) {
    if digest() != answer.digest || utimensat(AT_FDCWD, path, nil, 0) != 0 { try save(answer) }
  }

  /// Replaces the snapshot atomically, unless a newer program wrote it. Durable when it returns.
  ///
  /// - Throws: ``FeedError/unwritable(path:reason:)``; the old snapshot or the new one is then there, whole.
  public func save(_ answer: FeedAnswer) throws(FeedError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, reason: "the folder cannot be created")
    }
    try refuseNewer()
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new").write(pieces: answer.keptPieces)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Renames a damaged snapshot, keeps the last three of them, and returns the new path; nil if that fails.
  func setAside(at time: Int) -> String? {
    let destination = "\(path).corrupt-\(time)"
    guard rename(path, destination) == 0 else { return nil }
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let start = "\(file.lastPathComponent).corrupt-"
    let times = names.filter { $0.hasPrefix(start) }.compactMap {
      $0.dropFirst(start.count).number(in: 0...1 << 40)
    }
    for old in times.filter({ $0 != time }).sorted().dropLast(2) { unlink("\(path).corrupt-\(old)") }
    return destination
  }

  private func refuseNewer() throws(FeedError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 64)
    let count = max(0, pread(descriptor, &start, start.count, 0))
    guard let version = FeedAnswer.version(of: start[..<count]), version > FeedAnswer.version else { return }
    throw .unwritable(path: path, reason: FeedError.newer(version: version).description)
  }
}
