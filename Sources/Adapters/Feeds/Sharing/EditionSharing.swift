import Catalogs

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
