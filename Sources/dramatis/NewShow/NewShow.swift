import Operations
import Flags
import Catalogs
import Feeds
import Fetching
import FoundationEssentials
import JSON
import Sanitizer

/// `dramatis new`: looks at a feed, shows what it gives, and writes the file of a show for it.
struct NewShow {
  private let request: NewShowRequest
  private let places: Places
  private let keys: FeedKeySource
  /// Where the file is to lie.
  private let file: ShowFile

  static func run(
    _ arguments: [String], environment: [String: String], program: String
  ) throws(UsageError) -> Int32 {
    let request = try NewShowRequest(arguments, environment: environment)
    let places = Places(options: request.options, environment: environment, program: program)
    let keys = FeedKeySource(file: request.options.feedKeyFile, environment: environment)
    let file = ShowFile(name: request.name, directory: places.configuration)
    do {
      try NewShow(request: request, places: places, keys: keys, file: file).write()
      return 0
    } catch let error as ConfigurationFaults {
      for line in error.lines { Console.error(line) }
    } catch {
      Console.error("\(error)")
    }
    return 1
  }

  private func write() throws {
    guard !FileManager.default.fileExists(atPath: file.path) else { throw NewFile.Refusal.exists(file.path) }
    var document = document(of: kinds[0])
    let (_, feed) = try file.read(Array(document.text.utf8))
    switch feed {
    case .suggestions(let feed): try look(at: feed)
    case .catalog(let feed): try look(at: feed, &document)
    }
    let text = document.text
    // What was guessed from the answer must be sound too.
    _ = try file.read(Array(text.utf8))
    try NewFile.write(text, to: file.path)
    Console.out("written: \(file.path)")
    Console.out("serve it with dramatis --show \(request.name); dramatis explain tells what its keys mean")
  }

  /// Kinds that the feed may be of, the likeliest first.
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
    if manager.fileExists(atPath: "\(places.configuration)/\(name)") {
      document.schema = "./\(name)"
    } else if manager.fileExists(atPath: "\(places.shipped)/\(name)") {
      document.schema = URL(filePath: "\(places.shipped)/\(name)").absoluteURL.standardized.absoluteString
    }
    return document
  }

  private var location: FeedLocation? { request.options.feed.flatMap { FeedLocation($0) } }

  // MARK: Looking at the feed

  private func look(at feed: SuggestionFeed) throws {
    if request.options.isOffline { return Console.out("the feed was not asked") }
    let service = SuggestionService(feed, fetcher: Fetcher(userAgent: Usage.agent)) { Console.error($0) }
    let found = try? service.suggestions(for: "star", visitor: "")
    guard let found else { throw StartError("the service was asked for \"star\" and gave no completions") }
    Console.out(
      "completions of \"star\": \(found.prefix(6).map(\.text).joined(separator: ", "))".onOneLine)
  }

  private func look(at feed: any Feed, _ document: inout NewShowDocument) throws {
    let isOutside = if case .path? = location { false } else { true }
    if isOutside, request.options.isOffline { return Console.out("the feed was not asked") }
    let (kind, content) = try content(of: keys.supply(feed))
    let bundled = document.bundled
    document = self.document(of: kind)
    document.bundled = bundled
    document.hosts = Guess.hosts(of: content.entries.lazy.prefix(1_000).compactMap(\.picture))
    let catalog = catalog(of: content, stripping: nil)
    document.suffix = Guess.suffix(of: catalog.entries.prefix(1_000).map(\.title))
    Console.out("\(catalog.entries.count) entries of the feed \(kind); the first:")
    let shown = document.suffix.map { self.catalog(of: content, stripping: $0) } ?? catalog
    for line in NewShowPreview(catalog: shown, hosts: document.hosts).lines { Console.out(line) }
  }

  /// What the feed gives now, and the first kind that can read it.
  private func content(of feed: any Feed) throws -> (kind: String, content: FeedContent) {
    if case .path? = location {
      return try readable(by: feed) { feed in
        let snapshot = Snapshot(directory: places.state, kind: type(of: feed).kind)
        let start = FeedStart(
          feed: feed, location: location, isOffline: true, snapshot: snapshot, bundled: nil, report: { _ in })
        return try start.begin(asking: FeedSource(Fetcher(userAgent: Usage.agent))).content
      }
    }
    if let obstacle = feed.obstacle { throw StartError("\(obstacle); --offline writes the file unasked") }
    let asked = if case .address(let address)? = location { feed.moved(to: address) } else { feed }
    let answer = try asked.ask(FeedSource(Fetcher(userAgent: Usage.agent)))
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
