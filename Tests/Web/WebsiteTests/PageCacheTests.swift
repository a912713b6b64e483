import Catalogs
import HTTPServer
import System
import Testing

@testable import Website

@Suite("Pages that are kept")
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

  /// Asks as a request does, and keeps what was not there.
  /// - Returns: whether it was there.
  @discardableResult
  private func ask(_ key: PageCache.Key, for page: ReadyPage? = nil) -> Bool {
    if cache.page(for: key) != nil { return true }
    cache.keep(page ?? small, for: key)
    return false
  }

  @Test("A combination of filters is kept once it is asked for again, so that all of them fill nothing")
  func combinations() {
    for number in 0..<2_000 {
      let key = Self.key("/?status=\(number)")
      #expect(cache.page(for: key) == nil)
      cache.keep(small, for: key, isRare: true)
    }
    #expect(cache.cost == 0)
    let key = Self.key("/?status=7")
    _ = cache.page(for: key)
    cache.keep(small, for: key, isRare: true)
    #expect(cache.page(for: key) != nil)
  }

  @Test("A page that shows how pictures are is kept until they are otherwise; any other stays")
  func pictures() {
    cache.keep(small, for: front, pictures: 7)
    #expect(cache.page(for: front, pictures: 7) === small)
    #expect(cache.page(for: front, pictures: 8) == nil)
    cache.keep(small, for: front, pictures: 8)
    #expect(cache.page(for: front, pictures: 8) === small)
    let other = Self.key("/other")
    cache.keep(small, for: other)
    #expect(cache.page(for: other, pictures: 8) === small)
    #expect(cache.page(for: other, pictures: 9) === small)
  }

  @Test("The budget holds for pages and keys together, whatever is asked for")
  func together() {
    for round in 0..<3 {
      for number in 0..<2_000 {
        ask(Self.key("/entries/\(number)?q=\(String(repeating: "+", count: number % 500))"))
        ask(Self.key("/\(round)", origin: "http://\(String(repeating: "h", count: 250)):\(number)"))
        #expect(cache.cost <= Self.budget)
      }
    }
    #expect(cache.cost > Self.budget / 2)
  }

  @Test("A key counts with all that it holds")
  func keys() {
    ask(front)
    let short = cache.cost
    ask(
      Self.key(
        "/\(String(repeating: "a", count: 400))", origin: "http://\(String(repeating: "b", count: 200))"))
    #expect(cache.cost >= 2 * short + 600)
  }

  @Test("A page that replaces itself counts once")
  func again() {
    ask(front)
    let before = cache.cost
    cache.keep(small, for: front)
    #expect(cache.cost == before)
  }

  @Test("The pages of long targets are not kept, and no page that takes an eighth of the room")
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

  @Test("The front page stays after ten thousand others that were asked for once")
  func once() {
    ask(front)
    for number in 0..<10_000 { ask(Self.key("/?q=\(number)")) }
    #expect(ask(front))
  }

  @Test("A front page that is in use stays while one client asks ten thousand times for others, each twice")
  func twice() {
    for number in 0..<10_000 {
      for _ in 0..<2 { ask(Self.key("/?q=\(number)")) }
      if number % 50 == 0 { #expect(number == 0 || ask(front)) }
      if number == 0 { ask(front) }
    }
  }

  @Test("A new page comes in once it is asked for more often than others that are kept")
  func admission() {
    for number in 0..<2_000 { ask(Self.key("/?q=\(number)")) }
    #expect(!ask(front))
    #expect(!ask(front))
    #expect(ask(front))
  }

  @Test("What was asked for long ago makes way")
  func aging() {
    for number in 0..<2_000 { for _ in 0..<20 { ask(Self.key("/old/\(number)")) } }
    for number in 0..<60_000 { ask(Self.key("/?q=\(number)")) }
    for _ in 0..<2 { ask(front) }
    #expect(ask(front))
  }

  @Test("Only so many keys of pages that are not kept are remembered: one asked for before them is new again")
  func seen() {
    let key = Self.key("/?status=7")
    #expect(cache.page(for: key) == nil)
    for number in 0..<KeptPages.seenLimit { #expect(cache.page(for: Self.key("/?q=\(number)")) == nil) }
    #expect(cache.page(for: key) == nil)
    cache.keep(small, for: key, isRare: true)
    #expect(cache.page(for: key) == nil)
  }

  @Test("Requests for ten thousand other pages leave the first page the response that it was")
  func site() throws {
    let test = try TestSite(TestSite.cast)
    let first = test.get("/")
    for number in 0..<10_000 { _ = test.get("/entries/bart-simpson.json?x=\(number)") }
    #expect(test.get("/") === first)
  }
}
