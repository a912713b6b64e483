import Catalogs
import Synchronization
import System
import Templates
import Text

/// The entry of the day: a card above the list on phones, and what wide screens show while no entry is chosen.
struct Featured: Renderable {
  let position: Int
  private let row: Row
  private let subtitle: SafeHTML
  private let story: String
  /// Query of the addresses, which keeps the view.
  private let query: SafeHTML
  /// Nil for an entry without a picture.
  private let portrait: Portrait?
  private let hasFaces: Bool
  private let arrivals: [Row]
  let awaitsPictures: Bool

  private static let storyLimit = 320
  /// Entries of a day, of which shelves show more than the first.
  private static let count = 13
  /// Entries of the row of new ones.
  private static let rowLimit = 12
  /// Entries that are drawn for a day.
  private static let drawCount = 64

  /// Positions of the entries of a day, the same for all visitors; the first one is shown large. Those with pictures
  /// that have arrived come first, then others with pictures.
  /// - Parameter hasArrived: whether the picture at an address can be shown.
  static func positions(
    on day: Int, among entries: Entries, hasArrived: (String) -> Bool = { _ in true }
  ) -> [Int] {
    let drawn = draws(on: day, among: entries)
    func isPictured(_ position: Int) -> Bool { entries[position].picture.map(hasArrived) == true }
    // The pictures of a short list are all fetched: another one may be here.
    let others = entries.indices.prefix(drawn.contains(where: isPictured) ? 0 : Edition.prefetchLimit)
    let ranked = (drawn + others.filter { isPictured($0) }.prefix(1)).map {
      position -> (position: Int, rank: Int) in
      let entry = entries[position]
      let picture = entry.picture.map { hasArrived($0) ? 0 : 2 } ?? 4
      return (position, picture + (entry.text.isEmpty ? 1 : 0))
    }
    // Entries of one rank keep the order of the draw.
    return Array(
      (0...5).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.position) }.prefix(count))
  }

  /// The positions that a day's hash draws, each once.
  static func draws(on day: Int, among entries: Entries) -> [Int] {
    guard !entries.isEmpty else { return [] }
    var seen: Set<Int> = []
    return (0..<drawCount).compactMap { draw in
      let position = Int(FNV1a.hash64("\(day) \(draw)".utf8) % UInt64(entries.count))
      return seen.insert(position).inserted ? position : nil
    }
  }

  init?(_ list: ShownList) {
    let context = list.context
    let entries = context.catalog.entries
    let (chosen, isFinal) = context.shown.featured(on: list.day)
    guard let first = chosen.first else { return nil }
    let entry = entries[first]
    position = first
    row = context.row(at: first)
    subtitle = context.subtitle(of: entry).map { SafeHTML(escaping: $0) } ?? row.subtitle
    story = Wording.beginning(of: entry.text, limit: Self.storyLimit)
    query = SafeHTML(escaping: context.addresses.entryQuery(list.state.ofLooks))
    portrait = Portrait(entry, context)
    hasFaces = context.looks.hasPictures
    arrivals = list.arrivals.prefix(Self.rowLimit).compactMap { context.catalog.position(of: $0) }
      .map(context.row(at:))
    awaitsPictures =
      !isFinal || portrait?.isProvisional == true || ([row] + arrivals).contains { $0.thumbnail.isAwaited }
  }

  static let fields: [Field<Self>] = [
    .html("featuredTitle") { $0.row.plainTitle },
    .html("featuredSubtitle") { $0.subtitle },
    .text("featuredStory") { $0.story },
    .object("featuredThumbnail") { $0.row.thumbnail },
    .html("featuredAddress") { $0.row.address },
    .html("otherQuery") { $0.query },
    .object("portrait") { $0.portrait },
    .flag("hasFaces") { $0.hasFaces },
    .flag("isStage") { $0.portrait?.fitsStage == true },
    .flag("hasArrivals") { !$0.arrivals.isEmpty },
    .list("arrivals") { $0.arrivals },
  ]
}

/// The entries of a day. Once no picture of those that were drawn is on its way, they stay the same until the next
/// day, so that pages cached at different times agree.
final class DailyChoice: Sendable {
  private let chosen = Mutex<(day: Int, positions: [Int])?>(nil)

  /// - Parameters:
  ///   - hasArrived: whether the picture at an address can be shown.
  ///   - isPending: whether the picture at an address is on its way.
  /// - Returns: as ``Featured/positions(on:among:hasArrived:)``, and whether they are those of the whole day.
  func positions(
    on day: Int, among entries: Entries, hasArrived: (String) -> Bool, isPending: (String) -> Bool
  ) -> (positions: [Int], isFinal: Bool) {
    if let last = chosen.withLock({ $0 }), last.day == day { return (last.positions, true) }
    // Before the states of the pictures are read: one that arrives meanwhile counts as pending.
    let isFinal = !Featured.draws(on: day, among: entries).contains { position in
      entries[position].picture.map(isPending) == true
    }
    let positions = Featured.positions(on: day, among: entries, hasArrived: hasArrived)
    guard isFinal else { return (positions, false) }
    return chosen.withLock { last in
      // Another thread may have been faster.
      if let last, last.day == day { return (last.positions, true) }
      last = (day, positions)
      return (positions, true)
    }
  }
}
