import Catalogs
import Feeds
import Fetching
import FoundationEssentials
import Records
import Sanitizer
import ShowFiles
import System
import Text

/// The surroundings of `new` and `open`.
struct SketchContext {
  let folders: Folders
  let keys: FeedKeySource
  let fetcher: Fetcher
  let log: any Log

  init(_ options: Options, userAgent: String, log: any Log) {
    (folders, keys) = (options.folders, options.feedKeys)
    fetcher = Fetcher(userAgent: userAgent)
    self.log = log
  }
}

/// The file of a show, guessed from its feed.
struct ShowSketch {
  /// Entries of a list that are looked at for guesses and the preview.
  private static let sample = 5_000

  private let request: NewShowRequest
  /// Names the file in faults; it need not exist.
  private let file: ShowFile
  private let context: SketchContext
  /// The key of the records since the list was first opened; nil for a new list.
  private let key: RecordGuess.Key?
  private var log: any Log { context.log }

  init(
    _ request: NewShowRequest, file: ShowFile, in context: SketchContext, keeping key: RecordGuess.Key? = nil
  ) {
    self.request = request
    self.file = file
    self.context = context
    self.key = key
  }

  /// Asks the feed, except with `--offline`, and logs its contents.
  /// - Parameter take: called with the answer in a file, as it was read.
  func text(_ take: (ReadAnswer) -> Void = { _ in }) throws -> String {
    let kinds =
      request.options.kind.flatMap { NewShowKind.named($0) }.map { [$0] }
      ?? NewShowKind.candidates(for: request.address)
    var document = document(of: kinds[0])
    if request.options.isOffline, local == nil {
      log.info("the feed was not asked")
    } else if kinds[0].isCatalog {
      document = try guess(kinds, from: try answer(document, take))
    } else {
      try complete(document)
    }
    let text = document.text
    // The guesses must be valid too.
    _ = try file.read(Array(text.utf8))
    return text
  }

  /// The file or folder that holds the answer; nil if the feed is asked.
  private var local: String? {
    if case .path(let path)? = location { return path }
    return request.path
  }

  private var location: FeedLocation? { request.options.feed.flatMap { FeedLocation($0) } }

  private func document(of kind: NewShowKind, mapping: RecordGuess? = nil) -> NewShowDocument {
    let list =
      mapping?.entries.last
      ?? request.path.map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
    var document = NewShowDocument(
      guess: Guess(label: request.label, kind: kind, address: request.address, list: list), kind: kind,
      address: request.address)
    document.settings = mapping?.members
    document.file = request.path.map { URL(filePath: $0).standardizedFileURL.path }
    document.isFolder = request.path.map(Self.isFolder) ?? false
    if case .path(let path)? = location { document.bundled = URL(filePath: path).standardizedFileURL.path }
    let name = "show.schema.json"
    let (folders, manager) = (context.folders, FileManager.default)
    if manager.fileExists(atPath: "\(folders.configuration)/\(name)") {
      document.schema = "./\(name)"
    } else if manager.fileExists(atPath: "\(folders.shipped)/\(name)") {
      document.schema = URL(filePath: "\(folders.shipped)/\(name)").absoluteURL.standardized.absoluteString
    }
    return document
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  // MARK: The feed

  /// Asks a service for completions.
  private func complete(_ document: NewShowDocument) throws {
    guard let feed = try file.read(Array(document.text.utf8)).feed.suggestions else { return }
    let service = SuggestionService(feed, fetcher: context.fetcher, log: log)
    let text = "star"
    guard let found = try? service.suggestions(for: text, visitor: "") else {
      throw NewShowError.noCompletions(text)
    }
    log.info("completions of \"\(text)\": \(found.prefix(6).map(\.text).joined(separator: ", "))")
  }

  /// The feed's current answer.
  private func answer(_ document: NewShowDocument, _ take: (ReadAnswer) -> Void) throws -> FeedAnswer {
    if let local {
      let (answer, read) = try ReadAnswer.reading(local)
      if let read { take(read) }
      return answer
    }
    let source = FeedSource(context.fetcher)
    guard !document.kind.isGuessed else {
      guard let address = request.address.flatMap({ WebAddress($0) }) else { throw NewShowError.nowhere }
      return FeedAnswer(try source.body(of: address, limit: RecordsFeed.byteLimit))
    }
    guard let feed = try feed(of: document) else { throw NewShowError.nowhere }
    if let obstacle = feed.obstacle { throw NewShowError.obstacle(obstacle) }
    let asked = if case .address(let address)? = location { feed.moved(to: address) } else { feed }
    return try asked.ask(source)
  }

  private func feed(of document: NewShowDocument) throws -> (any Feed)? {
    try file.read(Array(document.text.utf8)).feed.catalog.map { try context.keys.supply($0) }
  }

  /// The file for the first kind that reads an answer; logs its entries.
  private func guess(_ kinds: [NewShowKind], from answer: FeedAnswer) throws -> NewShowDocument {
    var faults: [String] = []
    for kind in kinds {
      do {
        let mapping = kind.isGuessed ? try mapping(of: answer) : nil
        var document = document(of: kind, mapping: mapping)
        guard let feed = try feed(of: document) else { continue }
        var sample: [FeedEntry] = []
        var content = try feed.read(answer, limit: Self.sample) { sample.append($0) }
        content.entries = sample
        mapping?.lines.forEach(log.info)
        let isWhole = sample.count < Self.sample
        show(content, isWhole, isWhole ? try feed.account(of: answer) : content.warnings, &document)
        return document
      } catch let error as RecordsError {
        faults.append("no mapping can be guessed: \(error)")
      } catch let error as FeedError {
        faults.append(error.description)
      }
    }
    throw NewShowError.unreadable(
      local ?? request.address.flatMap { WebAddress($0)?.host } ?? "the feed", faults)
  }

  private func mapping(of answer: FeedAnswer) throws(RecordsError) -> RecordGuess {
    guard let part = answer.parts.first else { throw RecordsError("the folder is empty") }
    return part.name == PictureFolder.name
      ? try RecordGuess(ofPictures: part.bytes)
      : try RecordGuess(
        part.bytes, reserved: FactField.reservedNames, naming: FactField.name, keeping: key)
  }

  // MARK: Preview

  /// Guesses from entries, and logs the first of them.
  /// - Parameters:
  ///   - isWhole: whether the content has all entries rather than a sample.
  ///   - account: lines about records that are not shown, and about faults of the list.
  private func show(
    _ content: FeedContent, _ isWhole: Bool, _ account: [String], _ document: inout NewShowDocument
  ) {
    document.hosts = Guess.hosts(
      of: content.entries.lazy.prefix(1_000).flatMap { entry in
        (entry.picture.map { [$0] } ?? []) + entry.morePictures
      })
    let entries = catalog(of: content).entries
    document.suffix = Guess.suffix(of: entries.map(\.title))
    let count = entries.count
    log.info(
      "\(isWhole ? "" : "at least ")\(count) \(count == 1 ? "entry" : "entries") of the feed \(document.kind.type.kind); the first:"
    )
    for line in account { log.info("  \(line)") }
    let hasPictures = content.entries.contains { $0.picture != nil }
    for entry in entries.prefix(3) {
      let picture = entry.picture == nil ? "no picture" : "picture"
      let text = entry.subtitle ?? String(entry.text.prefix { !$0.isNewline })
      let title = document.suffix.map {
        entry.title.hasSuffix($0) ? entry.title.dropLast($0.count) : entry.title[...]
      }
      let columns = [(title.map(String.init) ?? entry.title, 30), (picture, hasPictures ? 10 : 0)].filter {
        $0.1 > 0
      }
      .map { Self.cut($0, $1, padded: true) }
      log.info("  \(columns.joined(separator: "  "))  \(Self.cut(text, 52))")
    }
    if count > 3 { log.info("  … and \(isWhole ? "\(count - 3) " : "")more") }
    if !document.hosts.isEmpty {
      log.info("pictures come from \(document.hosts.joined(separator: ", "))")
    }
  }

  private func catalog(of content: FeedContent) -> Catalog {
    let sanitizer = Sanitizer(
      policy: .description, base: request.address.flatMap { WebAddress($0)?.base.text })
    let builder = CatalogBuilder(strippedSuffix: nil) { markup in
      let sanitized = sanitizer.sanitize(markup)
      return (sanitized.html, sanitized.text)
    }
    return builder.catalog(of: content)
  }

  /// A text on one line, cut to a number of letters.
  private static func cut(_ text: String, _ width: Int, padded: Bool = false) -> String {
    let letters = text.oneLine(limit: .max)
    let shown = letters.count <= width ? letters : letters.prefix(width - 1) + "…"
    return padded ? shown + String(repeating: " ", count: width - shown.count) : shown
  }
}
