import Synchronization

/// The ready pages of one edition, found by the raw bytes of the request's target.
///
/// Two generations stand in for an exact order of use: when the young one is full it becomes the
/// old one, and what is used again moves back. So looking up costs one lock and one hash, and at
/// most twice the budget is kept.
final class PageCache: Sendable {
  struct Key: Hashable, Sendable {
    let target: [UInt8]
    let isGzipped: Bool
    /// Whether it says how old the data is.
    let isOld: Bool
    /// Position of the page's language; 0 for a page without words.
    var language = 0
    /// What the whole addresses in the page begin with; nil for a page without any.
    var origin: String?
    /// The fingerprint of the favorites that the page shows; 0 for none.
    var favorites = 0
  }

  private struct Generations {
    var young: [Key: ReadyPage] = [:]
    var old: [Key: ReadyPage] = [:]
    var youngCost = 0
  }

  /// Guards both generations.
  private let generations = Mutex(Generations())
  private let budget: Int

  /// - Parameter budget: bytes that one generation may keep.
  init(budget: Int) {
    self.budget = budget
  }

  func page(for key: Key) -> ReadyPage? {
    generations.withLock { generations in
      if let page = generations.young[key] { return page }
      guard let page = generations.old[key] else { return nil }
      keep(page, for: key, in: &generations)
      return page
    }
  }

  func keep(_ page: ReadyPage, for key: Key) {
    generations.withLock { keep(page, for: key, in: &$0) }
  }

  private func keep(_ page: ReadyPage, for key: Key, in generations: inout Generations) {
    if generations.youngCost + page.cost > budget {
      generations.old = generations.young
      generations.young = [:]
      generations.youngCost = 0
    }
    if generations.young.updateValue(page, forKey: key) == nil {
      generations.youngCost += page.cost
    }
  }
}
