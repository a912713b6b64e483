import Catalogs
import Glibc
import HTTPServer
import Pictures
import System
import Text

/// Writes a show as plain files: crawls the site from its list in each language, with the files that the
/// pages use, and rewrites every address to a relative path.
public struct SiteCopy {
  /// Most entries of a show: each is a file in each language, some hundred megabytes in all.
  public static let entryLimit = 5_000
  private static let attempts = 20

  private let site: Site
  private let edition: Edition
  private let write: (_ path: String, _ bytes: [UInt8]) throws -> Void
  /// Files that several pages use, by their addresses.
  private var shared: [String: CopiedFile] = [:]
  /// Attributes of links as they are in pages of a folder, by the folder and the attribute in the site.
  private var links: [String: [String: String]] = [:]
  private var count = 0
  private let work: LongWork

  /// - Parameters:
  ///   - site: has the addresses ``Addresses/ofCopy``.
  ///   - write: called once for each file, with its path in the folder.
  public init(of site: Site, to write: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Void) {
    (self.site, self.write) = (site, write)
    edition = site.published.value
    work = LongWork("exporting \(edition.context.show.name)", in: .things("files"))
  }

  /// - Throws: `SiteError.copy`, `CancellationError` after an interruption, and errors of `write`.
  /// - Returns: the number of files.
  public mutating func make() throws -> Int {
    let entries = edition.context.catalog.entries
    guard entries.count <= Self.entryLimit else {
      throw SiteError.copy(
        "\(edition.context.show.name) has \(entries.count) entries; at most \(Self.entryLimit) can be exported: "
          + "choose some, and name their list with --feed FILE")
    }
    let (languages, wanted) = (edition.context.assets.languages.all, site.addresses.languages)
    if let unknown = wanted.first(where: { tag in !languages.contains { $0.tag == tag } }) {
      let known = languages.map(\.tag).joined(separator: ", ")
      throw SiteError.copy("there is no language \(unknown); choose from \(known)")
    }
    try fetchPictures()
    for (position, language) in languages.enumerated() where wanted.isEmpty || wanted.contains(language.tag) {
      try copyPages(in: position)
    }
    try save(CopyStart.bytes(edition.context), as: CopiedFile(path: "index.html"))
    return count
  }

  /// Fetches and scales all pictures, so that pages know their sizes.
  private func fetchPictures() throws {
    guard let pictures = edition.pictures else { return }
    let pictured = edition.context.catalog.entries.flatMap { entry in
      entry.pictures.enumerated().map { (copy: Addresses.ofCopy.picture(of: entry, $0 + 1), address: $1) }
    }
    let work = LongWork("fetching and scaling", of: pictured.count, in: .things("pictures"))
    for picture in pictured { pictures.want(picture.address) }
    for (index, picture) in pictured.enumerated() {
      pictures.want(picture.address)
      while pictures.isPending(picture.address) { try pause(work.reach(index)) }
      _ = try self.picture("\(picture.copy)\(picture.copy.contains("?") ? "&" : "?")whole=0")
      guard work.reach(index + 1) else { throw CancellationError() }
    }
  }

  // MARK: Pages

  private mutating func copyPages(in language: Int) throws {
    let tag = edition.context.assets.languages[language].tag
    var targets = [Addresses.ofCopy.list()]
    var known = Set(targets)
    var index = 0
    while index < targets.count {
      let target = targets[index]
      index += 1
      let file = page(target, tag)
      let markup = try CopiedMarkup.bytes(try answer(target, tag).body) { name, value in
        switch name {
        case "form": return value == "mark" ? "type=\"button\"" : nil
        case "srcset":
          let links = try value.split(separator: ", ").map { candidate in
            let parts = candidate.split(separator: " ")
            return "\(file.link(to: try resource(String(parts[0]), language))) \(parts[1])"
          }
          return "srcset=\"\(links.joined(separator: ", "))\""
        default: break
        }
        guard value.hasPrefix("/"), !value.hasPrefix("//") else { return nil }
        let key = "\(name) \(value)"
        if let link = links[file.folder]?[key] { return link }
        let (address, fragment) = Self.parts(value)
        let match = RouteMatch(Array(address.utf8), name == "formaction" ? .post : .get, below: [])
        let linked: CopiedFile
        switch match.route {
        case .star: return "data-entry=\"\(String(decoding: match.name, as: UTF8.self))\""
        case .list, .entry:
          if known.insert(address).inserted { targets.append(address) }
          linked = page(address, tag)
        case .otherMethod where address.hasPrefix(Addresses.ofCopy[.language]):
          let other = page(target, QueryReader(match.query)["to"] ?? tag)
          return "\(name)=\"\(file.link(to: other))\(fragment)\""
        default: linked = try resource(address, language)
        }
        let link = "\(name)=\"\(file.link(to: linked))\(fragment)\""
        links[file.folder, default: [:]][key] = link
        return link
      }
      try save(markup, as: file)
    }
  }

  private func page(_ target: String, _ tag: String) -> CopiedFile {
    CopiedFile(target, in: tag, ending: "html")
  }

  private static func parts(_ value: String) -> (address: String, fragment: Substring) {
    let end = value.firstIndex(of: "#") ?? value.endIndex
    return (String(value[..<end]).replacing("&amp;", with: "&"), value[end...])
  }

  // MARK: Files of pages

  /// A picture, script or style sheet, written with the first page that uses it.
  private mutating func resource(_ address: String, _ language: Int) throws -> CopiedFile {
    let isSearch = address == "/search.js"
    let tag = edition.context.assets.languages[language].tag
    let key = isSearch ? tag + address : address
    if let file = shared[key] { return file }
    let bytes: [UInt8]
    var file = CopiedFile(address, in: isSearch ? tag : nil, ending: "")
    if isSearch {
      bytes = try SearchScript.bytes(edition.context.inLanguage(language)) { entry in
        let address = Addresses.ofCopy.picture(of: entry)
        return file.link(to: try resource("\(address)?tile=\(PictureScaling.tileWidths[0])", language))
      }
    } else {
      let answer =
        try RouteMatch(Array(address.utf8), .get, below: []).route == .picture
        ? picture(address) : self.answer(address, tag)
      bytes = answer.body
      file = CopiedFile(address, in: nil, ending: Self.ending(answer))
    }
    shared[key] = file
    try save(bytes, as: file)
    return file
  }

  private func picture(_ address: String) throws -> Response {
    var answer = try self.answer(address, "en")
    for _ in 0..<Self.attempts where isAwaited(address, answer) {
      try pause(work.reach(count))
      answer = try self.answer(address, "en")
    }
    return answer
  }

  /// Whether an answer is the placeholder of a stored picture that is being scaled.
  private func isAwaited(_ address: String, _ answer: Response) -> Bool {
    let match = RouteMatch(Array(address.utf8), .get, below: [])
    let isOpen = answer.headers.contains { $0 == ("Cache-Control", "no-store") }
    guard isOpen,
      let entry = edition.context.entry(
        String(decoding: match.name.prefix { $0 != UInt8(ascii: "~") }, as: UTF8.self))
    else {
      return false
    }
    let number = QueryReader(match.query)[PictureHandler.number]?.number(in: 1...1_000) ?? 1
    return entry.pictures.dropFirst(number - 1).first.map {
      edition.pictures?.state(of: $0) == .stored
    } ?? false
  }

  private static func ending(_ answer: Response) -> String {
    let type = answer.headers.first { $0.0 == "Content-Type" }?.1.prefix { $0 != ";" } ?? ""
    let name = type.split(separator: "/").last.map(String.init) ?? ""
    return ["svg+xml": "svg", "jpeg": "jpg", "x-icon": "ico", "vnd.microsoft.icon": "ico"][name] ?? name
  }

  // MARK: Requests and files

  private func answer(_ address: String, _ tag: String) throws -> Response {
    let headers = [("Host", "localhost"), ("Cookie", "language=\(tag)"), ("Accept", "image/webp,*/*")]
    let response = site.answer(Request(target: address, headers: headers)).response
    guard response.status == 200 else { throw SiteError.copy("\(address) has status \(response.status)") }
    return response
  }

  private mutating func save(_ bytes: [UInt8], as file: CopiedFile) throws {
    try write(file.path, bytes)
    count += 1
    guard work.reach(count) else { throw CancellationError() }
  }

  private func pause(_ isWanted: Bool) throws {
    guard isWanted else { throw CancellationError() }
    usleep(20_000)
  }
}

/// The file of an address in an export: its path becomes folders, its query a part of the file name.
///
/// `/entries/homer` in English is `en/entries/homer.html`, `/?view=grid&page=2` is
/// `en/view-grid.page-2.html`, and `/pictures/homer?tile=360` is `pictures/homer.tile-360.webp`.
struct CopiedFile: Hashable, Sendable {
  let path: String

  /// - Parameter language: nil for a file of all languages.
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

  var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

  func link(to other: CopiedFile) -> String {
    let (own, its) = (path.split(separator: "/"), other.path.split(separator: "/"))
    let shared = zip(own.dropLast(), its.dropLast()).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: own.count - 1 - shared)
    return (up + its[shared...]).joined(separator: "/")
  }

  /// A name that is valid in every file system and in addresses.
  private static func plain(_ name: String) -> String {
    let kept = name.utf8.map { byte in
      PercentCoding.isUnreserved(byte) || byte == UInt8(ascii: "/") ? byte : UInt8(ascii: "_")
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
