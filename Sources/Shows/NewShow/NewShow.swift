import Fetching
import FoundationEssentials
public import ShowFiles

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
    let sketch = ShowSketch(
      request, file: file, folders: folders, keys: keys, fetcher: fetcher, announce: announce, warn: warn)
    try NewFile.write(try sketch.text(), to: file.path)
    announce("written: \(file.path)")
    announce("serve it with dramatis --show \(request.name); dramatis explain says what its keys mean")
  }
}

/// Why no file was written for a new show; one sentence.
public enum NewShowError: Error, CustomStringConvertible {
  case exists(String)
  case unwritable(String, reason: String)
  /// The feed cannot be asked yet, for want of a key for example.
  case obstacle(String)
  /// There is neither an address nor a file.
  case nowhere
  /// What none of the kinds of feed reads, and why each does not.
  case unreadable(String, [String])
  /// The service gave no completions for a text.
  case noCompletions(String)

  public var description: String {
    switch self {
    case .exists(let path): "\(path) exists already and was not changed"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .obstacle(let obstacle): "\(obstacle); with --offline the file is written without asking the feed"
    case .nowhere: "there is neither an address nor a file to read"
    case .unreadable(let place, let faults):
      "nothing here reads what \(place) gives: \(faults.joined(separator: "; "))"
    case .noCompletions(let text): "the service gave no completions of \"\(text)\""
    }
  }
}
