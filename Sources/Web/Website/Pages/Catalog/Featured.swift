import Catalogs
import System
import Templates
import Text

/// The entry of the day and further ones, which wide screens show while no entry is chosen.
struct Featured: Renderable {
  private let row: Row
  private let subtitle: SafeHTML
  private let story: String
  /// Query of the addresses, which keeps the view.
  private let query: SafeHTML
  private let others: [Row]

  private static let storyLimit = 320
  private static let count = 7
  /// Entries that are drawn for a day; those with pictures and texts come first.
  private static let drawCount = 64

  /// Positions of the entries of a day, the same for all visitors; the first one is shown large.
  static func positions(on day: Int, among entries: Entries) -> [Int] {
    guard !entries.isEmpty else { return [] }
    var seen: Set<Int> = []
    let draws = (0..<drawCount).compactMap { draw -> Int? in
      let position = Int(FNV1a.hash64("\(day) \(draw)".utf8) % UInt64(entries.count))
      return seen.insert(position).inserted ? position : nil
    }
    let ranked = draws.map { position -> (position: Int, rank: Int) in
      let entry = entries[position]
      return (position, (entry.picture == nil ? 2 : 0) + (entry.text.isEmpty ? 1 : 0))
    }
    // Entries of one rank keep the order of the draw.
    return Array(
      (0...3).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.position) }.prefix(count))
  }

  var awaitsPictures: Bool { row.thumbnail.isAwaited || others.contains { $0.thumbnail.isAwaited } }

  init?(_ list: ShownList) {
    let context = list.context
    let entries = context.catalog.entries
    let chosen = Self.positions(on: list.day, among: entries)
    guard let first = chosen.first else { return nil }
    let entry = entries[first]
    row = context.row(at: first)
    subtitle = context.subtitle(of: entry).map { SafeHTML(escaping: $0) } ?? .empty
    story = Wording.beginning(of: entry.text, limit: Self.storyLimit)
    query = SafeHTML(escaping: context.addresses.entryQuery(ListState().with(\.view, list.state.view)))
    // A map says more than placeholders.
    others = context.latitudes == nil ? chosen.dropFirst().map(context.row(at:)) : []
  }

  static let fields: [Field<Self>] = [
    .html("featuredTitle") { $0.row.plainTitle },
    .html("featuredSubtitle") { $0.subtitle },
    .text("featuredStory") { $0.story },
    .object("featuredThumbnail") { $0.row.thumbnail },
    .html("featuredAddress") { $0.row.address },
    .html("featuredQuery") { $0.query },
    .flag("hasOthers") { !$0.others.isEmpty },
    .list("others") { $0.others },
  ]
}
