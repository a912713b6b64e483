import Files
import FoundationEssentials
import Glibc
import Hashes

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
    let content = Array(String(bytes.count).utf8) + head + bytes
    let replacement = FileReplacement(of: path, by: path + Self.unfinished)
    try replacement.stage(content, synced: false)
    try replacement.commit()
    return content.count
  }

  /// Notes the use in the file's time, at most once a day, so that the order of use outlives the program.
  func markUsed() {
    var status = stat()
    guard stat(path, &status) == 0, abs(time(nil) - status.st_mtim.tv_sec) >= 86_400 else { return }
    utimensat(AT_FDCWD, path, nil, 0)
  }

  /// The first bytes of what a file holds, after its line; nil if it is shorter.
  static func beginning(of path: String, count: Int) -> ArraySlice<UInt8>? {
    // An address of two kilobytes is longer than browsers take.
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 2_048 + count)
    let found = bytes[..<fread(&bytes, 1, bytes.count, file)]
    guard let line = found.firstIndex(of: UInt8(ascii: "\n")), found.endIndex - line > count else {
      return nil
    }
    return found[(line + 1)...].prefix(count)
  }

  /// What was written; nil if the file is missing, damaged, or holds what belongs to another address.
  func read() -> ArraySlice<UInt8>? {
    guard let content = try? Data(contentsOf: URL(filePath: path)) else { return nil }
    let digits = content.prefix { $0 != UInt8(ascii: " ") }
    let bytes = content.dropFirst(digits.count + head.count)
    guard content.dropFirst(digits.count).starts(with: head),
      Int(String(decoding: digits, as: UTF8.self)) == bytes.count
    else { return nil }
    return Array(bytes)[...]
  }
}
