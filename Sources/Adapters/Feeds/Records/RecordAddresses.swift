import Fetching
import Synchronization
import System
import Text

/// Resolves the addresses of a list: those of links, and of pictures, which may be files beside the list.
struct RecordAddresses: Sendable {
  /// The address of the list; nil for a local one.
  let base: WebAddress?
  /// The folder of the pictures of a local list.
  let folder: EnclosedFolder?
  private let names: FolderNames?

  init(base: WebAddress?, folder: EnclosedFolder?) {
    (self.base, self.folder, names) = (base, folder, folder.map(FolderNames.init))
  }

  /// Whether a text begins as http and https addresses do.
  static func isAddress(_ text: some StringProtocol) -> Bool {
    var bytes = text.utf8.makeIterator()
    // Capital letters differ in one bit, which colon and slash have.
    for letter in "http".utf8 where (bytes.next() ?? 0) | 0x20 != letter { return false }
    var next = bytes.next() ?? 0
    if next | 0x20 == UInt8(ascii: "s") { next = bytes.next() ?? 0 }
    return next == UInt8(ascii: ":") && bytes.next() == UInt8(ascii: "/") && bytes.next() == UInt8(ascii: "/")
  }

  /// An address with https and without a final slash, which sites change; any other text unchanged.
  static func steady(_ id: String) -> String {
    let start = "http://"
    guard id.hasPrefix(start) || id.hasPrefix("https://") else { return id }
    let id = id.hasPrefix(start) ? "https://\(id.dropFirst(start.count))" : id
    return id.hasSuffix("/") ? String(id.dropLast()) : id
  }

  /// The address of a file beside the list, or of the only one whose name is written in another way; nil if there is
  /// none.
  func local(_ name: String) -> String? {
    guard let folder, !Self.isAddress(name) else { return nil }
    if let address = folder.address(of: name) { return address }
    let path = name.replacing("\\", with: "/")
    let decoded = PercentCoding.bytes(Array(path.utf8)[...]).flatMap { String(validating: $0, as: UTF8.self) }
    for path in [path, decoded ?? path] {
      if let address = folder.address(of: path) ?? names?.path(like: path).flatMap(folder.address) {
        return address
      }
    }
    return nil
  }

  /// An absolute address; nil for a text that is none and that no base resolves.
  func address(_ text: String) -> String? {
    if Self.isAddress(text) {
      let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
        bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      }
      return isPlain == true ? text : WebAddress(text)?.text
    }
    if text.hasPrefix("//") { return WebAddress("https:\(text)")?.text }
    return base.flatMap { WebAddress(text, relativeTo: $0)?.text }
  }
}

/// The names in the folder of a list, to find files whose names differ in case, or in how accents are written.
private final class FolderNames: Sendable {
  private let folder: EnclosedFolder
  /// The names in each folder, by their letters in lower case. Strings with the same letters are equal.
  private let known = Mutex<[String: [String: [String]]]>([:])

  init(_ folder: EnclosedFolder) { self.folder = folder }

  /// Nil if no file or several have such a name.
  func path(like name: String) -> String? {
    var path = ""
    for part in name.split(separator: "/") where part != "." {
      let names = names(in: path)[part.lowercased()] ?? []
      guard let own = names.count == 1 ? names[0] : names.first(where: { $0 == part }) else { return nil }
      path += (path.isEmpty ? "" : "/") + own
    }
    return path.isEmpty ? nil : path
  }

  private func names(in path: String) -> [String: [String]] {
    known.withLock { known in
      if let names = known[path] { return names }
      let names = (try? DiskFileSystem().names(in: "\(folder.path)/\(path)")) ?? []
      known[path] = Dictionary(grouping: names) { $0.lowercased() }
      return known[path] ?? [:]
    }
  }
}
