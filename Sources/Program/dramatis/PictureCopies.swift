import Configuration
import Glibc
import Operations
import Pictures
import ShowFiles
import System

/// `dramatis pictures --show …`: makes the smaller copies of a show's pictures before visitors request them.
enum PictureCopies {
  /// - Parameter signals: end the program at once until copies are made; from then on the last copies are finished.
  static func run(
    _ options: Options, environment: [String: String], program: String, display: ProgressDisplay,
    signals: Signals
  ) throws -> Int32 {
    if options.isShelf { throw UsageError("pictures takes one show; run it once for each") }
    let log = EventLog(format: nil, environment: environment)
    let launch = Launch(options: options, environment: environment, program: program, log: log)
    let parts = ShowParts(launch, launch.folders)
    let loaded = try parts.load()
    guard loaded.feed.catalog != nil else {
      throw StartError("\(loaded.show.name) is a search page without pictures")
    }
    let location = try parts.location(loaded)
    let stateFolder = try parts.writableStateFolder(loaded)
    defer { withExtendedLifetime(stateFolder) {} }
    try parts.check(loaded, location)
    let start = try ProgressDisplay.$current.withValue(display) { try parts.start(loaded, location) }
    guard let catalog = start.catalog else {
      throw StartError("the feed has not answered yet, so no pictures are known; try again later")
    }
    let ended = EndSignal()
    signals.handle(ended.note)
    let (addresses, aspect) = (catalog.entries.flatMap(\.pictures), loaded.show.looks.aspect)
    let pictures = parts.pictures(loaded, location)
    defer { pictures.stop() }
    let outcome = ProgressDisplay.$current.withValue(display.whileWanted { ended.signal == 0 }) {
      pictures.makeAll(addresses, PictureScaling(.tile(width: aspect.width, height: aspect.height), .webp))
    }
    Console.clear()
    Console.out(outcome.summary)
    if let obstacle = outcome.obstacle { throw StartError(obstacle) }
    return ended.signal == 0 ? 0 : 128 + ended.signal
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
