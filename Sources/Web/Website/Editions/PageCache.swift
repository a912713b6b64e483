import Glibc
import Synchronization
import System

/// The cached pages of one edition by the raw target; those unused for longest are evicted first.
final class PageCache: Sendable {
  struct Key: Hashable, Sendable {
    let target: [UInt8]
    let isGzipped: Bool
    /// Whether it says how old the data is.
    let isOld: Bool
    /// The visitor's choices; the default ones for a page without words.
    var preferences = Preferences()
    /// The day of the page; 0 for a page that is the same on all days.
    var day = 0
    /// The beginning of whole addresses in the page; nil for a page without any.
    var origin: String?
    /// The fingerprint of the favorites that the page shows; 0 for none.
    var favorites = 0

    /// Bytes it keeps in memory, roughly.
    var cost: Int { target.count + (origin?.utf8.count ?? 0) + 128 }

    func hash(into hasher: inout Hasher) {
      // An array would be combined byte by byte.
      target.withUnsafeBytes { hasher.combine(bytes: $0) }
      // Few pages differ in other choices or their origin alone: this machine has few names.
      hasher.combine(
        favorites ^ (day << 16 | preferences.language << 2 | (isGzipped ? 2 : 0) | (isOld ? 1 : 0)))
    }

    static func == (first: Key, second: Key) -> Bool {
      first.favorites == second.favorites && first.isGzipped == second.isGzipped
        && first.isOld == second.isOld && first.day == second.day && first.preferences == second.preferences
        && first.origin == second.origin && first.hasTarget(of: second)
    }

    /// Arrays would be compared byte by byte.
    private func hasTarget(of other: Key) -> Bool {
      target.count == other.target.count
        && target.withUnsafeBytes { bytes in
          other.target.withUnsafeBytes { others in
            guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
            return memcmp(start, other, bytes.count) == 0
          }
        }
    }
  }

  /// Bytes of a target; the page of a longer one is not cached.
  static let targetLimit = 512
  /// The fraction of the budget that one page may take, so that a single page never evicts all others.
  private static let pagePart = 8

  private struct Cached {
    let page: ReadyPage
    /// The version of the pictures that the page is valid for; nil for every one.
    let pictures: Int?
  }

  /// Guards the pages.
  private let pages = Mutex(RecencyCache<Key, Cached>())
  private let budget: SharedBudget

  /// - Parameter budget: bytes that all pages and keys take at most, roughly; shared with other caches.
  init(_ budget: SharedBudget) {
    self.budget = budget
    budget.join()
  }

  deinit {
    budget.leave(holding: cost)
  }

  var cost: Int { pages.withLock { $0.cost } }

  /// - Parameter pictures: the version of the pictures now.
  func page(for key: Key, pictures: Int = 0) -> ReadyPage? {
    guard key.target.count <= Self.targetLimit else { return nil }
    return pages.withLock { pages in
      guard let cached = pages.use(key), cached.pictures ?? pictures == pictures else { return nil }
      return cached.page
    }
  }

  func insert(_ page: ReadyPage, for key: Key, pictures: Int? = nil) {
    let cost = key.cost + page.cost
    guard key.target.count <= Self.targetLimit, cost <= budget.total / Self.pagePart else { return }
    pages.withLock { pages in
      let before = pages.cost
      pages.insert(Cached(page: page, pictures: pictures), for: key, cost: cost)
      pages.evict(costLimit: budget.limit(holding: before))
      budget.note(pages.cost - before)
    }
  }
}

/// Budgets in bytes of the cached pages of all sites of a program.
public struct PageBudgets: Sendable {
  let pages: SharedBudget
  /// For pages that show favorites: some thousand visitors' first pages.
  let pagesWithFavorites: SharedBudget

  public init() {
    (pages, pagesWithFavorites) = (SharedBudget(8 << 20), SharedBudget(24 << 20))
  }
}
