import Favorites
import Glibc
import Synchronization
import TestSupport
import Testing

/// A store in a folder of its own, its clock, its log and its file system.
final class StoreFixture: Sendable {
  /// 32 digits, whose folder is `ab`.
  static let digits = "ab0123456789abcdef0123456789abcd"

  let folder: TemporaryFolder
  let system = WatchedFileSystem()
  let store: JSONFavorites
  let visitor: VisitorID
  private let told: Told

  private final class Told: Sendable {
    let log = Mutex<[String]>([])
    let now: Mutex<Int>

    init(now: Int) {
      self.now = Mutex(now)
    }
  }

  /// - Parameter folder: that of a store before this one, whose files this one finds.
  init(
    in folder: TemporaryFolder? = nil, now: Int = time(nil), show: String = "simpsons",
    visitorLimit: Int = 4_096, memoryLimit: Int = 1 << 20, space: Int = 1 << 30
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    let told = Told(now: now)
    self.folder = folder
    self.told = told
    visitor = try #require(VisitorID(Self.digits))
    store = JSONFavorites(
      directory: "\(folder.path)/favorites", show: show, visitorLimit: visitorLimit,
      memoryLimit: memoryLimit, space: space, system: system, now: { told.now.withLock { $0 } },
      report: { line in told.log.withLock { $0.append(line) } })
  }

  /// Where the visitor's list lies in the folder.
  var file: String { Self.file(visitor) }

  static func file(_ visitor: VisitorID) -> String {
    "favorites/\(visitor.digits.prefix(2))/\(visitor.digits).json"
  }

  var log: [String] { told.log.withLock { $0 } }

  /// What its clock says, in seconds since 1970.
  var now: Int { told.now.withLock { $0 } }

  func advance(by seconds: Int) {
    told.now.withLock { $0 += seconds }
  }

  func favorite(_ id: String) throws -> Favorite {
    try #require(Favorite(id: id, title: "The \(id)", addedAt: told.now.withLock { $0 }))
  }

  @discardableResult
  func add(_ ids: String...) throws -> FavoriteList {
    var list = FavoriteList()
    for id in ids { list = try store.apply(.add(try favorite(id)), for: visitor) }
    return list
  }

  /// A store on the same files that has read none of them yet.
  func restarted(show: String = "simpsons") throws -> StoreFixture {
    try StoreFixture(in: folder, now: told.now.withLock { $0 }, show: show)
  }
}

extension FavoriteList {
  var ids: [String] { favorites.map(\.id) }
}
