import FoundationEssentials
import Glibc
import Synchronization
import System

/// A stored picture: a line with the length and the address of the picture, then its bytes.
///
/// Its name is a hash of the address, and the suffix of a scaling for smaller copies. The line reveals a file of
/// another address with the same hash, and a truncated file.
struct PictureFile: Sendable {
  let path: String
  /// The suffix of an incomplete file's name.
  static let unfinished = ".new"
  private static let writes = Atomic(0)

  private let head: [UInt8]

  init(directory: String, address: String, _ scaling: PictureScaling? = nil) {
    path = "\(directory)/\(Self.name(of: address, scaling))"
    head = Array(" \(address)\n".utf8)
  }

  static func name(of address: String, _ scaling: PictureScaling? = nil) -> String {
    FNV1a.hash64(address.utf8).hexDigits + (scaling?.suffix ?? "")
  }

  static func isName(_ name: String) -> Bool {
    let hash = name.utf8.prefix(hashLength)
    return hash.count == hashLength && hash.allSatisfy { "0123456789abcdef".utf8.contains($0) }
      && (name.utf8.count == hashLength || name.utf8.dropFirst(hashLength).first == UInt8(ascii: "-"))
      && !name.hasSuffix(unfinished)
  }

  /// Whether the name of a file has the suffix of a scaling to tiles, such as `-2x3-webp`.
  static func isTile(_ name: String) -> Bool {
    name.utf8.dropFirst(hashLength + 1).first.map { (0x30...0x39).contains($0) } ?? false
  }

  private static let hashLength = 16

  /// Replaces the file atomically and returns its size. Not synced: a lost picture is fetched again.
  func write(_ bytes: [UInt8]) throws(SystemError) -> Int {
    let line = Array(String(bytes.count).utf8) + head
    // Two processes may make the tiles of one picture at once.
    let number = Self.writes.add(1, ordering: .relaxed).newValue
    let replacement = FileReplacement(of: path, by: "\(path).\(number)\(Self.unfinished)")
    try replacement.stage(pieces: [line, bytes], synced: false)
    try replacement.commit()
    return line.count + bytes.count
  }

  /// Records the use in the file's time, at most once a day, so that the order of use survives a restart.
  func markUsed() {
    let (disk, now) = (DiskFileSystem(), time(nil))
    guard let modified = try? disk.modifiedAt(path), abs(now - modified) >= 86_400 else { return }
    try? disk.setModified(path, at: now)
  }

  /// The first line, and up to `count` bytes after it.
  static func beginning(of path: String, count: Int) -> (line: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)? {
    // Longer than most addresses, then longer than any.
    for length in [256, 16 << 10] {
      var found: [UInt8] = []
      try? FileReader(path).forEachPiece(upTo: length + count) { piece in
        found = Array(piece)
        return false
      }
      if let line = found.prefix(length).firstIndex(of: UInt8(ascii: "\n")) {
        return (found[..<line], found[(line + 1)...].prefix(count))
      }
    }
    return nil
  }

  /// The stored bytes; nil if the file is missing, damaged, or belongs to another address.
  func read() -> [UInt8]? {
    guard var bytes = contents else { return nil }
    let digits = bytes.prefix { $0 != UInt8(ascii: " ") }.count
    guard bytes.dropFirst(digits).starts(with: head),
      let length = String(decoding: bytes.prefix(digits), as: UTF8.self).number(in: 0...bytes.count),
      length == bytes.count - digits - head.count
    else { return nil }
    bytes.removeFirst(digits + head.count)
    return bytes
  }

  /// The picture, for reading later; nil like ``read()``.
  func slice() -> FileSlice? {
    guard let file = (try? FileReader(path))?.slice() else { return nil }
    let start = file.bytes(limit: head.count + 20)
    let digits = start.prefix { $0 != UInt8(ascii: " ") }
    guard start.dropFirst(digits.count).starts(with: head),
      let length = String(decoding: digits, as: UTF8.self).number(in: 0...file.count),
      length == file.count - digits.count - head.count
    else { return nil }
    return file.part(from: digits.count + head.count, count: length)
  }

  /// The whole file, read in place: a picture may be as large as everything else in memory.
  private var contents: [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_size > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: status.st_size) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
  }

  /// The media type by the first bytes; nil if the picture is missing.
  var mediaType: String? {
    Self.beginning(of: path, count: Picture.prologLimit).flatMap {
      Picture.mediaType(of: Array($0.bytes))
    }
  }
}

/// The pictures on disk, by the names of their files, and their sizes in bytes.
///
/// Tiles are evicted last: a list of 100,000 photographs needs all of them, and a whole copy at a time.
struct PictureIndex {
  private var tiles = RecencyCache<String, Void>()
  private var others = RecencyCache<String, Void>()

  init() {}

  /// Lists a folder, least recently changed files first, and removes unfinished files from it.
  init(of directory: String) throws {
    var found: [(name: String, size: Int, changed: Int)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let path = "\(directory)/\(name)"
      var status = stat()
      if PictureFile.isName(name), stat(path, &status) == 0 {
        found.append((name, status.st_size, status.st_mtim.tv_sec))
      } else if name.hasSuffix(PictureFile.unfinished) {
        unlink(path)
      }
    }
    for file in found.sorted(by: { $0.changed < $1.changed }) { insert(file.name, size: file.size) }
  }

  var count: Int { tiles.count + others.count }
  var cost: Int { tiles.cost + others.cost }

  func contains(_ name: String) -> Bool { self[keyPath: Self.part(of: name)][name] != nil }

  func cost(of name: String) -> Int { self[keyPath: Self.part(of: name)].cost(of: name) }

  mutating func use(_ name: String) { self[keyPath: Self.part(of: name)].use(name) }

  mutating func insert(_ name: String, size: Int) {
    self[keyPath: Self.part(of: name)].insert((), for: name, cost: size)
  }

  mutating func remove(_ name: String) { self[keyPath: Self.part(of: name)].remove(name) }

  /// Beyond a limit, evicts files.
  /// - Returns: their names.
  mutating func evict(costLimit: Int) -> [String] {
    others.evict(costLimit: max(0, costLimit - tiles.cost)) + tiles.evict(costLimit: costLimit)
  }

  private static func part(of name: String) -> WritableKeyPath<Self, RecencyCache<String, Void>> {
    PictureFile.isTile(name) ? \.tiles : \.others
  }
}
