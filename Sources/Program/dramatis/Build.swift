import Glibc
import Operations
import ShowFiles

/// `dramatis build --show …`: writes a show's catalogue file without serving it.
enum Build {
  static func run(_ options: Options, environment: [String: String], program: String) throws {
    if options.isShelf { throw UsageError("build takes one show; run it once for each") }
    let log = EventLog(format: nil, environment: environment)
    let launch = Launch(options: options, environment: environment, program: program, log: log)
    var parts = ShowParts(launch, launch.folders)
    parts.keepsAll = true
    let loaded = try parts.load()
    guard loaded.feed.catalog != nil else {
      throw StartError("\(loaded.show.name) is a search page without entries to build")
    }
    let location = try parts.location(loaded)
    let stateFolder = try parts.writableStateFolder(loaded)
    defer { withExtendedLifetime(stateFolder) {} }
    try parts.check(loaded, location)
    let start = try parts.start(loaded, location)
    let path = parts.store(loaded).path
    guard let catalog = start.catalog, access(path, F_OK) == 0 else {
      throw StartError("cannot write \(path); make room there, or choose another folder with --state-dir")
    }
    Console.out("\(path): \(start.summary ?? "\(catalog.entries.count) entries, unchanged")")
  }
}
