import FoundationEssentials
import Glibc
import System

/// The last good answer of a feed, kept verbatim on disk.
public struct Snapshot: Sendable {
  public let path: String

  /// - Parameters:
  ///   - directory: made with the first snapshot, if it does not exist.
  ///   - kind: the feed's, so that one kind's answers are never read as another's.
  public init(directory: String, kind: String) {
    path = "\(directory)/\(kind).snapshot"
  }

  /// When it was kept, in seconds since 1970; nil if there is none, and 0 if that cannot be told.
  var keptAt: Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR ? nil : 0 }
    return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }

  /// The answer and when it was kept, in seconds since 1970; nil if there is none.
  public func load() throws(FeedError) -> (answer: FeedAnswer, takenAt: Int)? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    var answer = try FeedAnswer(path: path)
    // What came from elsewhere has no pictures here.
    answer.folder = nil
    return (answer, status.st_mtim.tv_sec)
  }

  /// What the answer's digest is, and when it was kept; nil if there is none that ``load()`` would give. Reads the
  /// file once and holds nothing of it.
  func digest() -> (digest: FeedAnswer.Digest, takenAt: Int)? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hash = StreamHash()
    var isFirst = true
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? (.init(hash), status.st_mtim.tv_sec) : nil }
      var start = 0
      if isFirst {
        let version = FeedAnswer.version(of: piece[..<count]) ?? .max
        guard version <= FeedAnswer.version else { return nil }
        let line = piece[..<count].firstIndex(of: UInt8(ascii: "\n"))
        start = version > 1 ? line.map { $0 + 1 } ?? count : 0
        isFirst = false
      }
      piece.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[start..<count])) }
    }
  }

  /// Notes that the feed has just given the kept answer again; keeps it where another one is there, or none,
  /// as after a time in which nothing could be written. Reads the file once.
  func confirm(_ answer: FeedAnswer) throws(FeedError) {
    if !holds(answer.kept) || utimensat(AT_FDCWD, path, nil, 0) != 0 { try save(answer) }
  }

  /// Notes when the answer that is kept was given, in seconds since 1970.
  func date(_ time: Int) {
    let times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, times, 0)
  }

  private func holds(_ bytes: [UInt8]) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes[...]
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 && rest.isEmpty }
      guard rest.starts(with: piece[..<count]) else { return false }
      rest = rest.dropFirst(count)
    }
  }

  /// Replaces the snapshot at one stroke; it is on disk when this returns. One of a newer program stays.
  ///
  /// - Throws: ``FeedError/unwritable(path:reason:)``; there is then the old snapshot or the new one, whole.
  public func save(_ answer: FeedAnswer) throws(FeedError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .unwritable(path: folder, reason: "the folder cannot be created")
    }
    try refuseNewer()
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new").write(answer.kept)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Moves a snapshot that cannot be read out of the way and returns its new path; nil if that fails.
  ///
  /// Only the last few of these are kept.
  func setAside(at time: Int) -> String? {
    let destination = "\(path).corrupt-\(time)"
    guard rename(path, destination) == 0 else { return nil }
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let start = "\(file.lastPathComponent).corrupt-"
    let times = names.filter { $0.hasPrefix(start) }.compactMap { Int($0.dropFirst(start.count)) }
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
