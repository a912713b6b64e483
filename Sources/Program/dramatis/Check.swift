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

  /// `dramatis check --against ADDRESS --show NAME`: tells whether a server serves the list of a show as it is now.
  static func compare(
    _ address: String, _ options: Options, environment: [String: String], program: String
  ) throws -> Int32 {
    let log = EventLog(format: nil, environment: environment)
    let launch = Launch(options: options, environment: environment, program: program, log: log)
    let parts = ShowParts(launch, launch.folders)
    let loaded = try parts.load()
    guard let sources = parts.sources(loaded, try parts.location(loaded), nil) else {
      throw StartError("\(loaded.show.name) is a search page without entries to compare")
    }
    let own = try CatalogEdition(of: sources, parts.store(loaded), asking: parts.source(loaded))
    let answer = try Fetcher(userAgent: Usage.agent).get(
      "\(address.hasSuffix("/") ? String(address.dropLast()) : address)/healthz?verbose=1",
      rules: FeedSource.rules)
    let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").dropFirst()
    let start = "\(loaded.show.slug): "
    let served = lines.first { $0.hasPrefix(start) }.map { $0.dropFirst(start.count).prefix { $0 != " " } }
    let isSame = served.map(String.init) == own.digest
    Console.out(
      isSame
        ? "\(start)\(own.digest) is served"
        : "\(start)\(served ?? "no edition") is served; \(own.source) gives \(own.digest)")
    return isSame ? 0 : 1
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
