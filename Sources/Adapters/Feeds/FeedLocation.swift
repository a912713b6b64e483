public import Fetching
import FoundationEssentials
import Glibc
import Records
import Synchronization
public import System
import Text

/// The location of the feed's answers, in place of its configured address.
public enum FeedLocation: Sendable, Hashable {
  case address(WebAddress)
  /// A file, or a folder of pictures or of one file for each section, named by its id.
  case path(String)

  /// Nil for an invalid http or https address; anything else is a path.
  public init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else {
      self = .path(text)
      return
    }
    guard let address = WebAddress(text) else { return nil }
    self = .address(address)
  }

  /// The folder, or the file's folder; nil for an address.
  public var folder: EnclosedFolder? {
    guard case .path(let path) = self else { return nil }
    return EnclosedFolder(
      path: FeedAnswer.isFolder(path) ? path : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }
}

/// The answer of a file or folder that was just read, to be used once instead of reading it again.
public final class ReadAnswer: Sendable {
  private let path: String
  private let state: DiskState
  private let answer: Mutex<FeedAnswer?>

  /// Bytes of the longest answer that is kept; a longer one is read again, onto the disk.
  private static let limit = 64 << 20

  private init(_ path: String, _ state: DiskState, _ answer: FeedAnswer) {
    (self.path, self.state) = (path, state)
    self.answer = Mutex(answer)
  }

  /// Reads a file or folder; the second is nil for a long one.
  public static func reading(_ path: String) throws(FeedError) -> (FeedAnswer, ReadAnswer?) {
    let state = DiskState(of: path)
    let answer = try FeedAnswer(path: path)
    let isShort = answer.parts.reduce(0) { $0 + $1.bytes.count } <= limit
    return (answer, isShort ? ReadAnswer(path, state, answer) : nil)
  }

  /// The answer of a path, once; nil if it is of another path, or has changed.
  func take(_ path: String) -> FeedAnswer? {
    let answer = answer.withLock { $0.take() }
    return path == self.path && DiskState(of: path) == state ? answer : nil
  }
}

extension FeedAnswer {
  /// Reads a file, the list of a folder of pictures, or the files of any other folder in the order of their names.
  public init(path: String) throws(FeedError) {
    guard Self.isFolder(path) else {
      let (file, fault) = try Self.withLog(Self.contents(of: path), path)
      let answer = try FeedAnswer(kept: file)
      self.init(parts: answer.parts, notes: [fault].compactMap { $0 })
      folder = FeedLocation.path(path).folder
      return
    }
    do throws(RecordsError) {
      if let pictures = try PictureFolder(EnclosedFolder(path: path)) {
        self.init(parts: [Part(name: PictureFolder.name, bytes: try pictures.list())])
        leftOut = pictures.leftOut.map { LeftOut(reason: $0.reason, count: $0.count, example: $0.example) }
        folder = FeedLocation.path(path).folder
        return
      }
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .unreadable(path: path, reason: "permission denied")
    }
    let visible = names.sorted().filter { !$0.hasPrefix(".") }
    guard visible.reduce(0, { $0 + Self.size(of: "\(path)/\($1)") }) <= Self.sizeLimit else {
      throw .unreadable(path: path, reason: "its files are larger than \(Self.sizeLimit >> 30) GB together")
    }
    var parts: [Part] = []
    for name in visible {
      parts.append(
        Part(name: String(name.prefix { $0 != "." }), bytes: try Self.contents(of: "\(path)/\(name)")))
    }
    self.init(parts: parts)
  }

  /// The digest of a file's answer; nil for anything else than a file that can be read, and with a write-ahead log,
  /// whose changes the file lacks. Reads it once, in pieces.
  static func digest(ofFile path: String) -> Digest? {
    guard size(of: "\(path)\(DiskState.logSuffix)") == 0 else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var hash = StreamHash()
    var isFirst = true
    var piece = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? .init(hash) : nil }
      var start = 0
      if isFirst {
        let version = Self.version(of: piece[..<count]) ?? .max
        guard version <= Self.version else { return nil }
        let line = piece[..<count].firstIndex(of: UInt8(ascii: "\n"))
        start = version > 1 ? line.map { $0 + 1 } ?? count : 0
        isFirst = false
      }
      piece.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[start..<count])) }
    }
  }

  /// An SQLite file with the changes that are still in its write-ahead log.
  private static func withLog(
    _ file: Numbers<UInt8>, _ path: String
  ) throws(FeedError) -> (Numbers<UInt8>, fault: String?) {
    guard size(of: "\(path)\(DiskState.logSuffix)") > 0, file.starts(with: "SQLite format 3".utf8) else {
      return (file, nil)
    }
    do throws(FeedError) {
      return WriteAheadLog.merged(file, try contents(of: "\(path)\(DiskState.logSuffix)"))
    } catch {
      if case .unreadable(_, let reason) = error {
        return (file, "its write-ahead log cannot be read: \(reason)")
      }
      throw error
    }
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Bytes of the largest file.
  private static let sizeLimit = RecordLimits.bytes

  /// Bytes between two reports of progress.
  private static let pieceSize = 1 << 20

  /// Copies a file.
  private static func contents(of path: String) throws(FeedError) -> Numbers<UInt8> {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = errno == ENOENT ? "no such file" : String(cString: strerror(errno))
      // A missing file may be a misspelt address.
      throw .unreadable(path: errno == ENOENT ? path.withoutSecrets : path, reason: reason)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is not a regular file")
    }
    guard status.st_size <= sizeLimit else {
      throw .unreadable(path: path, reason: "it is larger than \(sizeLimit >> 30) GB; split the list")
    }
    var failure: Int32 = 0
    ScratchSpace.current?.expect(source: Int(status.st_size))
    let work = LongWork("reading \(path)", of: Int(status.st_size), in: .bytes)
    // A copy: a file that somebody shortens while it is mapped would end the process.
    let bytes = Numbers<UInt8>(count: Int(status.st_size)) { buffer in
      var count = 0
      while count < buffer.count, ScratchSpace.current?.shortage == nil {
        let piece = min(pieceSize, buffer.count - count)
        let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, piece)
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        if read <= 0 { break }
        count += read
        work.reach(count)
      }
      return count
    }
    if let shortage = ScratchSpace.current?.shortage { throw .noSpace(shortage) }
    guard failure == 0 else { throw .unreadable(path: path, reason: String(cString: strerror(failure))) }
    return bytes
  }
}
