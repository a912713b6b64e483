import Fetching
import System

/// Resolves the addresses of a list: those of links, and of pictures, which may be files beside the list.
struct RecordAddresses: Sendable {
  /// The address of the list; nil for a local one.
  let base: WebAddress?
  /// The folder of the pictures of a local list.
  let folder: EnclosedFolder?

  /// Whether a text begins as http and https addresses do.
  static func isAddress(_ text: some StringProtocol) -> Bool {
    ["http://", "https://"].contains { start in
      let beginning = text.utf8.prefix(start.utf8.count)
      // Capital letters differ in one bit, which colon and slash have.
      return beginning.count == start.utf8.count && zip(beginning, start.utf8).allSatisfy { $0 | 0x20 == $1 }
    }
  }

  /// An address with https and without a final slash, which sites change; any other text unchanged.
  static func steady(_ id: String) -> String {
    let start = "http://"
    guard id.hasPrefix(start) || id.hasPrefix("https://") else { return id }
    let id = id.hasPrefix(start) ? "https://\(id.dropFirst(start.count))" : id
    return id.hasSuffix("/") ? String(id.dropLast()) : id
  }

  /// The address of a file beside the list; nil if there is none.
  func local(_ name: String) -> String? {
    guard let folder, !Self.isAddress(name) else { return nil }
    if let address = folder.address(of: name) { return address }
    return name.utf8.contains(UInt8(ascii: "\\"))
      ? folder.address(of: name.replacing("\\", with: "/")) : nil
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
