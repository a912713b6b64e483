import Feeds
import Foundation
import Synchronization
import System
import TestSupport
import Testing

@testable import PostgreSQL

@Suite("The pieces of a shared answer")
struct PieceTests {
  private static let size = PostgreSQLEdition.pieceSize

  private let show = "show-\(UInt64.random(in: 0 ... .max))"

  private func edition() throws -> PostgreSQLEdition {
    PostgreSQLEdition(
      try ConnectionString(try DatabaseServer.shared.get().address()), show: show, feed: "feed",
      lookLimit: holdingPatience, log: SilentLog())
  }

  /// Random bytes, which compression makes no shorter.
  private func random(_ count: Int) throws -> Data {
    try #require(try FileHandle(forReadingAtPath: "/dev/urandom")?.read(upToCount: count))
  }

  private func answer(_ count: UInt64, _ bytes: Data, ids: Data = Data()) throws -> SharedAnswer {
    SharedAnswer(
      digest: try #require(FeedAnswer.Digest(text: "\(count)-0123456789abcdef")), source: 0,
      pieces: [Numbers(bytes.prefix(20)), Numbers(bytes.dropFirst(20))], ids: Array(ids))
  }

  /// The whole answer that a replica reads.
  private func bytes(_ edition: PostgreSQLEdition) throws -> Data? {
    try edition.answer().map { answer in answer.pieces.reduce(into: Data()) { $0 += $1 } }
  }

  @discardableResult
  private func ask(_ statement: String) throws -> Rows {
    let connection = try Connection(try ConnectionString(try DatabaseServer.shared.get().address()))
    return try connection.run(statement, [show], until: .now + patience)
  }

  private func pieces() throws -> Int {
    try ask("SELECT 1 FROM dramatis_pieces WHERE show = $1").count
  }

  /// Runs a transfer, and calls `body` before each piece.
  private func transfer<Result>(
    _ transfer: () throws -> Result, before body: @escaping @Sendable (Int) throws -> Void
  ) throws -> Result {
    let number = Mutex(0)
    let failure = Mutex<(any Error)?>(nil)
    let display = ProgressDisplay.silent.whileWanted {
      let piece = number.withLock { number in
        defer { number += 1 }
        return number
      }
      do {
        try ProgressDisplay.$current.withValue(nil) { try body(piece) }
      } catch {
        failure.withLock { $0 = error }
      }
      return true
    }
    let result = Swift.Result { try ProgressDisplay.$current.withValue(display, operation: transfer) }
    if let error = failure.withLock({ $0 }) { throw error }
    return try result.get()
  }

  /// A replica with the lease that has shared an answer of 2 MB.
  private func sharing(_ old: Data) throws -> PostgreSQLEdition {
    let one = try edition()
    #expect(try one.look(leading: true).isLeading)
    #expect(try one.share(answer(1, old), age: 0) != nil)
    return one
  }

  private static let sizes = [1, 5_000_000]

  @Test("Short and long answers arrive unchanged", arguments: sizes)
  func answers(_ count: Int) throws {
    let (one, other) = (try edition(), try edition())
    #expect(try one.look(leading: true).isLeading)
    let (content, ids) = (try random(count), try random(3 * Self.size / 2))
    #expect(try one.share(answer(1, content, ids: ids), age: 0) != nil)
    let found = try #require(try other.answer())
    #expect(found.pieces.reduce(into: Data()) { $0 += $1 } == content)
    #expect(found.ids == Array(ids))
  }

  @Test("A reader whose answer is replaced gets none, and one whose answer lacks a piece an error")
  func replaced() throws {
    let new = try random(2 * Self.size)
    let (one, other) = (try sharing(try random(4 * Self.size)), try edition())
    let found = try transfer {
      try other.answer()
    } before: { piece throws in
      if piece == 2 { #expect(try one.share(answer(2, new), age: 0) != nil) }
    }
    #expect(found == nil)
    #expect(try bytes(other) == new)
    try ask("DELETE FROM dramatis_pieces WHERE show = $1 AND number = 1")
    #expect(thrown(SharedEditionError.self) { try other.answer() }?.isFinal == true)
  }
}
