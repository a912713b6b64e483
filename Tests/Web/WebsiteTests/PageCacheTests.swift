import Catalogs
import HTTPServer
import System
import Testing

@testable import Website

@Suite("Page cache")
struct PageCacheTests {
  private static let budget: Int = 1 << 20
  private let cache = PageCache(SharedBudget(Self.budget))
  private let front = Self.key("/")

  private static func key(_ target: String, origin: String? = nil) -> PageCache.Key {
    PageCache.Key(target: Array(target.utf8), isGzipped: true, isOld: false, origin: origin)
  }

  private let small = page(500)

  private static func page(_ size: Int) -> ReadyPage {
    ReadyPage(type: .html, body: Array(repeating: 0x61, count: size), isGzipped: false)
  }

  /// Looks a page up as a request does, and inserts it if it is missing.
  /// - Returns: whether it was cached.
  @discardableResult
  private func ask(_ key: PageCache.Key, for page: ReadyPage? = nil) -> Bool {
    if cache.page(for: key) != nil { return true }
    cache.insert(page ?? small, for: key)
    return false
  }

  @Test("A page with pictures is valid for one state of the pictures; any other stays")
  func pictures() {
    cache.insert(small, for: front, pictures: 7)
    #expect(cache.page(for: front, pictures: 7) === small)
    #expect(cache.page(for: front, pictures: 8) == nil)
    cache.insert(small, for: front, pictures: 8)
    #expect(cache.page(for: front, pictures: 8) === small)
    let other = Self.key("/other")
    cache.insert(small, for: other)
    #expect(cache.page(for: other, pictures: 8) === small)
    #expect(cache.page(for: other, pictures: 9) === small)
  }

  @Test("Pages and keys together stay within the budget")
  func withinBudget() {
    for round in 0..<3 {
      for number in 0..<2_000 {
        ask(Self.key("/entries/\(number)?q=\(String(repeating: "+", count: number % 500))"))
        ask(Self.key("/\(round)", origin: "http://\(String(repeating: "h", count: 250)):\(number)"))
        #expect(cache.cost <= Self.budget)
      }
    }
    #expect(cache.cost > Self.budget / 2)
  }

  @Test("A page with a long target is not cached, and neither is one of an eighth of the budget")
  func long() {
    for extra in [0, 1] {
      let key = Self.key("/\(String(repeating: "a", count: PageCache.targetLimit - 1 + extra))")
      ask(key)
      #expect(ask(key) == (extra == 0))
    }
    let before = cache.cost
    ask(Self.key("/large"), for: Self.page(Self.budget / 8))
    #expect(cache.cost == before)
  }

  @Test("A front page in use survives ten thousand other pages, each requested twice")
  func inUse() {
    for number in 0..<10_000 {
      for _ in 0..<2 { ask(Self.key("/?q=\(number)")) }
      if number % 50 == 0 { #expect(number == 0 || ask(front)) }
      if number == 0 { ask(front) }
    }
  }
}
