import Favorites
import FavoritesInFiles
import Glibc
import Synchronization
import TestSupport
import Testing

/// A store in a temporary folder, with its clock, log and file system.
final class StoreFixture: Sendable {
  /// 32 digits, whose folder is `ab`.
  static let digits = "ab0123456789abcdef0123456789abcd"

  let folder: TemporaryFolder
  let system = WatchedFileSystem()
  let store: JSONFavorites
  let visitor: VisitorID
  private let collected: CollectedLog
  private let clock: Clock

  private final class Clock: Sendable {
    let now: Mutex<Int>
    let running = Mutex(0)

    init(now: Int) {
      self.now = Mutex(now)
    }
  }

  /// - Parameter folder: the folder of an earlier store.
  init(
    in folder: TemporaryFolder? = nil, now: Int = time(nil), show: String = "simpsons",
    visitorLimit: Int = 4_096, memoryLimit: Int = 1 << 20, space: Int = 1 << 30
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    let clock = Clock(now: now)
    self.clock = clock
    collected = CollectedLog()
    visitor = try #require(VisitorID(Self.digits))
    var limits = JSONFavorites.Limits()
    (limits.space, limits.visitors, limits.memory) = (space, visitorLimit, memoryLimit)
    store = JSONFavorites(
      directory: "\(self.folder.path)/favorites", show: show, limits: limits, system: system,
      now: { clock.now.withLock { $0 } }, running: { clock.running.withLock { $0 } }, log: collected)
  }

  /// The path of the visitor's list in the folder.
  var file: String { Self.file(visitor) }

  static func file(_ visitor: VisitorID) -> String {
    "favorites/\(visitor.digits.prefix(2))/\(visitor.digits).json"
  }

  var log: [String] { collected.lines }

  /// The time of its clock, in seconds since 1970.
  var now: Int { clock.now.withLock { $0 } }

  /// Lets time pass while the program runs.
  func advance(by seconds: Int) {
    setClock(by: seconds)
    clock.running.withLock { $0 += seconds }
  }

  /// Sets the machine's clock.
  func setClock(by seconds: Int) { clock.now.withLock { $0 += seconds } }

  /// Writes the time by which lists expire: that of the machine's clock, which was right until now.
  func keepClock() throws { try folder.write("favorites/clock", "\(now) \(now) 0\n") }

  /// The paths of lists, backups and other files in the folders of visitors.
  var lists: [String] { folder.files.filter { $0.split(separator: "/")[1].count == 2 } }

  func favorite(_ id: String) throws -> Favorite {
    try #require(Favorite(id: id, title: "The \(id)", addedAt: clock.now.withLock { $0 }))
  }

  @discardableResult
  func add(_ ids: String...) throws -> FavoriteList {
    var list = FavoriteList()
    for id in ids { list = try store.apply(.add(try favorite(id)), for: visitor) }
    return list
  }

  /// Another store of the same files, which has read none of them.
  func restarted(show: String = "simpsons") throws -> StoreFixture {
    try StoreFixture(in: folder, now: clock.now.withLock { $0 }, show: show)
  }
}
