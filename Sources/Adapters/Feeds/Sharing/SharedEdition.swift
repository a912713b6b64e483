import Catalogs
public import System

/// The answer that all replicas of a show serve, and the lease of the replica that asks the sources.
///
/// Blocks for a database: for a few seconds at most, or for a second per million bytes of an answer.
public protocol SharedEdition: Sendable {
  /// Reads the state of the edition.
  /// - Parameter leading: whether to take the lease if it is free, or keep it if this replica has it.
  func look(leading: Bool) throws(SharedEditionError) -> SharedView

  /// The shared answer; nil if there is none.
  func answer() throws(SharedEditionError) -> SharedAnswer?

  /// Replaces the shared answer, or confirms it if it is the same.
  /// - Parameter age: seconds since the source gave it.
  /// - Returns: the time of the answer in seconds since 1970, the same for all replicas; nil if another replica has
  ///   the lease.
  func share(_ answer: SharedAnswer, age: Int) throws(SharedEditionError) -> Int?

  /// Keeps the lease while `body` runs, which may take long.
  func leading<Result>(_ body: () -> Result) -> Result
}

/// The shared edition as a replica sees it.
public struct SharedView: Sendable {
  /// Nil if nothing is shared yet.
  public let head: SharedHead?
  /// Whether this replica has the lease.
  public let isLeading: Bool

  public init(head: SharedHead?, isLeading: Bool) {
    (self.head, self.isLeading) = (head, isLeading)
  }
}

/// The identity and the age of a shared answer.
public struct SharedHead: Sendable {
  public let digest: FeedAnswer.Digest
  /// The position of its source: 0 for the show's own feed, 1 for the first alternative.
  public let source: Int
  /// Seconds since 1970 when it was taken or last confirmed.
  public let takenAt: Int
  /// Seconds since ``takenAt`` by the database's clock.
  public let age: Int
  /// False for an answer that is too large: each replica then asks for itself.
  public let isShared: Bool

  public init(digest: FeedAnswer.Digest, source: Int, takenAt: Int, age: Int, isShared: Bool) {
    (self.digest, self.source, self.takenAt) = (digest, source, takenAt)
    (self.age, self.isShared) = (age, isShared)
  }
}

/// An answer that one replica hands to the others.
public struct SharedAnswer: Sendable {
  public let digest: FeedAnswer.Digest
  public let source: Int
  /// The bytes of a snapshot, cut anywhere.
  public let pieces: [Numbers<UInt8>]
  /// The bytes of ``KnownIDsFile`` before the answer.
  public let ids: [UInt8]

  public init(digest: FeedAnswer.Digest, source: Int, pieces: [Numbers<UInt8>], ids: [UInt8]) {
    (self.digest, self.source, self.pieces, self.ids) = (digest, source, pieces, ids)
  }
}

/// The reason why the shared edition cannot be used; one sentence.
public struct SharedEditionError: Error, CustomStringConvertible {
  public let description: String
  /// Whether the shared answer cannot be used, so that only another one can.
  public let isFinal: Bool

  public init(_ description: String, isFinal: Bool = false) {
    (self.description, self.isFinal) = (description, isFinal)
  }
}

/// Shares the answers of a replica with the others.
public struct EditionSharing: Sendable {
  let edition: any SharedEdition
  private let meter: any Meter

  public init(_ edition: any SharedEdition, meter: any Meter) {
    (self.edition, self.meter) = (edition, meter)
  }

  func look(leading: Bool) throws(SharedEditionError) -> SharedView {
    let view = try edition.look(leading: leading)
    meter.observe(view)
    return view
  }

  /// Shares an answer.
  /// - Parameter ids: those that its catalog was built with, so that all replicas give its entries the same ids.
  /// - Returns: the time of the answer, the same for all replicas; nil if another replica has the lease.
  func share(
    _ answer: FeedAnswer, of source: Int, ids: [UInt8]?, age: Int = 0
  ) throws(SharedEditionError) -> Int? {
    let shared = SharedAnswer(
      digest: answer.digest, source: source, pieces: answer.keptBytes, ids: ids ?? [])
    return try edition.share(shared, age: age)
  }

  /// Builds the catalog of the shared answer, and keeps the answer as the snapshot with the ids that it comes with,
  /// which replace those of this replica.
  /// - Returns: nil if another answer has been shared meanwhile.
  func take(
    _ head: SharedHead, of source: CatalogSource, _ store: CatalogStore, _ log: any Log
  ) throws(SharedEditionError) -> CatalogDraft? {
    let space = ScratchSpace(folder: store.folder)
    do throws(SharedEditionError) {
      return try space.run { () throws(SharedEditionError) in try taken(head, of: source, store, log) }
    } catch {
      throw space.shortage.map { SharedEditionError($0.description) } ?? error
    }
  }

  private func taken(
    _ head: SharedHead, of source: CatalogSource, _ store: CatalogStore, _ log: any Log
  ) throws(SharedEditionError) -> CatalogDraft? {
    guard let shared = try edition.answer(), shared.digest == head.digest, shared.source == head.source
    else { return nil }
    do throws(FeedError) {
      let answer = try FeedAnswer(kept: Numbers(joining: shared.pieces))
      guard answer.digest == head.digest else { throw .refused("it is damaged") }
      let draft = try store.build(
        answer, of: source, at: head.source, .telling, keeping: shared.ids.isEmpty ? nil : shared.ids)
      log.info(source.line("\(draft.summary) from the edition of all replicas"))
      source.keep(answer, log)
      source.snapshot.date(head.takenAt)
      return draft
    } catch {
      throw SharedEditionError("cannot use the answer of another replica: \(error)", isFinal: true)
    }
  }
}
