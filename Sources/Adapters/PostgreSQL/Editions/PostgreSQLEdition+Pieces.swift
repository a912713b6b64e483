public import Feeds
import FoundationEssentials
import System

/// An answer as rows of at most 1 MB, first the ids, then the answer, each row compressed on its own.
///
/// Each transfer has an edition number of its own, and the show's row names the edition once all of its rows are
/// stored. So readers find an answer whole or not at all, whichever statement was the last of a replica.
extension PostgreSQLEdition {
  /// Bytes of a piece before compression.
  static let pieceSize = 1 << 20
  /// Pieces that one statement deletes.
  private static let sweepLimit = 32
  /// Days after which an unused row is deleted.
  private static let keptDays = 30

  /// The edition that the show's row names.
  private struct Stored {
    let digest: FeedAnswer.Digest
    let source: Int
    let edition: String
    /// The first pieces, which hold the ids.
    let ids: Int
    let pieces: Int
    /// Bytes in all pieces.
    let size: Int
  }

  private func stored() throws(SharedEditionError) -> Stored? {
    let rows = try run { [show, feed] (connection, deadline) throws(PostgreSQLError) in
      try connection.run(
        """
        SELECT digest, edition, source, ids, pieces, size FROM dramatis_shared
        WHERE show = $1 AND feed = $2 AND edition IS NOT NULL
        """, [show, feed], until: deadline)
    }
    let numbers = (2..<6).compactMap { rows[0, $0]?.number(in: 0...1 << 40) }
    guard let digest = rows[0, 0].flatMap({ FeedAnswer.Digest(text: $0) }), let edition = rows[0, 1],
      numbers.count == 4
    else { return nil }
    return Stored(
      digest: digest, source: numbers[0], edition: edition, ids: numbers[1], pieces: numbers[2],
      size: numbers[3])
  }

  public func answer() throws(SharedEditionError) -> SharedAnswer? {
    guard let stored = try stored() else { return nil }
    let damaged = SharedEditionError("the shared answer is damaged", isFinal: true)
    guard (0...sizeLimit).contains(stored.size) else { throw damaged }
    let transfer = Transfer("reading the shared answer", size: stored.size)
    var ids: [UInt8] = []
    var answer = NumberWriter<UInt8>(capacity: stored.size)
    for number in 0..<max(0, stored.pieces) {
      let rows = try run(within: transfer.time(after: ids.count + answer.count)) {
        [show, feed] (connection, deadline) throws(PostgreSQLError) in
        try connection.run(
          """
          SELECT encode(bytes, 'base64') FROM dramatis_pieces
          WHERE show = $1 AND feed = $2 AND edition = $3 AND number = $4::integer
          """, [show, feed, stored.edition, "\(number)"], until: deadline)
      }
      guard let text = rows[0, 0] else {
        // Another answer may have replaced it.
        if try self.stored()?.edition == stored.edition { throw damaged }
        return nil
      }
      guard let packed = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
        let piece = try? Gzip.decompress(Array(packed), limit: Self.pieceSize),
        ids.count + answer.count + piece.count <= stored.size
      else { throw damaged }
      if number < stored.ids { ids += piece } else { answer.append(piece) }
    }
    guard ids.count + answer.count == stored.size else { throw damaged }
    return SharedAnswer(
      digest: stored.digest, source: stored.source, pieces: [answer.numbers()], ids: ids)
  }

  public func share(_ answer: SharedAnswer, age: Int) throws(SharedEditionError) -> Int? {
    let start = ContinuousClock.now
    if let time = try date(answer, age, where: "digest = $4 AND source = $6::integer") { return time }
    let size = answer.ids.count + answer.pieces.reduce(0) { $0 + $1.count }
    let isShared = size <= sizeLimit
    let edition = isShared ? String(UInt64.random(in: 0 ... .max), radix: 36) : nil
    let ids = isShared ? Self.cut([Numbers(answer.ids)]) : []
    let pieces = isShared ? ids + Self.cut(answer.pieces) : []
    guard try sweep() else { return nil }
    let transfer = Transfer("sharing the answer", size: size)
    var done = 0
    for (number, piece) in pieces.enumerated() {
      let time = try transfer.time(after: done)
      guard let packed = Gzip.compress(piece.withUnsafeBufferPointer { Array($0) }) else {
        throw SharedEditionError("no memory is left to compress an answer")
      }
      let stored = try lead(
        "INSERT INTO dramatis_pieces SELECT $1, $2, $4, $5::integer, decode($6, 'base64') WHERE $3 <> ''",
        [edition, "\(number)", Data(packed).base64EncodedString()], within: time)
      guard stored != nil else { return nil }
      done += piece.count
    }
    // Another replica may have had the lease meanwhile, and deleted pieces.
    let time = try date(
      answer, age + Int((ContinuousClock.now - start).components.seconds),
      setting: """
        digest = $4, source = $6::integer, edition = $7, ids = $8::integer, pieces = $9::integer,
        size = $10::bigint
        """,
      where: """
        $9::integer = (SELECT count(*) FROM dramatis_pieces WHERE show = $1 AND feed = $2 AND edition = $7)
        """, [edition, "\(ids.count)", "\(pieces.count)", "\(size)"])
    // The next writer deletes the rest.
    if time != nil { _ = try? sweep() }
    return time
  }

  private static func cut(_ pieces: [Numbers<UInt8>]) -> [Numbers<UInt8>] {
    pieces.flatMap { piece in
      stride(from: 0, to: piece.count, by: pieceSize).map { piece.part($0..<($0 + pieceSize)) }
    }
  }

  /// Changes the row of this replica, and dates its answer.
  /// - Returns: the time of the answer; nil if the row is another replica's, or another than wanted.
  private func date(
    _ answer: SharedAnswer, _ age: Int, setting: String? = nil, where condition: String = "true",
    _ values: [String?] = []
  ) throws(SharedEditionError) -> Int? {
    let parameters = [show, feed, holder, answer.digest.text, "\(age)", "\(answer.source)"] + values
    return try run(within: Transfer.statementLimit) { (connection, deadline) throws(PostgreSQLError) in
      try connection.run(
        """
        UPDATE dramatis_shared SET taken = clock_timestamp() - $5::bigint * interval '1 second'
          \(setting.map { ", \($0)" } ?? "")
        WHERE show = $1 AND feed = $2 AND holder = $3 AND \(condition)
        RETURNING extract(epoch FROM taken)::bigint
        """, parameters, until: deadline)[0, 0]?.number(in: 0...1 << 40)
    }
  }

  /// Deletes unused rows, and the pieces that no row names: those of replaced answers and of stopped writers.
  /// - Returns: false if another replica has the lease.
  private func sweep() throws(SharedEditionError) -> Bool {
    _ = try lead(
      """
      DELETE FROM dramatis_shared WHERE show = $1 AND feed <> $2 AND holder <> $3
        AND lease < clock_timestamp() - interval '\(Self.keptDays) days'
      """)
    while true {
      let deleted = try lead(
        """
        DELETE FROM dramatis_pieces WHERE show = $1 AND (feed, edition, number) IN (
          SELECT feed, edition, number FROM dramatis_pieces piece WHERE show = $1 AND NOT EXISTS (
            SELECT 1 FROM dramatis_shared WHERE show = $1 AND feed = piece.feed
              AND (feed <> $2 OR holder <> $3 OR edition = piece.edition))
          LIMIT \(Self.sweepLimit))
        """)
      guard let deleted else { return false }
      if deleted == 0 { return true }
    }
  }

  /// Renews the lease, and runs a statement.
  /// - Returns: the number of changed rows; nil if another replica has the lease.
  private func lead(
    _ statement: String, _ values: [String?] = [], within time: Duration = Transfer.statementLimit
  ) throws(SharedEditionError) -> Int? {
    try run(within: time) { [show, feed, holder] (connection, deadline) throws(PostgreSQLError) in
      guard try connection.run(Self.renewing, [show, feed, holder], until: deadline).affected == 1 else {
        return nil
      }
      return try connection.run(statement, [show, feed, holder] + values, until: deadline).affected
    }
  }
}

/// The transfer of an answer: it ends with the replica, or at its deadline.
struct Transfer {
  /// The time of a statement at most, and with it of a piece.
  static let statementLimit = Duration.seconds(20)

  private let work: LongWork
  private let size: Int
  private let end: ContinuousClock.Instant

  /// - Parameter size: bytes, a million of which take a second at most.
  init(_ name: String, size: Int, from start: ContinuousClock.Instant = .now) {
    work = LongWork(name, as: .fetching, of: size, in: .bytes)
    self.size = size
    end = start + .seconds(30 + size / 1_000_000)
  }

  /// The time of the next statement at most.
  func time(after done: Int) throws(SharedEditionError) -> Duration {
    guard work.reach(done) else { throw SharedEditionError("the program stops") }
    let left = end - .now
    guard left > .zero else {
      throw SharedEditionError("its \(size / 1_000_000) MB take too long; use a faster network or database")
    }
    return min(left, Self.statementLimit)
  }
}
