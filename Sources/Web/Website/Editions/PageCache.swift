import Glibc
import Synchronization
import System

/// The ready pages of one edition, found by the raw bytes of the request's target.
///
/// Looking up costs one lock and one hash. Keys and pages together keep to the budget.
final class PageCache: Sendable {
  struct Key: Hashable, Sendable {
    let target: [UInt8]
    let isGzipped: Bool
    /// Whether it says how old the data is.
    let isOld: Bool
    /// Position of the page's language; 0 for a page without words.
    var language = 0
    var appearance = Appearance.system
    /// The day that the page is of; 0 for a page that is the same on all days.
    var day = 0
    /// What the whole addresses in the page begin with; nil for a page without any.
    var origin: String?
    /// The fingerprint of the favorites that the page shows; 0 for none.
    var favorites = 0

    /// Bytes it keeps in memory, roughly.
    var cost: Int { target.count + (origin?.utf8.count ?? 0) + 128 }

    func hash(into hasher: inout Hasher) {
      // An array would be combined byte by byte.
      target.withUnsafeBytes { hasher.combine(bytes: $0) }
      // Few pages differ in their appearance or origin alone: this machine has few names.
      hasher.combine(favorites ^ (day << 16 | language << 2 | (isGzipped ? 2 : 0) | (isOld ? 1 : 0)))
    }

    static func == (first: Key, second: Key) -> Bool {
      first.favorites == second.favorites && first.language == second.language
        && first.isGzipped == second.isGzipped && first.isOld == second.isOld
        && first.appearance == second.appearance && first.day == second.day
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

  /// Bytes of a target; the page of a longer one is not kept. An address of ours with a usual search in it is
  /// shorter, and nobody asks for another one twice.
  static let targetLimit = 512
  /// The part of the budget that one page may take, so that none puts out all others.
  private static let pagePart = 8

  /// Guards the pages.
  private let pages = Mutex(KeptPages())
  private let budget: SharedBudget

  /// - Parameter budget: bytes that all pages and keys keep at most, roughly; perhaps those of other caches too.
  init(_ budget: SharedBudget) {
    self.budget = budget
    budget.join()
  }

  deinit {
    budget.leave(holding: cost)
  }

  /// Bytes that pages and keys keep now, roughly.
  var cost: Int { pages.withLock { $0.cost } }

  /// - Parameter pictures: the version of the pictures now.
  func page(for key: Key, pictures: Int = 0) -> ReadyPage? {
    guard key.target.count <= Self.targetLimit else { return nil }
    return pages.withLock { $0.use(key, pictures: pictures) }
  }

  /// - Parameter isRare: whether it is kept only once it is asked for again, even while there is room: nobody
  ///   who goes through all combinations of filters fills it.
  /// - Parameter pictures: the version of the pictures that the page is valid for; nil for every one.
  func keep(_ page: ReadyPage, for key: Key, isRare: Bool = false, pictures: Int? = nil) {
    let cost = key.cost + page.cost
    guard key.target.count <= Self.targetLimit, cost <= budget.total / Self.pagePart else { return }
    pages.withLock { pages in
      let before = pages.cost
      pages.insert(
        page, for: key, cost: cost, budget: budget.limit(holding: before), isRare: isRare, pictures: pictures)
      budget.note(pages.cost - before)
    }
  }
}
