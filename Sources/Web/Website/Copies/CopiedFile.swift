import Text

/// Where an address lies in a copy: its path becomes folders, and its query a part of the file's name.
///
/// `/entries/homer` in English is `en/entries/homer.html`, `/?view=grid&page=2` is `en/view-grid.page-2.html`, and
/// `/pictures/homer?tile=360` is `pictures/homer.tile-360.webp`.
struct CopiedFile: Hashable, Sendable {
  /// From the copy's folder on.
  let path: String

  /// - Parameters:
  ///   - target: an address of ours without its fragment.
  ///   - language: nil for what is the same in all languages.
  ///   - ending: of the file's name, for a path that has none.
  init(_ target: String, in language: String?, ending: String) {
    let parts = target.split(separator: "?", maxSplits: 1)
    var stem = parts.first.map { String($0.dropFirst()) } ?? ""
    var ending = ending
    if let dot = stem.lastIndex(of: "."), !stem[dot...].contains("/") {
      ending = String(stem[dot...].dropFirst())
      stem = String(stem[..<dot])
    }
    let query = parts.dropFirst().first.map { "\($0)" } ?? ""
    let members = query.split(separator: "&").map { $0.replacing("=", with: "-") }
    if stem.isEmpty, members.isEmpty { stem = "index" }
    let name = ([stem] + members.map(String.init)).filter { !$0.isEmpty }.joined(separator: ".")
    path = "\(language.map { "\($0)/" } ?? "")\(Self.plain(name)).\(ending)"
  }

  init(path: String) { self.path = path }

  /// The address of another file as a page in this one says it.
  func link(to other: CopiedFile) -> String {
    let (own, its) = (path.split(separator: "/"), other.path.split(separator: "/"))
    let shared = zip(own.dropLast(), its.dropLast()).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: own.count - 1 - shared)
    return (up + its[shared...]).joined(separator: "/")
  }

  /// A name that every file system takes, and that stands in an address as it is.
  private static func plain(_ name: String) -> String {
    let kept = name.utf8.map { byte in
      PercentCoding.isUnreserved(byte) || byte == UInt8(ascii: "/") ? byte : UInt8(ascii: "_")
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
