import Feeds
import PostgreSQL
import System
import TestSupport
import Testing

@Suite("An edition in a database")
struct EditionTests {
  private let show = "show-\(UInt64.random(in: 0 ... .max))"

  private func edition(
    _ feed: String = "feed", sizeLimit: Int = PostgreSQLEdition.sizeLimit
  ) throws -> PostgreSQLEdition {
    let address = try DatabaseServer.shared.get().address()
    return PostgreSQLEdition(
      try ConnectionString(address), show: show, feed: feed, sizeLimit: sizeLimit, lookLimit: holdingPatience,
      log: SilentLog())
  }

  private func answer(_ count: UInt64, _ bytes: [UInt8], source: Int = 0) throws -> SharedAnswer {
    SharedAnswer(
      digest: try #require(FeedAnswer.Digest(text: "\(count)-0123456789abcdef")), source: source,
      pieces: [Numbers(bytes)], ids: Array("apu apu\n".utf8))
  }

  @discardableResult
  private func ask(_ statement: String) throws -> Rows {
    let connection = try Connection(try ConnectionString(try DatabaseServer.shared.get().address()))
    return try connection.run(statement, [show], until: .now + patience)
  }

  @Test("One replica has the lease until it expires, and then another")
  func lease() throws {
    let (one, other) = (try edition(), try edition())
    #expect(try one.look(leading: true).isLeading)
    #expect(try !other.look(leading: true).isLeading)
    #expect(try one.look(leading: true).isLeading)
    // A poll without leading gives up the lease.
    #expect(try !one.look(leading: false).isLeading)
    try ask("UPDATE dramatis_shared SET lease = clock_timestamp() - interval '1 second' WHERE show = $1")
    #expect(try other.look(leading: true).isLeading)
    #expect(try !one.look(leading: true).isLeading)
  }

  @Test("An answer is shared unchanged, with its ids and time")
  func shared() throws {
    let (one, other) = (try edition(), try edition())
    #expect(try one.look(leading: true).head == nil)
    #expect(try other.answer() == nil)
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let takenAt = try #require(try one.share(answer(7, bytes, source: 2), age: 100))
    let head = try #require(try other.look(leading: true).head)
    #expect(head.takenAt == takenAt)
    #expect(head.age >= 100)
    #expect((head.source, head.digest.text, head.isShared) == (2, "7-0123456789abcdef", true))
    let found = try #require(try other.answer())
    #expect(Array(found.pieces.joined()) == bytes)
    #expect(found.ids == Array("apu apu\n".utf8))
    // Sharing it again renews its time.
    #expect(try #require(try one.share(answer(7, bytes, source: 2), age: 0)) >= takenAt + 100)
    #expect(try #require(try other.look(leading: false).head).age < 100)
  }

  @Test("A replica without the lease changes nothing")
  func lost() throws {
    let (one, other) = (try edition(), try edition())
    #expect(try one.look(leading: true).isLeading)
    #expect(try other.share(answer(7, [1]), age: 0) == nil)
    #expect(try one.look(leading: true).head == nil)
  }

  @Test("Replicas with other feeds share nothing")
  func feeds() throws {
    let (one, other) = (try edition(), try edition("other"))
    #expect(try one.look(leading: true).isLeading)
    #expect(try other.look(leading: true).isLeading)
    _ = try one.share(answer(7, [1]), age: 0)
    #expect(try other.look(leading: true).head == nil)
  }

  @Test("A larger answer than the limit is not stored, and other replicas see that")
  func tooLarge() throws {
    let (one, other) = (try edition(sizeLimit: 1_000), try edition())
    #expect(try one.look(leading: true).isLeading)
    let bytes = (0..<2_000).map { _ in UInt8.random(in: 0...255) }
    #expect(try one.share(answer(9, bytes), age: 0) != nil)
    #expect(try other.look(leading: false).head?.isShared == false)
    #expect(try other.answer() == nil)
  }

  @Test("An unreachable database and a damaged answer are errors")
  func broken() throws {
    let one = try edition()
    #expect(try one.look(leading: true).isLeading)
    _ = try one.share(answer(7, [1]), age: 0)
    try ask("UPDATE dramatis_pieces SET bytes = '\\x00' WHERE show = $1")
    let damaged = thrown(SharedEditionError.self) { try one.answer() }
    #expect(damaged?.description == "the shared answer is damaged")
    #expect(damaged?.isFinal == true)
    let nowhere = PostgreSQLEdition(
      try ConnectionString("host=/nonexistent"), show: show, feed: "feed", log: SilentLog())
    #expect(throws: SharedEditionError.self) { try nowhere.look(leading: true) }
  }
}
