import Feeds
import Fetching
import Operations
import ShowFiles
import Text
import Website

/// `dramatis check`: checks configurations and locale files and prints every fault.
enum Check {
  /// `dramatis check --accept --show NAME`: accepts the next list of a show as it is.
  static func accept(_ options: Options, environment: [String: String], program: String) throws {
    let log = EventLog(format: nil, environment: environment)
    let launch = Launch(options: options, environment: environment, program: program, log: log)
    let parts = ShowParts(launch, launch.folders)
    let loaded = try parts.load()
    do {
      try parts.store(loaded).accept()
    } catch {
      throw StartError("cannot write to the state folder \(parts.folders.state): \(error.reason)")
    }
    Console.out(
      "\(loaded.show.slug): the next list is accepted as it is; "
        + "a list at an address is asked again after SIGHUP")
  }

  static func run(files: [String], environment: [String: String], program: String) -> Int32 {
    var options = Options()
    options.resources = environment["DRAMATIS_RESOURCES"]
    let folders = Folders(options: options, environment: environment, program: program)
    var isSound = true
    // So that `config/*.json` can be passed.
    for file in files where !file.hasSuffix(".schema.json") {
      if LocaleCheck.isLocale(file) {
        for fault in LocaleCheck.faults(of: file) {
          isSound = false
          Console.out("\(file): \(fault)".onOneLine)
        }
        continue
      }
      do throws(ConfigurationFaults) {
        for line in try ShowFile(path: file).check(
          shipped: folders.shipped, icons: "\(folders.resources)/Public")
        { Console.out(line.onOneLine) }
      } catch {
        isSound = false
        for line in error.lines { Console.out(line.onOneLine) }
      }
    }
    return isSound ? 0 : 1
  }
}
