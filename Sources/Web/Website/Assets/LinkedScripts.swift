/// Scripts that import each other by the names under which they are served.
///
/// A name holds the hash of its content, which holds the names of what it imports: so those come first.
struct LinkedScripts {
  private let files: [String: [UInt8]]
  /// Served files by their paths in the folder.
  private(set) var linked: [String: PublicFile] = [:]
  /// Paths of the scripts whose imports are being looked at.
  private var open: [String] = []

  /// - Parameter files: contents by their paths; those that end in `.js` are linked.
  /// - Throws: `SiteError.missing` for a script that is imported and not there, `SiteError.template` for
  ///   scripts that import each other in a circle.
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
      separator: Self.quote, omittingEmptySubsequences: false
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

  private static let quote: Character = "\""
}

/// The scripts that keep pages for when the server is out of reach, or take away what was kept.
enum OfflineScripts {
  private static let worker = "service-worker.js"
  private static let page = "scripts/offline.js"
  /// Takes away what was kept; kiosks have it too.
  private static let forgetting = "scripts/forget.js"

  /// Takes the worker's script out of the public files and leaves the right one of the page's two.
  /// - Parameter folder: where the files come from, for faults.
  static func take(
    from files: inout [String: [UInt8]], isOn: Bool, folder: String
  ) throws(SiteError) -> [UInt8] {
    let removal = files.removeValue(forKey: "service-worker-removal.js")
    let kept = files.removeValue(forKey: worker)
    if isOn {
      guard let kept else { throw .missing("\(folder)/\(worker)") }
      return kept
    }
    guard let removal else { throw .missing("\(folder)/service-worker-removal.js") }
    files[page] = files[forgetting]
    return removal
  }
}
