import Catalogs
import Feeds
import Fetching
import FoundationEssentials
import Records
public import ShowFiles
import System

/// `dramatis open`: guesses the show for a list, to be served at once.
///
/// The show's file is kept in the state folder of that list, and nothing elsewhere.
public struct OpenedList {
  /// With which the show is served.
  public let options: Options

  /// Looks at the list and writes the show's file.
  /// - Parameters:
  ///   - announce: takes each line about what was found.
  ///   - Others: as ``NewShow`` takes them.
  /// - Throws: `UsageError`, or why the list cannot be served.
  public init(
    _ arguments: [String], environment: [String: String], program: String, userAgent: String,
    announce: @escaping @Sendable (String) -> Void
  ) throws {
    var (options, locations) = try Options.read(arguments, of: .open, environment: environment)
    guard locations.count == 1, let location = locations.first else {
      throw UsageError(
        "open takes one file, folder or address, such as plants.csv or https://api.example.org/people")
    }
    let request = try NewShowRequest(opening: location, options)
    options.show = request.name
    let folders = Folders(options: options, environment: environment, program: program)
    let file = ShowFile(path: "\(folders.state)/\(request.name).json")
    let fetcher = Fetcher(userAgent: userAgent)
    let sketch = ShowSketch(
      request, file: file, folders: folders,
      keys: FeedKeySource(file: options.feedKeyFile, environment: environment),
      fetcher: fetcher, keeping: Self.key(in: file), announce: announce, warn: announce)
    if !(options.isOffline && request.path == nil && FileManager.default.fileExists(atPath: file.path)) {
      try NewFile.replace(try sketch.text(), at: file.path)
    }
    announce(
      "to keep it, and to change what was guessed: dramatis new NAME --feed-address \(request.shownLocation)")
    options.show = file.path
    options.stateDirectory = folders.state
    self.options = options
  }

  /// The key of the records when the list was opened before; nil for a new list.
  private static func key(in file: ShowFile) -> RecordGuess.Key? {
    (try? file.document()).flatMap { RecordGuess.key(in: $0) }
  }
}
