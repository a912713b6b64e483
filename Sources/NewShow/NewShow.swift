import Catalogs
public import Flags
import Feeds
import Fetching
import FoundationEssentials
import Sanitizer
import ShowFiles

/// `dramatis new`: looks at a feed, announces what it gives, and writes the file of a show for it.
public struct NewShow {
  private let request: NewShowRequest
  private let folders: Folders
  private let keys: FeedKeySource
  /// The file to be written.
  private let file: ShowFile
  private let fetcher: Fetcher
  private let announce: @Sendable (String) -> Void
  private let warn: @Sendable (String) -> Void

  /// - Parameters:
  ///   - program: the path of the program, beside or above which its resources are.
  ///   - userAgent: what the program calls itself when it asks the feed.
  ///   - announce: takes each line about what was found and written.
  ///   - warn: takes each line about what went wrong without ending it.
  public init(
    _ arguments: [String], environment: [String: String], program: String, userAgent: String,
    announce: @escaping @Sendable (String) -> Void, warn: @escaping @Sendable (String) -> Void
  ) throws(UsageError) {
    request = try NewShowRequest(arguments, environment: environment)
    folders = Folders(options: request.options, environment: environment, program: program)
    keys = FeedKeySource(file: request.options.feedKeyFile, environment: environment)
    file = ShowFile(name: request.name, directory: folders.configuration)
    fetcher = Fetcher(userAgent: userAgent)
    self.announce = announce
    self.warn = warn
  }

  /// Asks the feed, unless it is to stay unasked, and writes the file.
  /// - Throws: ``NewShowError``, `ConfigurationFaults`, or why the feed gave nothing. No file is left then.
  public func write() throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { throw NewShowError.exists(file.path) }
    var document = document(of: kinds[0])
    let (_, feed) = try file.read(Array(document.text.utf8))
    switch feed {
    case .suggestions(let feed): try look(at: feed)
    case .catalog(let feed): try look(at: feed, &document)
    }
    let text = document.text
    // What was guessed from the answer must be valid too.
    _ = try file.read(Array(text.utf8))
    try NewFile.write(text, to: file.path)
    announce("written: \(file.path)")
    announce("serve it with dramatis --show \(request.name); dramatis explain says what its keys mean")
  }

  /// The kinds that the feed may be of, the likeliest first.
  private var kinds: [String] {
    if let kind = request.kind { return [kind] }
    let address = request.address ?? ""
    let host = WebAddress(address)?.host ?? ""
    if address.contains("{query}") { return ["suggestions"] }
    if host.hasSuffix("themoviedb.org") { return ["tmdb"] }
    return address.hasSuffix(".gz") ? ["cities", "duckduckgo"] : ["duckduckgo", "cities"]
  }

  private func document(of kind: String) -> NewShowDocument {
    var document = NewShowDocument(
      guess: Guess(slug: request.name, kind: kind, address: request.address), kind: kind,
      address: request.address)
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

  private var location: FeedLocation? { request.options.feed.flatMap { FeedLocation($0) } }

  // MARK: Looking at the feed

  private func look(at feed: SuggestionFeed) throws {
    if request.options.isOffline { return announce("the feed was not asked") }
    let service = SuggestionService(feed, fetcher: fetcher, report: warn)
    let text = "star"
    guard let found = try? service.suggestions(for: text, visitor: "") else {
      throw NewShowError.noCompletions(text)
    }
    announce("completions of \"\(text)\": \(found.prefix(6).map(\.text).joined(separator: ", "))")
  }

  private func look(at feed: any Feed, _ document: inout NewShowDocument) throws {
    let isOutside = if case .path? = location { false } else { true }
    if isOutside, request.options.isOffline { return announce("the feed was not asked") }
    let (kind, content) = try content(of: keys.supply(feed))
    let bundled = document.bundled
    document = self.document(of: kind)
    document.bundled = bundled
    document.hosts = Guess.hosts(of: content.entries.lazy.prefix(1_000).compactMap(\.picture))
    let catalog = catalog(of: content, stripping: nil)
    document.suffix = Guess.suffix(of: catalog.entries.prefix(1_000).map(\.title))
    announce("\(catalog.entries.count) entries of the feed \(kind); the first:")
    let shown = document.suffix.map { self.catalog(of: content, stripping: $0) } ?? catalog
    for line in NewShowPreview(catalog: shown, hosts: document.hosts).lines { announce(line) }
  }

  /// What the feed gives now, as the first kind that can read it does.
  private func content(of feed: any Feed) throws -> (kind: String, content: FeedContent) {
    if case .path? = location {
      return try readable(by: feed) { feed in
        let snapshot = Snapshot(directory: folders.state, kind: type(of: feed).kind)
        let start = FeedStart(
          feed: feed, location: location, isOffline: true, snapshot: snapshot, bundled: nil, report: { _ in })
        return try start.begin(asking: FeedSource(fetcher)).content
      }
    }
    if let obstacle = feed.obstacle { throw NewShowError.obstacle(obstacle) }
    let asked = if case .address(let address)? = location { feed.moved(to: address) } else { feed }
    let answer = try asked.ask(FeedSource(fetcher))
    return try readable(by: feed) { try $0.decode(answer) }
  }

  private func readable(
    by feed: any Feed, _ read: (any Feed) throws -> FeedContent
  ) throws -> (kind: String, content: FeedContent) {
    do {
      return (kinds[0], try read(feed))
    } catch {
      for kind in kinds.dropFirst() {
        let other = try? file.read(Array(document(of: kind).text.utf8)).feed.catalog
        if let content = try? other.map(read) { return (kind, content) }
      }
      throw error
    }
  }

  private func catalog(of content: FeedContent, stripping suffix: String?) -> Catalog {
    let sanitizer = Sanitizer(policy: .description, base: request.address)
    let builder = CatalogBuilder(strippedSuffix: suffix) { markup in
      let sanitized = sanitizer.sanitize(markup)
      return (sanitized.html, sanitized.text)
    }
    return builder.catalog(of: content)
  }
}
