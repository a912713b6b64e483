import Glibc
import Operations
import ShowFiles

/// `dramatis build --show …`: writes a show's catalogue file without serving it.
enum Build {
  static func run(_ options: Options) throws {
    var show = try PreparedShow(options, to: "build")
    show.keepsAll = true
    let stateFolder = try show.writableStateFolder()
    defer { withExtendedLifetime(stateFolder) {} }
    try show.check()
    let start = try show.start()
    let path = show.store.path
    guard let catalog = start.catalog, access(path, F_OK) == 0 else {
      throw StartError("cannot write \(path); make room there, or choose another folder with --state-dir")
    }
    Console.out("\(path): \(start.summary ?? "\(catalog.entries.count) entries, unchanged")")
  }
}
