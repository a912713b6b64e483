internal import Glibc

/// A folder of which files are read, and nothing outside it: an absolute path, `..` and symbolic links lead
/// nowhere.
///
/// A file in it has an address, such as `file:img/moe.jpg?1d2f-65f0a3c2`, that changes with the file.
public struct EnclosedFolder: Sendable, Hashable {
  public struct File: Sendable, Hashable {
    /// Relative to the folder.
    public let name: String
    /// Bytes.
    public let size: Int
    /// Seconds since 1970.
    public let modifiedAt: Int
  }

  /// The folder itself may be reached by a link.
  public let path: String

  /// What the addresses of its files begin with.
  public static let scheme = "file:"

  public init(path: String) {
    self.path = path
  }

  /// Nil unless it is a regular file within the folder.
  public func file(_ name: String) -> File? {
    guard let descriptor = try? open(name) else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return File(name: name, size: Int(status.st_size), modifiedAt: status.st_mtim.tv_sec)
  }

  /// The address of a file that is there; nil if there is none.
  public func address(of name: String) -> String? {
    file(name).map {
      "\(Self.scheme)\(name)?\(String($0.size, radix: 16))-\(String($0.modifiedAt, radix: 16))"
    }
  }

  /// The bytes of the file at an address: all of them, or more than `limit` if it is longer.
  public func contents(at address: String, limit: Int) throws(SystemError) -> [UInt8] {
    let name = address.dropFirst(Self.scheme.count).prefix(
      upTo: address.lastIndex(of: "?") ?? address.endIndex)
    return try contents(of: String(name), limit: limit)
  }

  /// The bytes of a file by its name, to the same limit.
  public func contents(of name: String, limit: Int) throws(SystemError) -> [UInt8] {
    let descriptor = try open(name)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError(code: EINVAL)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .last() }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }

  /// All regular files in it and in its folders, hidden ones left out, in the order of their names.
  /// - Parameters:
  ///   - depth: folders within one another that are entered.
  ///   - limit: names that are looked at.
  /// - Returns: nil if there are more than so many.
  public func files(depth: Int, limit: Int) throws(SystemError) -> [File]? {
    var files: [File] = []
    var seen = 0
    var folders = [""]
    while let folder = folders.popLast() {
      let names = try DiskFileSystem().names(in: "\(path)/\(folder)").filter { !$0.hasPrefix(".") }
      seen += names.count
      guard seen <= limit else { return nil }
      for name in names.map({ folder + $0 }) {
        var status = stat()
        guard lstat("\(path)/\(name)", &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFREG {
          files.append(File(name: name, size: Int(status.st_size), modifiedAt: status.st_mtim.tv_sec))
        } else if status.st_mode & S_IFMT == S_IFDIR,
          name.utf8.count(where: { $0 == UInt8(ascii: "/") }) < depth
        {
          folders.append("\(name)/")
        }
      }
    }
    return files.sorted { $0.name < $1.name }
  }

  /// One part of the path after the other, none of which may be a link.
  private func open(_ name: String) throws(SystemError) -> Int32 {
    let parts = name.split(separator: "/").map(String.init).filter { $0 != "." }
    guard let last = parts.last, !name.hasPrefix("/"), !parts.contains(".."), !name.utf8.contains(0) else {
      throw SystemError(code: EINVAL)
    }
    var folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last() }
    defer { close(folder) }
    for part in parts.dropLast() {
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw .last() }
      close(folder)
      folder = next
    }
    let file = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .last() }
    return file
  }
}
