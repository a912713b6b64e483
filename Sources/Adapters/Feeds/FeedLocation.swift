public import Fetching
import FoundationEssentials
import Glibc
import Records
public import System
import Text

/// The location from which the user wants the feed's answers, instead of its configured address.
public enum FeedLocation: Sendable, Hashable {
  case address(WebAddress)
  /// A file, or a folder that holds one file for each section, named by the section's id.
  case path(String)

  /// Nil for an http or https address that cannot be read; anything else is a path.
  public init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else {
      self = .path(text)
      return
    }
    guard let address = WebAddress(text) else { return nil }
    self = .address(address)
  }

  /// The folder, or that of the file; nil for an address.
  public var folder: EnclosedFolder? {
    guard case .path(let path) = self else { return nil }
    let isFolder = FeedAnswer.isFolder(path)
    return EnclosedFolder(path: isFolder ? path : path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }
}

extension FeedAnswer {
  /// Reads a file, or the files of a folder in the order of their names. A folder that has pictures is a list
  /// of them.
  public init(path: String) throws(FeedError) {
    guard Self.isFolder(path) else {
      try self.init(kept: Self.contents(of: path))
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
    var parts: [Part] = []
    var size = 0
    for name in names.sorted() where !name.hasPrefix(".") {
      let stem = name.prefix { $0 != "." }
      let bytes = try Self.contents(of: "\(path)/\(name)")
      size += bytes.count
      guard size <= Self.sizeLimit else {
        throw .unreadable(path: path, reason: "its files are larger than \(Self.sizeLimit >> 20) MB together")
      }
      parts.append(Part(name: String(stem), bytes: bytes))
    }
    self.init(parts: parts)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Bytes of the largest file that is read, as many as any feed reads.
  private static let sizeLimit = RecordLimits.bytes

  /// Bytes that are read of a file before its reader is told how far that is.
  private static let pieceSize = 1 << 20

  /// Reads a file straight into the bytes that are kept of it.
  private static func contents(of path: String) throws(FeedError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = errno == ENOENT ? "no such file" : String(cString: strerror(errno))
      // What is no file may be an address that was miswritten.
      throw .unreadable(path: errno == ENOENT ? path.withoutSecrets : path, reason: reason)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(path: path, reason: "it is not a regular file")
    }
    guard status.st_size <= sizeLimit else {
      throw .unreadable(path: path, reason: "it is larger than \(sizeLimit >> 20) MB")
    }
    var failure: Int32 = 0
    let work = LongWork("reading \(path)", of: Int(status.st_size), in: .bytes)
    let bytes = [UInt8](unsafeUninitializedCapacity: max(Int(status.st_size), 1)) { buffer, count in
      while count < buffer.count {
        let piece = min(pieceSize, buffer.count - count)
        let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, piece)
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        if read <= 0 { return }
        count += read
        work.reach(count)
      }
    }
    guard failure == 0 else { throw .unreadable(path: path, reason: String(cString: strerror(failure))) }
    return bytes
  }
}
