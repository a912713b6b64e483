import Feeds
import Operations
import ShowFiles
import Text

/// `dramatis check`: checks configurations and prints every fault.
enum Check {
  /// `dramatis check --accept --show NAME`: accepts the next list of a show as it is.
  static func accept(_ options: Options) throws {
    let show = try PreparedShow(
      options, log: ShowLog(EventLog(format: nil, environment: options.environment)))
    try StateMark.begin(show.folders.state)
    do {
      try show.store.accept()
    } catch {
      throw StartError("cannot write to the state folder \(show.folders.state): \(error.reason)")
    }
    Console.out(
      "\(show.show.slug): the next list is accepted as it is; a list at an address is asked again after SIGHUP"
    )
  }

  /// Checks all files, and prints how many are right if all are.
  static func run(_ files: [String], _ options: Options) throws(UsageError) -> Int32 {
    if files.isEmpty { throw UsageError("check takes the files to check") }
    // So that `config/*.json` can be passed.
    let files = files.filter { !$0.hasSuffix(".schema.json") }
    let sound = files.count { isSound($0, options.folders) }
    guard sound == files.count else { return 1 }
    Console.out("ok: \(sound == 1 ? "1 file" : "\(sound) files")")
    return 0
  }

  private static func isSound(_ file: String, _ folders: Folders) -> Bool {
    do throws(ConfigurationFaults) {
      let lines = try ShowFile(path: file).check(
        shipped: folders.shipped, icons: "\(folders.resources)/Public")
      for line in lines { Console.out(line.onOneLine) }
      return true
    } catch {
      for line in error.lines { Console.out(line.onOneLine) }
      return false
    }
  }
}
