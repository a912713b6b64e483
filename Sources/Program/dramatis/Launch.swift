import Configuration
import Feeds
import FoundationEssentials
import Glibc
import Operations
import ShowFiles
import Website

/// The command line and environment that the program was started with.
struct Launch: Sendable {
  var options: Options
  let environment: [String: String]
  /// The path of the program's file.
  let program: String
  let log: EventLog
  /// Faults of the whole program that its pages survive.
  let troubles = Troubles()
  /// Whether a start waits until the list is read, however long that takes.
  var isPatient = false
  /// The list of `open` in a file, which has been read.
  var answer: ReadAnswer?

  var folders: Folders { Folders(options: options, environment: environment, program: program) }
  var keys: FeedKeySource { FeedKeySource(file: options.feedKeyFile, environment: environment) }
  var database: DatabaseSource { DatabaseSource(file: options.databaseFile, environment: environment) }

  /// The variables of this process.
  static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

/// The reason why a show cannot be started; one sentence.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Options {
  /// The options with the certificate and key among the service manager's credentials, if they name none.
  func withCredentials(_ environment: [String: String]) -> Options {
    guard tlsCertificate == nil, tlsKey == nil, let folder = environment["CREDENTIALS_DIRECTORY"],
      !folder.isEmpty
    else { return self }
    func credential(_ name: String) -> String? {
      let path = "\(folder)/\(name)"
      return FileManager.default.fileExists(atPath: path) ? path : nil
    }
    var options = self
    options.tlsCertificate = credential("tls-cert")
    options.tlsKey = credential("tls-key")
    return options
  }
}

extension Addresses {
  /// The addresses below a base path.
  init(path: String) throws(StartError) {
    guard let addresses = Addresses(base: path) else {
      throw StartError("the base path \"\(path)\" is not valid; use a path of plain names such as /films")
    }
    self = addresses
  }
}

extension Options {
  /// Bytes for pictures on disk: those of `--picture-space`, else a tenth of the disk of a folder within limits.
  func pictureBytes(in folder: String) -> Int {
    var (disk, path) = (statvfs(), folder)
    // The folder may not exist yet.
    while statvfs(path, &disk) != 0, let slash = path.lastIndex(of: "/") { path = String(path[..<slash]) }
    let tenth = Int(disk.f_blocks) / 10 * Int(disk.f_frsize) >> 20
    let range = Defaults.pictureSpace
    return (pictureSpace ?? min(max(tenth, range.lowerBound), range.upperBound)) << 20
  }
}
