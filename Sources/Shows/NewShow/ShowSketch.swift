import Catalogs
import Feeds
import Fetching
import FoundationEssentials
import Records
import Sanitizer
import ShowFiles

/// The file of a show that is guessed from its feed.
struct ShowSketch {
  private let request: NewShowRequest
  /// Names the file in faults; it need not be there.
  private let file: ShowFile
  private let folders: Folders
  private let keys: FeedKeySource
  private let fetcher: Fetcher
  /// The key of the records since the list was first opened; nil for a new list.
  private let key: RecordGuess.Key?
  private let announce: @Sendable (String) -> Void
  private let warn: @Sendable (String) -> Void

  init(
    _ request: NewShowRequest, file: ShowFile, folders: Folders, keys: FeedKeySource, fetcher: Fetcher,
    keeping key: RecordGuess.Key? = nil, announce: @escaping @Sendable (String) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.request = request
    self.file = file
    self.folders = folders
    self.keys = keys
    self.fetcher = fetcher
    self.key = key
    self.announce = announce
    self.warn = warn
  }

  /// Asks the feed, unless it is to stay unasked, and announces what it gives.
  func text() throws -> String {
    let isUnasked = request.options.isOffline && local == nil
    let document: NewShowDocument
    if kinds == ["suggestions"] {
      document = self.document(of: "suggestions")
      if isUnasked { announce("the feed was not asked") } else { try look(at: document) }
    } else if isUnasked {
      document = self.document(of: kinds[0])
      announce("the feed was not asked")
    } else {
      document = try look(at: answer())
    }
    let text = document.text
    // What was guessed from the answer must be valid too.
    _ = try file.read(Array(text.utf8))
    return text
  }

  /// The file or folder that has the answer; nil if the feed is to be asked.
  private var local: String? {
    if case .path(let path)? = location { return path }
    return request.path
  }

  private var location: FeedLocation? { request.options.feed.flatMap { FeedLocation($0) } }

  /// The kinds that the feed may be of, the likeliest first; any list is read as the last.
  private var kinds: [String] {
    if let kind = request.kind { return [kind] }
    guard let address = request.address else { return [RecordsFeed.kind] }
    let host = WebAddress(address)?.host ?? ""
    if address.contains("{query}") { return ["suggestions"] }
    if host.hasSuffix("themoviedb.org") { return ["tmdb"] }
    let lists = address.hasSuffix(".gz") ? ["cities", "duckduckgo"] : ["duckduckgo", "cities"]
    return lists + [RecordsFeed.kind]
  }

  private func document(of kind: String, mapping: RecordGuess? = nil) -> NewShowDocument {
    var document = NewShowDocument(
      guess: Guess(
        slug: request.label, kind: kind, address: request.address,
        list: mapping?.entries.last
          ?? request.path.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }),
      kind: kind, address: request.address)
    document.mapping = mapping
    document.file = request.path.map { URL(filePath: $0).standardizedFileURL.path }
    if case .path(let path)? = location { document.bundled = URL(filePath: path).standardizedFileURL.path }
    let name = "show.schema.json"
    let manager = FileManager.default
    if manager.fileExists(atPath: "\(folders.configuration)/\(name)") {
      document.schema = "./\(name)"
    } else if manager.fileExists(atPath: "\(folders.shipped)/\(name)") {
      document.schema = URL(filePath: "\(folders.shipped)/\(name)").absoluteURL.standardized.absoluteString
    }
    return document
  }

  // MARK: Looking at the feed

  private func look(at document: NewShowDocument) throws {
    guard let feed = try file.read(Array(document.text.utf8)).feed.suggestions else { return }
    let service = SuggestionService(feed, fetcher: fetcher, report: warn)
    let text = "star"
    guard let found = try? service.suggestions(for: text, visitor: "") else {
      throw NewShowError.noCompletions(text)
    }
    announce("completions of \"\(text)\": \(found.prefix(6).map(\.text).joined(separator: ", "))")
  }

  /// What the feed gives now.
  private func answer() throws -> FeedAnswer {
    if let local { return try FeedAnswer(path: local) }
    guard kinds[0] != RecordsFeed.kind else {
      guard let address = request.address.flatMap({ WebAddress($0) }) else { throw NewShowError.nowhere }
      return FeedAnswer(try FeedSource(fetcher).body(of: address, limit: RecordsFeed.byteLimit))
    }
    guard let feed = try feed(of: document(of: kinds[0])) else { throw NewShowError.nowhere }
    if let obstacle = feed.obstacle { throw NewShowError.obstacle(obstacle) }
    let asked = if case .address(let address)? = location { feed.moved(to: address) } else { feed }
    return try asked.ask(FeedSource(fetcher))
  }

  private func feed(of document: NewShowDocument) throws -> (any Feed)? {
    try file.read(Array(document.text.utf8)).feed.catalog.map { try keys.supply($0) }
  }

  /// The file for the first kind that reads an answer; its entries are announced.
  private func look(at answer: FeedAnswer) throws -> NewShowDocument {
    var faults: [String] = []
    for kind in kinds {
      do {
        let mapping = kind == RecordsFeed.kind ? try mapping(of: answer) : nil
        var document = document(of: kind, mapping: mapping)
        guard let content = try feed(of: document)?.decode(answer) else { continue }
        mapping?.lines.forEach(announce)
        show(content, &document)
        return document
      } catch let error as RecordsError {
        faults.append("it is not a list that can be guessed at: \(error)")
      } catch let error as FeedError {
        faults.append(error.description)
      }
    }
    throw NewShowError.unreadable(local ?? request.address.flatMap { WebAddress($0)?.host } ?? "", faults)
  }

  private func mapping(of answer: FeedAnswer) throws(RecordsError) -> RecordGuess {
    guard let part = answer.parts.first else { throw RecordsError("the folder is empty") }
    return part.name == PictureFolder.name
      ? try RecordGuess(ofPictures: part.bytes)
      : try RecordGuess(
        part.bytes, reserved: FactField.reservedNames, naming: FactField.name, keeping: key)
  }

  private func show(_ content: FeedContent, _ document: inout NewShowDocument) {
    document.hosts = Guess.hosts(of: content.entries.lazy.prefix(1_000).compactMap(\.picture))
    var first = content
    first.entries = FeedEntries(Array(content.entries.prefix(1_000)))
    document.suffix = Guess.suffix(of: catalog(of: first, stripping: nil).entries.map(\.title))
    let shown = catalog(of: content, stripping: document.suffix)
    let count = shown.entries.count
    announce("\(count) \(count == 1 ? "entry" : "entries") of the feed \(document.kind); the first:")
    if let account = content.account { announce("  \(account)") }
    for line in NewShowPreview(catalog: shown, hosts: document.hosts).lines { announce(line) }
  }

  private func catalog(of content: FeedContent, stripping suffix: String?) -> Catalog {
    let sanitizer = Sanitizer(
      policy: .description, base: request.address.flatMap { WebAddress($0)?.base.text })
    let builder = CatalogBuilder(strippedSuffix: suffix) { markup in
      let sanitized = sanitizer.sanitize(markup)
      return (sanitized.html, sanitized.text)
    }
    return builder.catalog(of: content)
  }
}

/// The first entries of a new show, for its owner to check that they are the right ones.
struct NewShowPreview {
  let catalog: Catalog
  /// The hosts from which the show would fetch pictures.
  let hosts: [String]

  var lines: [String] {
    var lines = catalog.entries.prefix(6).map { entry in
      let picture = entry.picture == nil ? "no picture" : "picture"
      return "  \(Self.cut(entry.title, 30, padded: true))  \(Self.cut(picture, 10, padded: true))  "
        + Self.cut(entry.subtitle ?? Self.firstLine(entry.text), 52)
    }
    if catalog.entries.count > 6 { lines.append("  … and \(catalog.entries.count - 6) more") }
    if !hosts.isEmpty { lines.append("pictures come from \(hosts.joined(separator: ", "))") }
    return lines
  }

  private static func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }

  /// The text without what a terminal would interpret, cut to that many letters.
  private static func cut(_ text: String, _ width: Int, padded: Bool = false) -> String {
    let letters = text.filter { $0.unicodeScalars.allSatisfy { !isCommand($0) } }
    let shown = letters.count <= width ? letters : letters.prefix(width - 1) + "…"
    return padded ? shown + String(repeating: " ", count: width - shown.count) : shown
  }

  /// Whether a terminal may interpret it instead of showing it.
  private static func isCommand(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
