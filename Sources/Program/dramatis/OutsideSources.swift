import Configuration
import Feeds
import Fetching
import FoundationEssentials
import Operations
import PostgreSQL
import ShowFiles
import System
import Text

/// The source of the database's connection string: the file that a flag names, else `$DRAMATIS_DATABASE`, else the
/// systemd credential `database`. Never an argument, since other users can read those.
struct DatabaseSource: Sendable {
  private let file: String?
  private let environment: [String: String]

  init(file: String?, environment: [String: String]) {
    self.file = file
    self.environment = environment
  }

  /// - Throws: one sentence that names the file or the variable, but never its contents.
  func connectionString() throws(StartError) -> ConnectionString {
    if let file { return try read(file) }
    if let text = environment["DRAMATIS_DATABASE"], !text.isEmpty {
      return try connectionString(text, from: "DRAMATIS_DATABASE")
    }
    if let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty,
      FileManager.default.fileExists(atPath: "\(folder)/database")
    {
      return try read("\(folder)/database")
    }
    throw StartError(
      "PostgreSQL needs a connection string; write it to a file "
        + "and pass that with --database-file, or set DRAMATIS_DATABASE")
  }

  private func read(_ path: String) throws(StartError) -> ConnectionString {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StartError("cannot read the database file \(path.withoutSecrets)")
    }
    return try connectionString(String(decoding: data, as: UTF8.self), from: path)
  }

  private func connectionString(_ text: String, from place: String) throws(StartError) -> ConnectionString {
    do {
      return try ConnectionString(text)
    } catch {
      throw StartError("\(place): \(error)")
    }
  }
}

/// The search of a show that has no entries of its own, and the service that answers it.
struct OutsideSearch: Sendable {
  /// The functions that the pages call.
  let pages: WebSearch
  /// Nil if offline.
  private let service: SuggestionService?

  /// Nil for a catalog.
  init?(_ feed: ShowFeed, _ options: Options, _ fetcher: Fetcher, _ log: any Log) throws(StartError) {
    guard let configured = feed.suggestions else { return nil }
    var feed = configured
    if let address = options.feed {
      guard let moved = configured.moved(to: address) else {
        throw StartError("--feed \"\(address.withoutSecrets)\" is not an http or https address with {query}")
      }
      feed = moved
    }
    service = options.isOffline ? nil : SuggestionService(feed, fetcher: fetcher, log: log)
    pages = feed.search(asking: service, options.isOffline ? nil : fetcher, log)
  }

  /// Cancels the requests in flight.
  func stop() { service?.stop() }
}
