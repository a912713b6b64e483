import Configuration
import Favorites
import Glibc
import Operations
import ShowFiles
import System

/// `dramatis favorites export` and `import`: all lists of a show as JSON Lines, from one store to another.
///
/// Importing is idempotent; of two versions of a list the higher one wins.
struct MovedFavorites {
  private let show: Show
  private let place: Show.FavoritesPlace
  private let folders: Folders
  private let stores: FavoritesStores

  static func run(_ operands: [String], _ options: Options) throws -> Int32 {
    guard operands == ["export"] || operands == ["import"] else {
      throw UsageError("favorites takes export or import")
    }
    let moved = try MovedFavorites(options)
    return operands == ["export"] ? try moved.export() : try moved.take()
  }

  private init(_ options: Options) throws {
    folders = options.folders
    var show = try ShowFile(name: options.show, directory: folders.configuration).read().show
    show.slug = ShowToken(in: folders.state).name(of: show) ?? show.slug
    self.show = show
    place = options.store.flatMap(Show.FavoritesPlace.init) ?? show.favoritesPlace
    stores = FavoritesStores(show.slug, options)
  }

  /// The number of lists, and a checksum over them that does not depend on their order.
  private struct Count {
    let show: String
    private var lists = 0
    private var sum: UInt64 = 0

    init(show: String) { self.show = show }

    mutating func add(_ record: FavoritesRecord) {
      // Only one of the stores keeps empty lists.
      guard !record.list.isEmpty else { return }
      lists += 1
      sum &+= FNV1a.hash64(Array(record.visitor.digits.utf8) + record.content(show: show))
    }

    var text: String { "\(lists) list\(lists == 1 ? "" : "s"), checksum \(sum.hexDigits)" }
  }

  /// Lists that are stored together.
  private static let batch = 200

  private func export() throws -> Int32 {
    var count = Count(show: show.slug)
    var isWhole = true
    try stores.archive(in: place).forEach { found in
      switch found {
      case .success(let record):
        Console.out(String(decoding: record.line(show: show.slug), as: UTF8.self))
        count.add(record)
      case .failure(let error):
        Console.error("\(error)")
        isWhole = false
      }
    }
    Console.write("exported \(count.text)")
    return isWhole ? 0 : 1
  }

  private func take() throws -> Int32 {
    var count = Count(show: show.slug)
    var (number, taken) = (0, 0)
    var batch: [FavoritesRecord] = []
    if place == .files { try StateMark.begin(folders.state) }
    // A process that serves from the files would not notice the changes.
    let lock =
      place == .files && show.favoritesPlace == .files ? try StateFolder(path: folders.state) : nil
    defer { withExtendedLifetime(lock) {} }
    let archive = try stores.archive(in: place)
    var lines = InputLines()
    while let line = lines.next() {
      number += 1
      do {
        batch.append(try FavoritesRecord(line: line, show: show.slug))
      } catch {
        throw StartError("line \(number): \(error); \(taken) lists before it are imported")
      }
      count.add(batch[batch.count - 1])
      if batch.count == Self.batch {
        taken += try archive.take(batch)
        batch = []
      }
    }
    taken += try archive.take(batch)
    Console.write("read \(count.text); \(taken) imported, \(number - taken) were there as new or newer")
    return 0
  }
}
