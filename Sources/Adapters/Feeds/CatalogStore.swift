public import Catalogs
import Dispatch
import Glibc
import Synchronization
public import System

/// The catalogue of a show: built of an answer, and kept in a file of the state folder if it is long, so that neither
/// the next start nor another process on this machine has to build it.
///
/// A file of another answer, other settings, other known ids, another version or machine is ignored, like a damaged one.
public struct CatalogStore: Sendable {
  public let path: String
  /// The state folder.
  let folder: String
  /// Everything beside the answer and the ids that shapes the catalog, such as the show's file.
  private let settings: [UInt8]
  /// The version of the program.
  private let version: String
  let builder: CatalogBuilder
  let ids: KnownIDsFile
  let log: any Log
  /// Whether short catalogs are kept as well.
  public var keepsAll = false
  /// The name of the list, for the operator.
  public var name = "the list"
  /// The settings of the feed, as JSON.
  public var feed: [UInt8] = []
  /// The reading that all stores of a show share.
  public var reading = Reading()

  /// The list that a show's keeper reads.
  public final class Reading: Sendable {
    /// The list that is read, and since when.
    let work = Mutex<(name: String, start: Double)?>(nil)
    /// The shapes of the last good lists; nil until they are read.
    let shapes = Mutex<ListShapes?>(nil)
    let edition = Mutex<CatalogEdition?>(nil)
    /// The moment at which the next date of a repeated event has passed, in seconds since 1970.
    let passesAt = Mutex<Int?>(nil)

    /// The edition that was kept or opened last; nil for one of an earlier version.
    public var served: CatalogEdition? { edition.withLock { $0 } }

    public init() {}

    /// The list that has been read for half a minute; nil for none.
    public func fault(now: Double = MonotonicClock.sinceBoot.seconds) -> String? {
      guard let (name, start) = work.withLock({ $0 }), now - start >= 30 else { return nil }
      return "reading \(name) for \(Int(now - start)) s"
    }
  }

  /// Entries of the smallest catalog that is kept; a smaller one is built within milliseconds.
  static let fewest = 5_000

  /// - Parameter directory: the state folder.
  public init(
    directory: String, settings: [UInt8], version: String = "", builder: CatalogBuilder, ids: KnownIDsFile,
    log: any Log
  ) {
    (folder, path) = (directory, "\(directory)/catalog")
    (self.settings, self.version, self.builder, self.ids, self.log) = (settings, version, builder, ids, log)
  }

  /// A catalog without entries.
  public var empty: Catalog { builder.catalog(of: FeedContent(entries: [])) }

  /// The array with ``FeedContent/passesAt``.
  private static let passes = "passes"

  /// Whether the next date of a repeated event has passed, so that the same answer gives another list.
  func hasPassed(at now: Int) -> Bool { reading.passesAt.withLock { $0.map { $0 <= now } ?? false } }

  // MARK: Kept catalogs

  /// The kept catalog of an answer; nil if it has to be built.
  func kept(_ digest: FeedAnswer.Digest, of source: Int) -> Catalog? {
    guard access(path, F_OK) == 0 else { return nil }
    do throws(ArrayFile.Fault) {
      let file = try ArrayFile(path, version: Catalog.version)
      guard file.origin == origin(digest, source, ids.bytes) else {
        log.info("feed: the catalogue file is of another answer, show file or version; building it anew")
        return nil
      }
      let moment = file.arrays.numbers(Self.passes, as: UInt64.self).first.map { Int(clamping: $0) }
      guard moment.map({ $0 > time(nil) }) != false else {
        log.info("feed: next dates in the catalogue file have passed; building it anew")
        return nil
      }
      reading.passesAt.withLock { $0 = moment }
      let catalog = builder.catalog(of: file.arrays)
      log.info("feed: \(catalog.entries.count) entries from the catalogue file")
      reading.edition.withLock { $0 = CatalogEdition(file.arrays) }
      return catalog
    } catch {
      log.info("feed: \(path) is not used: \(error); building it anew")
      return nil
    }
  }

  private func origin(_ digest: FeedAnswer.Digest, _ source: Int, _ ids: [UInt8]?) -> ArrayFile.Origin {
    ArrayFile.Origin(
      settings: settings(of: source),
      source: (digest.count, digest.hash), kept: Self.hash(ids ?? []))
  }

  /// A hash of a source's settings in the upper half, and of the version in the lower.
  func settings(of source: Int) -> UInt64 {
    Self.hash(settings + [UInt8(truncatingIfNeeded: source)]) & Self.upperHalf
      | Self.hash(Array(version.utf8)) & ~Self.upperHalf
  }

  static let upperHalf: UInt64 = 0xFFFF_FFFF << 32

  static func hash(_ bytes: [UInt8]) -> UInt64 { StreamHash.of(bytes) }

  // MARK: Building

  /// Builds the catalog of an answer; changes no file.
  /// - Parameter index: the position of the source.
  func build(
    _ answer: FeedAnswer, of source: CatalogSource, at index: Int, _ comparison: Comparison
  ) throws(FeedError) -> CatalogDraft {
    do throws(FeedError) {
      var draft = try build(answer, of: source)
      if comparison != .none { try compare(&draft, answer, of: source, at: index, comparison) }
      return draft
    } catch {
      throw comparison == .guarding ? refusal(error, of: answer, source, at: index) : error
    }
  }

  private func build(_ answer: FeedAnswer, of source: CatalogSource) throws(FeedError) -> CatalogDraft {
    let before = ids.bytes
    let known = source.feed.recordsIDs ? ids.known(in: before) : nil
    let (content, catalog) = try onDisk { () throws(FeedError) in
      ScratchSpace.current?.expect(source: answer.parts.reduce(0) { $0 + $1.bytes.count })
      var writer = CatalogWriter(builder, facts: source.feed.facts, keeping: known)
      let content = try source.read(answer) { writer.append($0) }
      if writer.count == 0, let postponement = answer.postponement { throw postponement }
      return (content, writer.finish(content))
    }
    for warning in content.warnings { log.warning(source.line(warning)) }
    let digest = answer.digest
    var draft = CatalogDraft(built: catalog, digest: digest, content: content, ids: before)
    draft.countRepeated()
    draft.edition = CatalogEdition(digest, of: source, settings: feed)
    return draft
  }

  /// Runs work with long lists, whose memory is on the disk of the state folder.
  /// - Throws: ``FeedError/noSpace(_:)`` if that disk is full; the result of the work is void then.
  func onDisk<Result>(_ body: () throws(FeedError) -> Result) throws(FeedError) -> Result {
    // It may be a part of other such work.
    let isPart = ScratchSpace.current != nil
    if !isPart { reading.work.withLock { $0 = (name, MonotonicClock.sinceBoot.seconds) } }
    defer { if !isPart { reading.work.withLock { $0 = nil } } }
    let space = ScratchSpace.current ?? ScratchSpace(folder: folder)
    let result = Swift.Result { () throws(FeedError) in
      try space.run { () throws(FeedError) in try body() }
    }
    if let shortage = space.shortage { throw .noSpace(shortage) }
    return try result.get()
  }

  /// Keeps a catalog with its ids, and returns it: mapped from its file, or in memory if it is short or no file can be
  /// written.
  func keep(_ draft: CatalogDraft, of source: Int) -> Catalog {
    if draft.built.untitled > 0 {
      log.info("feed: entries without text in their titles: \(draft.built.untitled)")
    }
    var ids = draft.ids
    if let known = draft.built.known, known.isChanged { ids = known.bytes }
    if let ids, ids != self.ids.bytes { self.ids.replace(by: ids) }
    if draft.isShaped { endConsent() }
    // The memory of the build is freed when the caller has published.
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) { Heaps.trim() }
    reading.edition.withLock { $0 = draft.edition }
    reading.passesAt.withLock { $0 = draft.content.passesAt }
    guard keepsAll || draft.count >= Self.fewest else {
      // Nothing is left to write.
      log.keep(path, harm: "") { [path] in _ = unlink(path) }
      _ = shapes(with: draft, of: source)
      return builder.catalog(of: draft.built.arrays)
    }
    var arrays = draft.built.arrays
    // For another machine; see ``adopt(_:sources:)``.
    arrays.add(Self.known, ids ?? [])
    arrays.add(Self.shapes, shapes(with: draft, of: source))
    arrays.add(CatalogEdition.array, draft.edition?.bytes ?? [])
    if let moment = draft.content.passesAt { arrays.add(Self.passes, [UInt64(clamping: moment)]) }
    let origin = origin(draft.digest, source, ids)
    let room = (arrays.size >> 20) + 1
    let harm =
      "feed: the catalogue is kept in memory, because its file \(path), \(room) MB, cannot be written"
    let isWritten = log.keep(path, harm: harm) { [path, arrays] in
      try ArrayFile.write(arrays, of: origin, version: Catalog.version, to: path)
    }
    if isWritten, let file = try? ArrayFile(path, version: Catalog.version) {
      return builder.catalog(of: file.arrays)
    }
    // The last good list of a file has no snapshot; any other of another answer only takes space.
    if !keepsAll { unlink(path) }
    return builder.catalog(of: draft.built.arrays)
  }
}

extension FeedAnswer.Digest {
  init(_ origin: ArrayFile.Origin) { (count, hash) = origin.source }
}
