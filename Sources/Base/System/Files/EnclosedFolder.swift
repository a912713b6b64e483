internal import Glibc
internal import Text

/// A folder whose files can be read, and nothing outside it: absolute paths, `..` and symbolic links are refused.
///
/// A file in it has an address, such as `file:img/moe.jpg?1d2f-65f0a3c2`, that changes with the file. Names are
/// bytes, percent-encoded in an address unless they are printable ASCII.
public struct EnclosedFolder: Sendable, Hashable {
  public struct File: Sendable, Hashable {
    /// Relative to the folder.
    public let path: [UInt8]
    /// Bytes.
    public let size: Int
    /// Seconds since 1970.
    public let modifiedAt: Int

    /// Its path if that is UTF-8, else ``locator``; ``address(of:)`` accepts both.
    public var name: String { String(validating: path, as: UTF8.self) ?? locator }

    /// The constant part of its address.
    public var locator: String {
      let text = path.flatMap { byte in
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "%") && byte != UInt8(ascii: "?")
          ? [byte] : PercentCoding.encoded(byte)
      }
      return EnclosedFolder.scheme + String(decoding: text, as: UTF8.self)
    }
  }

  /// The contents of a folder.
  public struct Listing: Sendable {
    public var files: [File] = []
    /// Names of links, which are not followed.
    public var links: [[UInt8]] = []
    /// Names of folders that lie too deep.
    public var deepFolders: [[UInt8]] = []
  }

  /// The folder itself may be reached by a link.
  public let path: String

  /// The prefix of its files' addresses.
  public static let scheme = "file:"

  public init(path: String) {
    self.path = path
  }

  /// The regular file of a path within the folder; nil if there is none.
  private func file(_ path: [UInt8]) -> File? {
    guard let file = try? open(path) else { return nil }
    return File(path: path, size: file.size, modifiedAt: file.modified)
  }

  /// The address of a file, by its name or its locator; nil if it is missing.
  public func address(of name: String) -> String? {
    let found = file(Array(name.utf8)) ?? (name.hasPrefix(Self.scheme) ? file(Self.path(at: name)) : nil)
    return found.map {
      "\($0.locator)?\(String($0.size, radix: 16))-\(String($0.modifiedAt, radix: 16))"
    }
  }

  /// Bytes of a file when its address was made; nil if the address does not say.
  public static func size(at address: String) -> Int? {
    address.split(separator: "?").last.flatMap { $0.prefix { $0 != "-" }.number(in: 0...Int.max, radix: 16) }
  }

  /// The bytes of the file at an address: all of them, or more than `limit` if it is longer.
  public func contents(at address: String, limit: Int) throws(SystemError) -> [UInt8] {
    try contents(of: Self.path(at: address), limit: limit)
  }

  /// The file at an address, for reading later.
  public func slice(at address: String) -> FileSlice? { (try? open(Self.path(at: address)))?.slice() }

  /// The path in an address; a percent sign without digits is literal.
  private static func path(at address: String) -> [UInt8] {
    let path = Array(address.utf8.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "?") })
    return PercentCoding.decoded(path[...], strict: false) ?? path
  }

  /// The bytes of a file by its path, to the same limit.
  public func contents(of path: [UInt8], limit: Int) throws(SystemError) -> [UInt8] {
    try open(path).contents(limit: limit)
  }

  /// All regular files in it and its subfolders, without hidden ones, by name.
  /// - Parameters:
  ///   - depth: levels of subfolders.
  ///   - limit: names at most.
  ///   - ignored: names that are left out like hidden ones.
  /// - Returns: nil if there are more names.
  public func files(
    depth: Int, limit: Int, ignoring ignored: Set<String> = []
  ) throws(SystemError) -> Listing? {
    let ignored = Set(ignored.map { Array($0.utf8) })
    let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
    var listing = Listing()
    var seen = 0
    var folders: [[UInt8]] = [[]]
    while let folder = folders.popLast() {
      let names = try DiskFileSystem().names(in: Array("\(path)/".utf8) + folder).filter {
        $0.first != dot && !ignored.contains($0)
      }
      seen += names.count
      guard seen <= limit else { return nil }
      for name in names.map({ folder + $0 }) {
        var status = stat()
        guard lstat(Self.text(Array("\(path)/".utf8) + name), &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
          listing.files.append(
            File(path: name, size: Int(status.st_size), modifiedAt: status.st_mtim.tv_sec))
        case S_IFDIR where name.count(where: { $0 == slash }) < depth: folders.append(name + [slash])
        case S_IFDIR: listing.deepFolders.append(name)
        case S_IFLNK: listing.links.append(name)
        default: continue
        }
      }
    }
    listing.files.sort { $0.path.lexicographicallyPrecedes($1.path) }
    return listing
  }

  /// A C string.
  private static func text(_ bytes: some Collection<UInt8>) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// Opens the parts of the path in turn, none of which may be a link.
  private func open(_ name: [UInt8]) throws(SystemError) -> FileReader {
    let (dots, slash) = (Array("..".utf8), UInt8(ascii: "/"))
    let parts = name.split(separator: slash).filter { $0 != dots.prefix(1) }
    guard let last = parts.last, name.first != slash, !parts.contains(dots[...]), !name.contains(0) else {
      throw SystemError(code: EINVAL)
    }
    var folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .last() }
    defer { close(folder) }
    for part in parts.dropLast() {
      let next = openat(folder, Self.text(part), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw .last() }
      close(folder)
      folder = next
    }
    return try FileReader { [folder] in
      openat(folder, Self.text(last), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
  }
}
