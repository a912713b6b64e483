import Configuration
import Glibc
import Operations
import ShowFiles
import Website

/// The reason why a show cannot be started; one sentence.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension Options {
  /// The options of one show of a shelf.
  func ofShow(_ name: String, below base: String) -> Options {
    var own = self
    own.show = name
    own.areAllShows = false
    own.basePath = base
    let given = stateDirectory ?? environment["STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    own.stateDirectory = given.map { "\($0)/\(Folders.slug(of: name))" }
    return own
  }

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

extension Addresses {
  /// The addresses below a base path.
  init(path: String) throws(StartError) {
    guard let addresses = Addresses(base: path) else {
      throw StartError("the base path \"\(path)\" is not valid; use a path of plain names such as /films")
    }
    self = addresses
  }
}
