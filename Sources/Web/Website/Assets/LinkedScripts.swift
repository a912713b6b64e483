/// Scripts that import each other by their served names.
///
/// A name contains the hash of the content, which contains the names of the imports: so imports come first.
struct LinkedScripts {
  private let files: [String: [UInt8]]
  /// By path in the folder.
  private(set) var linked: [String: PublicFile] = [:]
  /// Paths of the scripts whose imports are being linked.
  private var open: [String] = []

  /// - Throws: `SiteError.missing` for a missing script, `SiteError.template` for circular imports.
  init(_ files: [String: [UInt8]]) throws(SiteError) {
    self.files = files
    for path in files.keys.sorted() where path.hasSuffix(".js") { _ = try link(path) }
  }

  private mutating func link(_ path: String) throws(SiteError) -> PublicFile {
    if let file = linked[path] { return file }
    guard !open.contains(path) else { throw .template("\(path): imports itself by way of others") }
    guard let content = files[path] else { throw .missing("Public/\(path)") }
    open.append(path)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var parts = String(decoding: CompactText.bytes(content), as: UTF8.self).split(
      separator: "\"" as Character, omittingEmptySubsequences: false
    ).map(String.init)
    // In a script only an import's path begins and ends like this between two quotes.
    for index in parts.indices where parts[index].hasPrefix("./") && parts[index].hasSuffix(".js") {
      parts[index] = "./\(try link("\(folder)\(parts[index].dropFirst(2))").name)"
    }
    guard let file = PublicFile(path: path, content: Array(parts.joined(separator: "\"").utf8)) else {
      throw .missing("Public/\(path)")
    }
    open.removeLast()
    linked[path] = file
    return file
  }
}
