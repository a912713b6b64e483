import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Pictures

@Suite("Picture cache")
struct PictureCacheTests {
  @Test(
    "A picture is stored unchanged, with the media type of its bytes",
    arguments: [
      (Samples.png, "image/png"), (Samples.jpeg, "image/jpeg"), (Samples.gif, "image/gif"),
      (Samples.webp, "image/webp"), (Samples.avif, "image/avif"), (Samples.icon, "image/x-icon"),
      (Samples.svg, "image/svg+xml"), (Samples.heic, "image/heic"), (Samples.tiff, "image/tiff"),
    ])
  func formats(bytes: [UInt8], type: String) async throws {
    let fixture = try CacheFixture { _ in .ok(bytes, type: "text/html") }
    defer { fixture.stop() }
    let address = fixture.server.address("/a")
    #expect(fixture.cache.state(of: address) == .unknown)
    #expect(try await fixture.fetched("/a") == .stored)
    let picture = try #require(fixture.cache.load(address))
    #expect(picture.bytes == bytes)
    #expect(picture.mediaType == type)
    #expect(picture.isForBrowsers == !["svg+xml", "heic", "tiff"].contains { type.hasSuffix($0) })
    #expect(fixture.log.isEmpty)
  }

  @Test(
    "Other content than pictures is not stored",
    arguments: [
      StubAnswer.ok(Samples.html, type: "image/png"), .ok([]),
      .ok(Array(Samples.png.prefix(7))), .ok(Array("RIFF1234WAVE".utf8)),
      .ok(Array("BM: a list of things".utf8)), .ok(Array("\u{0}\u{0}\u{0}\u{18}ftypmp42".utf8)),
      .status(404, body: Samples.png),
      .status(500), .status(200, body: Samples.png, length: 100), .bytes([]),
      .redirect(to: "file:///etc/hostname"),
      .endless(head: "HTTP/1.1 200 OK\r\n\r\n", chunk: Samples.png(1, size: 8192)),
    ])
  func noPicture(answer: StubAnswer) async throws {
    let fixture = try CacheFixture { _ in answer }
    defer { fixture.stop() }
    #expect(try await fixture.fetched("/secret.png?key=secret") == .failed(until: 60))
    #expect(fixture.cache.load(fixture.server.address("/secret.png?key=secret")) == nil)
    #expect(fixture.folder.names.isEmpty)
    #expect(fixture.log.count == 1)
    #expect(fixture.log.first?.hasPrefix("pictures: cannot fetch 127.0.0.1/secret.png: ") == true)
    #expect(fixture.log.first?.contains("key") == false)
  }

  @Test("A picture at the byte limit is stored, and a larger one fails")
  func limit() async throws {
    var rules = CacheFixture.rules
    rules.byteLimit = 2000
    let fixture = try CacheFixture(rules: rules) { request in
      .ok(
        Samples.png + Array(repeating: 0, count: (request.path == "/fits" ? 2000 : 2001) - Samples.png.count))
    }
    defer { fixture.stop() }
    #expect(try await fixture.fetched("/fits") == .stored)
    #expect(try await fixture.fetched("/large") == .failed(until: 60))
  }

  @Test("Entity tags are the same for the same bytes and differ with them")
  func etags() async throws {
    let fixture = try CacheFixture { .ok(Samples.png($0.path == "/c" ? 1 : 2)) }
    defer { fixture.stop() }
    var tags: [String] = []
    for path in ["/a", "/b", "/c"] {
      #expect(try await fixture.fetched(path) == .stored)
      tags.append(try #require(fixture.cache.load(fixture.server.address(path))).etag)
    }
    #expect(tags[0] == tags[1])
    #expect(tags[0] != tags[2])
    #expect(tags[0].first == "\"" && tags[0].last == "\"" && tags[0].count > 2)
  }

  @Test(
    "Only listed hosts are fetched from, private addresses only if allowed, also after redirects",
    arguments: [
      (PictureRules(hosts: [], privateAddresses: true), "/a", 0),
      (PictureRules(hosts: ["example.org"], privateAddresses: true), "/a", 0),
      (PictureRules(hosts: ["127.0.0.1"]), "/a", 0), (CacheFixture.rules, "/redirect", 1),
    ])
  func hosts(rules: PictureRules, path: String, requests: Int) async throws {
    let other = try StubServer(host: "127.0.0.2") { _ in .ok(Samples.png) }
    let fixture = try CacheFixture(rules: rules) { [address = other.address()] request in
      request.path == "/redirect" ? .redirect(to: address) : .ok(Samples.png)
    }
    defer {
      fixture.stop()
      other.stop()
    }
    #expect(try await fixture.fetched(path) == .failed(until: 60))
    #expect(fixture.server.requests.count == requests)
    #expect(other.requests.isEmpty)
  }

  @Test("A failure is retried after a minute, then after twice as long, up to a day")
  func backoff() async throws {
    let fixture = try CacheFixture { _ in .status(404) }
    defer { fixture.stop() }
    var pauses: [Int] = []
    var now = 0
    for attempt in 1...13 {
      guard case .failed(let until) = try await fixture.fetched("/a") else {
        Issue.record("it did not fail")
        return
      }
      pauses.append(until - now)
      fixture.advance(by: until - now - 1)
      fixture.cache.want(fixture.server.address("/a"))
      #expect(fixture.cache.state(of: fixture.server.address("/a")) == .failed(until: until))
      #expect(fixture.server.requests.count == attempt)
      fixture.advance(by: 1)
      now = until
    }
    #expect(pauses == [60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 30_720, 61_440, 86_400, 86_400])
  }

  @Test("A source that fails for most pictures is told until its pictures come")
  func failingSource() async throws {
    let isWell = Mutex(false)
    let fixture = try CacheFixture { request in
      isWell.withLock { $0 } || request.path < "/b" ? .ok(Samples.png) : .status(403)
    }
    defer { fixture.stop() }
    func fetch(_ first: String, _ numbers: Range<Int>) async throws {
      for number in numbers { _ = try await fixture.fetched("/\(first)\(number)") }
    }
    try await fetch("a", 0..<3)
    try await fetch("b", 0..<3)
    #expect(fixture.cache.fault == nil)
    try await fetch("b", 3..<12)
    #expect(fixture.cache.fault == "12 of 15 pictures failed, 127.0.0.1 answers 403")
    // Each picture counts once.
    fixture.advance(by: 3_600)
    try await fetch("b", 0..<12)
    #expect(fixture.cache.fault == "12 of 15 pictures failed, 127.0.0.1 answers 403")
    fixture.advance(by: 86_400)
    isWell.withLock { $0 = true }
    try await fetch("b", 0..<2)
    #expect(fixture.cache.fault == "10 of 15 pictures failed, 127.0.0.1 answers 403")
    try await fetch("b", 2..<4)
    #expect(fixture.cache.fault == "8 of 15 pictures failed, 127.0.0.1 answers 403")
    try await fetch("b", 4..<5)
    #expect(fixture.cache.fault == nil)
  }

  @Test("A source is told before it pauses")
  func pausingSource() async throws {
    let fixture = try CacheFixture { _ in .status(500) }
    defer { fixture.stop() }
    for number in 0..<2 { _ = try await fixture.fetched("/\(number)") }
    #expect(fixture.cache.fault == nil)
    _ = try await fixture.fetched("/2")
    #expect(fixture.cache.fault == "3 of 3 pictures failed, 127.0.0.1 answers 500")
  }

  @Test("Offline nothing is fetched, and stored pictures are served")
  func offline() async throws {
    let online = try CacheFixture()
    #expect(try await online.fetched("/a") == .stored)
    online.stop()
    let fixture = try CacheFixture(in: online.folder, isOffline: true)
    defer { fixture.stop() }
    let known = online.server.address("/a")
    try await wait(for: "a listing of the folder") { fixture.cache.state(of: known) == .stored }
    #expect(fixture.cache.load(known)?.bytes == Samples.png)
    #expect(try await fixture.fetched("/b") == .unknown)
    #expect(fixture.server.requests.isEmpty)
  }

  @Test("After a restart a stored picture is not fetched again, even if wanted at once")
  func restart() async throws {
    let folder = try TemporaryFolder()
    let server = try StubServer { _ in .ok(Samples.png) }
    defer { server.stop() }
    for _ in 1...2 {
      let fixture = try CacheFixture(in: folder)
      fixture.cache.want(server.address("/a"))
      #expect(try await fixture.settled(server.address("/a")) == .stored)
      fixture.stop()
    }
    #expect(server.requests.count == 1)
  }

  private static let damages: [@Sendable ([UInt8]) -> [UInt8]] = [
    { $0.dropLast() }, { _ in [] }, { $0 + [0] }, { _ in Samples.html }, { $0.reversed() },
    { $0.map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "x") : $0 } },
  ]

  @Test(
    "A damaged file is fetched again",
    arguments: damages)
  func damage(change: @Sendable ([UInt8]) -> [UInt8]) async throws {
    let fixture = try CacheFixture()
    defer { fixture.stop() }
    let address = fixture.server.address("/a")
    #expect(try await fixture.fetched("/a") == .stored)
    let name = try #require(fixture.folder.names.first)
    try fixture.folder.write(name, change(try #require(fixture.folder.bytes(name))))
    #expect(fixture.cache.load(address) == nil)
    #expect(fixture.cache.state(of: address) == .unknown)
    #expect(try await fixture.fetched("/a") == .stored)
    #expect(fixture.cache.load(address)?.bytes == Samples.png)
  }

  @Test("Unfinished files are removed, and unrelated files are kept")
  func leftovers() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789abcdef.new", [1])
    try folder.write("README", [1])
    let fixture = try CacheFixture(in: folder)
    defer { fixture.stop() }
    #expect(try await fixture.fetched("/a") == .stored)
    #expect(folder.names.count == 2)
    #expect(folder.names.contains("README"))
  }

  @Test("At the capacity the least recently used pictures are evicted")
  func eviction() async throws {
    var rules = CacheFixture.rules
    rules.capacity = 10_500
    let fixture = try CacheFixture(rules: rules) { _ in .ok(Samples.png(1, size: 1000 - 14)) }
    for number in 0..<10 { #expect(try await fixture.fetched("/\(number)") == .stored) }
    #expect(fixture.folder.names.count == 10)
    #expect(fixture.cache.load(fixture.server.address("/0")) != nil)
    #expect(try await fixture.fetched("/10") == .stored)
    let isStored = (0...10).map { fixture.cache.state(of: fixture.server.address("/\($0)")) == .stored }
    #expect(isStored == [true, false, false] + Array(repeating: true, count: 8))
    fixture.stop()
    #expect(fixture.folder.names.count == 9)
  }

  @Test("An unusable folder disables the cache only")
  func unusableFolder() async throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "")
    let fixture = try CacheFixture(in: folder, subfolder: "/file")
    #expect(try await fixture.fetched("/a") == .failed(until: 60))
    fixture.stop()
    #expect(fixture.log.count == 2)
  }
}
