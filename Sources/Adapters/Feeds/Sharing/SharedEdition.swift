import Catalogs

/// The answer that all replicas of a show serve, and the lease of the one that asks the sources for all of them.
///
/// Blocks for a database, for some seconds at most.
public protocol SharedEdition: Sendable {
  /// What is shared now.
  /// - Parameter leading: whether to take the lease if it is free, and to keep it if this replica has it.
  func look(leading: Bool) throws(SharedEditionError) -> SharedView

  /// The answer that is shared now; nil if there is none.
  func answer() throws(SharedEditionError) -> SharedAnswer?

  /// Puts an answer in the place of the one that is shared, or confirms it if it is that one.
  /// - Parameter age: seconds since its source gave it.
  /// - Returns: when that was in seconds since 1970, the same for all; nil if another replica has the lease.
  func share(_ answer: SharedAnswer, age: Int) throws(SharedEditionError) -> Int?

  /// Keeps the lease while `body` runs, which may take long.
  func leading<Result>(_ body: () -> Result) -> Result
}

/// What a replica sees of the shared edition.
public struct SharedView: Sendable {
  /// Nil if nothing is shared yet.
  public let head: SharedHead?
  /// Whether this replica is the one that asks the sources.
  public let isLeading: Bool

  public init(head: SharedHead?, isLeading: Bool) {
    (self.head, self.isLeading) = (head, isLeading)
  }
}

/// What tells one shared answer from another.
public struct SharedHead: Sendable {
  public let digest: FeedAnswer.Digest
  /// Whose answer it is: 0 for the feed's, 1 for that of the first of the others.
  public let source: Int
  /// When it was taken or confirmed, in seconds since 1970, and how many seconds ago.
  public let takenAt: Int
  public let age: Int
  /// False for an answer that is too large to be shared: then every replica asks for itself.
  public let isShared: Bool

  public init(digest: FeedAnswer.Digest, source: Int, takenAt: Int, age: Int, isShared: Bool) {
    (self.digest, self.source, self.takenAt) = (digest, source, takenAt)
    (self.age, self.isShared) = (age, isShared)
  }
}

/// An answer on its way from one replica to the others.
public struct SharedAnswer: Sendable {
  public let digest: FeedAnswer.Digest
  public let source: Int
  /// The answer in the form of a snapshot.
  public let bytes: [UInt8]
  /// The bytes of ``KnownIDsFile`` before the answer.
  public let ids: [UInt8]

  public init(digest: FeedAnswer.Digest, source: Int, bytes: [UInt8], ids: [UInt8]) {
    (self.digest, self.source, self.bytes, self.ids) = (digest, source, bytes, ids)
  }
}

/// Why the shared edition cannot be used; one sentence.
public struct SharedEditionError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// How the sources of a catalog take part in an edition that several replicas share.
public struct EditionSharing: Sendable {
  let edition: any SharedEdition
  private let ids: KnownIDsFile
  private let observe: @Sendable (SharedView) -> Void

  /// - Parameters:
  ///   - ids: the ids of this replica, which those of the shared edition replace.
  ///   - observe: takes what each look has brought.
  public init(
    _ edition: any SharedEdition, ids: KnownIDsFile, observe: @escaping @Sendable (SharedView) -> Void
  ) {
    (self.edition, self.ids, self.observe) = (edition, ids, observe)
  }

  func look(leading: Bool) throws(SharedEditionError) -> SharedView {
    let view = try edition.look(leading: leading)
    observe(view)
    return view
  }

  /// Shares an answer of this replica. Before its catalog is built, so that those of others call the entries the same.
  /// - Returns: when it was taken, as all replicas say; nil if another replica has the lease.
  func share(_ answer: FeedAnswer, of source: Int, age: Int = 0) throws(SharedEditionError) -> Int? {
    let shared = SharedAnswer(
      digest: answer.digest, source: source, bytes: answer.kept, ids: ids.bytes ?? [])
    return try edition.share(shared, age: age)
  }

  /// What a head stands for, and keeps the ids that its catalog has to be built with.
  /// - Returns: nil if another answer has been shared meanwhile.
  func content(
    _ head: SharedHead, of source: CatalogSource
  ) throws(SharedEditionError) -> (content: FeedContent, answer: FeedAnswer)? {
    guard let shared = try edition.answer(), shared.digest == head.digest, shared.source == head.source
    else { return nil }
    do throws(FeedError) {
      let answer = try FeedAnswer(kept: shared.bytes)
      guard answer.digest == head.digest else { throw .refused("it is damaged") }
      let content = try source.content(of: answer)
      if !shared.ids.isEmpty { ids.replace(by: shared.ids) }
      return (content, answer)
    } catch {
      throw SharedEditionError("the answer that another replica has taken cannot be used: \(error)")
    }
  }
}
