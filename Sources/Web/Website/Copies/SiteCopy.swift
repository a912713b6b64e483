import Catalogs
import Glibc
import HTTPServer
import Pictures
import System

/// Writes a show as plain files: every page that a visitor reaches from its beginning, in each language, and
/// what these pages show.
///
/// The site answers as it answers visitors; each address in an answer becomes that of the file which holds what is
/// there.
public struct SiteCopy {
  /// Entries that a show may have, since each is a file in each language: some hundred megabytes.
  public static let entryLimit = 5_000
  /// How often a picture is asked for that is being made smaller; each time takes some seconds.
  private static let attempts = 20

  private let site: Site
  private let edition: Edition
  private let write: (_ path: String, _ bytes: [UInt8]) throws -> Void
  /// What the pages of all languages share, by its address.
  private var shared: [String: CopiedFile] = [:]
  private var count = 0
  private let work: LongWork

  /// - Parameters:
  ///   - site: one whose addresses are ``Addresses/ofCopy``.
  ///   - write: takes each file once, with its path from the copy's folder on.
  public init(of site: Site, to write: @escaping (_ path: String, _ bytes: [UInt8]) throws -> Void) {
    (self.site, self.write) = (site, write)
    edition = site.published.value
    work = LongWork("exporting \(edition.context.show.name)", in: .things("files"))
  }

  /// - Throws: `SiteError.copy`, `CancellationError` once nobody waits for it any more, and what `write` throws.
  /// - Returns: how many files there are.
  public mutating func make() throws -> Int {
    let entries = edition.context.catalog.entries
    guard entries.count <= Self.entryLimit else {
      throw SiteError.copy(
        "\(edition.context.show.name) has \(entries.count) entries; at most \(Self.entryLimit) can be exported"
      )
    }
    try fetchPictures()
    for position in edition.context.assets.languages.all.indices { try copyPages(in: position) }
    try save(CopyStart(edition.context).bytes, as: CopiedFile(path: "index.html"))
    return count
  }

  /// Has all pictures fetched and looked at, so that pages know their sizes.
  private func fetchPictures() throws {
    guard let pictures = edition.pictures else { return }
    let pictured = edition.context.catalog.entries.compactMap { entry in
      entry.picture.map { (id: entry.id, address: $0) }
    }
    let work = LongWork("fetching and scaling", of: pictured.count, in: .things("pictures"))
    for picture in pictured { pictures.want(picture.address) }
    for (index, picture) in pictured.enumerated() {
      pictures.want(picture.address)
      while pictures.isPending(picture.address) { try pause(work.reach(index)) }
      _ = try self.picture("\(Addresses.ofCopy[.picture, picture.id])?whole=0")
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
        let (address, fragment) = Self.parts(value)
        let match = RouteMatch(Array(address.utf8), name == "formaction" ? .post : .get, below: [])
        let place: CopiedFile
        switch match.route {
        case .star: return "data-entry=\"\(String(decoding: match.name, as: UTF8.self))\""
        case .list, .entry:
          if known.insert(address).inserted { targets.append(address) }
          place = page(address, tag)
        case .otherMethod where address.hasPrefix(Addresses.ofCopy[.language]):
          place = page(target, QueryReader(match.query)["to"] ?? tag)
        default: place = try resource(address, language)
        }
        return "\(name)=\"\(file.link(to: place))\(fragment)\""
      }
      try save(markup, as: file)
    }
  }

  private func page(_ target: String, _ tag: String) -> CopiedFile {
    CopiedFile(target, in: tag, ending: "html")
  }

  /// An address as it is asked for, and what follows it for the browser alone.
  private static func parts(_ value: String) -> (address: String, fragment: Substring) {
    let end = value.firstIndex(of: "#") ?? value.endIndex
    return (String(value[..<end]).replacing("&amp;", with: "&"), value[end...])
  }

  // MARK: What pages show

  /// The file of what a page shows or runs, which is written when the first page names it.
  private mutating func resource(_ address: String, _ language: Int) throws -> CopiedFile {
    let isSearch = address == "/search.js"
    let tag = edition.context.assets.languages[language].tag
    let key = isSearch ? tag + address : address
    if let file = shared[key] { return file }
    let bytes: [UInt8]
    var file = CopiedFile(address, in: isSearch ? tag : nil, ending: "")
    if isSearch {
      bytes = try SearchScript(edition.context.inLanguage(language)) { id in
        file.link(
          to: try resource("\(Addresses.ofCopy[.picture, id])?tile=\(PictureScaling.tileWidths[0])", language)
        )
      }.bytes
    } else if address == "/styles.css" {
      bytes = edition.context.assets.styles.bytes
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

  /// A picture, once it is as small as it is to be; a stand-in where there is none.
  private func picture(_ address: String) throws -> Response {
    var answer = try self.answer(address, "en")
    for _ in 0..<Self.attempts where isAwaited(address, answer) {
      try pause(work.reach(count))
      answer = try self.answer(address, "en")
    }
    return answer
  }

  /// Whether an answer is the placeholder of a picture that is here and may be made smaller soon.
  private func isAwaited(_ address: String, _ answer: Response) -> Bool {
    let name = RouteMatch(Array(address.utf8), .get, below: []).name
    let isOpen = answer.headers.contains { $0 == ("Cache-Control", "no-store") }
    guard isOpen, let entry = edition.context.entry(String(decoding: name, as: UTF8.self)) else {
      return false
    }
    return entry.picture.map { edition.pictures?.state(of: $0) == .stored } ?? false
  }

  private static func ending(_ answer: Response) -> String {
    let type = answer.headers.first { $0.0 == "Content-Type" }?.1.prefix { $0 != ";" } ?? ""
    let name = type.split(separator: "/").last.map(String.init) ?? ""
    return ["svg+xml": "svg", "jpeg": "jpg", "x-icon": "ico", "vnd.microsoft.icon": "ico"][name] ?? name
  }

  // MARK: Asking and writing

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

  /// Waits a little for what is under way.
  private func pause(_ isWanted: Bool) throws {
    guard isWanted else { throw CancellationError() }
    usleep(20_000)
  }
}
