public import Feeds
import Fetching
import FoundationEssentials
import Glibc
import Records
public import ShowFiles
public import System

/// `dramatis new`: examines a feed, logs its contents, and writes a show's file for it.
public struct NewShow {
  private let sketch: ShowSketch
  private let name: String
  /// The path of the file.
  private let path: String
  private let log: any Log

  /// - Parameters:
  ///   - userAgent: goes into the requests to the feed.
  ///   - log: receives the findings as events, and faults that do not end the command as warnings.
  public init(
    _ arguments: [String], environment: [String: String], userAgent: String, log: any Log
  ) throws(UsageError) {
    let request = try NewShowRequest(arguments, environment: environment)
    let context = SketchContext(request.options, userAgent: userAgent, log: log)
    let file = ShowFile(name: request.name, directory: context.folders.configuration)
    sketch = ShowSketch(request, file: file, in: context)
    (name, path) = (request.name, file.path)
    self.log = log
  }

  /// Asks the feed, except with `--offline`, and writes the file.
  /// - Throws: ``NewShowError``, `ConfigurationFaults`, or the feed's fault. No file is left then.
  public func write() throws {
    guard !FileManager.default.fileExists(atPath: path) else { throw NewShowError.exists(path) }
    try FileReplacement.write(try sketch.text(), toShowFile: path)
    log.info("written: \(path)")
    log.info("serve it with dramatis --show \(name); dramatis explain says what its keys mean")
  }
}

/// `dramatis open`: guesses the show of a list, to be served at once. Its file is in the list's state folder.
public struct OpenedList {
  /// The options to serve the show with.
  public let options: Options
  /// The list in a file, which need not be read again; nil for any other.
  public let answer: ReadAnswer?

  /// Examines the list and writes the show's file.
  /// - Parameters: as of ``NewShow``.
  /// - Throws: `UsageError`, or the reason why the list cannot be served.
  public init(
    _ arguments: [String], environment: [String: String], userAgent: String, log: any Log
  ) throws {
    var (options, locations) = try Options.read(arguments, of: .open, environment: environment)
    guard locations.count == 1 else {
      throw UsageError(
        "open takes one file, folder or address, such as plants.csv or https://api.example.org/people")
    }
    let request = try NewShowRequest(opening: locations[0], options)
    options.show = request.name
    let context = SketchContext(options, userAgent: userAgent, log: log)
    var read: ReadAnswer?
    let state = context.folders.state
    if let refusal = StateMark.refusal(of: state) { throw StateFolderRefusal(refusal) }
    let file = ShowFile(path: "\(state)/\(request.name).json")
    if !(options.isOffline && request.path == nil
      && FileManager.default.fileExists(atPath: file.path))
    {
      let key = (try? file.document()).flatMap { RecordGuess.key(in: $0) }
      let sketch = ShowSketch(request, file: file, in: context, keeping: key)
      let text = try sketch.text { read = $0 }
      try StateMark.begin(state)
      try FileReplacement.write(text, toShowFile: file.path)
    }
    log.info("to keep it, and to change guesses: dramatis new NAME --feed-address \(request.shownLocation)")
    options.show = file.path
    options.stateDirectory = state
    (self.options, answer) = (options, read)
  }
}

extension FileReplacement {
  /// Writes the file of a show atomically, and creates its folder if that is missing.
  fileprivate static func write(_ text: String, toShowFile path: String) throws(NewShowError) {
    if let end = path.lastIndex(of: "/"), end > path.startIndex {
      // If that fails, opening the file fails too, with the reason.
      try? FileManager.default.createDirectory(
        atPath: String(path[..<end]), withIntermediateDirectories: true)
    }
    do throws(SystemError) {
      let replacement = FileReplacement(of: path, by: "\(path).new")
      try replacement.stage(Array(text.utf8), synced: false)
      // Root writes for services that run as other users, in spite of its umask. The file holds no key.
      if geteuid() == 0 { chmod("\(path).new", 0o644) }
      try replacement.commit()
    } catch {
      throw .unwritable(path, reason: error.reason)
    }
  }
}

/// The reason why no file was written for a new show; one sentence.
public enum NewShowError: Error, CustomStringConvertible {
  case exists(String)
  case unwritable(String, reason: String)
  /// The feed cannot be asked yet, for example without a key.
  case obstacle(String)
  /// Neither an address nor a file is given.
  case nowhere
  /// No kind of feed reads the answer; with the fault of each.
  case unreadable(String, [String])
  /// The service has no completions for a text.
  case noCompletions(String)

  public var description: String {
    switch self {
    case .exists(let path): "\(path) exists already and was not changed"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .obstacle(let obstacle): "\(obstacle); with --offline the file is written without asking the feed"
    case .nowhere: "no list to read: give its address or file with --feed-address"
    case .unreadable(let place, let faults):
      """
      cannot read the answer of \(place): \(faults.joined(separator: "; ")); lists are spreadsheets, CSV, JSON, XML, \
      feeds, SQLite files, folders of photographs, address books and calendars
      """
    case .noCompletions(let text): "the service has no completions for \"\(text)\""
    }
  }
}
