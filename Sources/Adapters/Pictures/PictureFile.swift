import FoundationEssentials
import Glibc
import System

/// A stored picture: a line with the length and the address of the picture, then its bytes.
///
/// The name is a hash of the address, with the name of the scaling for smaller copies. Two addresses with the same hash displace each other, but the line
/// keeps one from being shown in the other's place; the length reveals a file that was cut short.
struct PictureFile: Sendable {
  let path: String
  /// What a file's name ends with until it is complete.
  static let unfinished = ".new"

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

  private static let hashLength = 16

  /// Replaces the file whole and returns its size. Not synced: what is lost is fetched again.
  func write(_ bytes: [UInt8]) throws(SystemError) -> Int {
    let line = Array(String(bytes.count).utf8) + head
    let replacement = FileReplacement(of: path, by: path + Self.unfinished)
    try replacement.stage(pieces: [line, bytes], synced: false)
    try replacement.commit()
    return line.count + bytes.count
  }

  /// Notes the use in the file's time, at most once a day, so that the order of use outlives the program.
  func markUsed() {
    var status = stat()
    guard stat(path, &status) == 0, abs(time(nil) - status.st_mtim.tv_sec) >= 86_400 else { return }
    utimensat(AT_FDCWD, path, nil, 0)
  }

  /// The first bytes of what a file holds, after its line, or all if there are fewer.
  static func beginning(of path: String, count: Int) -> ArraySlice<UInt8>? {
    // An address of two kilobytes is longer than browsers take, a file's may have three bytes for each of its path.
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: (16 << 10) + count)
    let found = bytes[..<fread(&bytes, 1, bytes.count, file)]
    guard let line = found.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    return found[(line + 1)...].prefix(count)
  }

  /// What was written; nil if the file is missing, damaged, or holds what belongs to another address.
  func read() -> [UInt8]? {
    guard var bytes = contents else { return nil }
    let digits = bytes.prefix { $0 != UInt8(ascii: " ") }.count
    guard bytes.dropFirst(digits).starts(with: head),
      Int(String(decoding: bytes.prefix(digits), as: UTF8.self)) == bytes.count - digits - head.count
    else { return nil }
    bytes.removeFirst(digits + head.count)
    return bytes
  }

  /// Read to where they stay: a picture may take as much memory as all else.
  private var contents: [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_size > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: status.st_size) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
  }

  /// What kind of picture it is by its first bytes; nil if there is none.
  var mediaType: String? {
    Self.beginning(of: path, count: Picture.prologLimit).flatMap { Picture.mediaType(of: Array($0)) }
  }
}

/// Which pictures are on disk, by the names of their files, and how much room they take.
typealias PictureIndex = RecencyCache<String, Void>

extension PictureIndex {
  /// Lists a folder, files not changed for longest first, and removes unfinished files from it.
  init(of directory: String) throws {
    self.init()
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

  mutating func insert(_ name: String, size: Int) { insert((), for: name, cost: size) }
}
