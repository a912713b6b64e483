import Catalogs
import System
import Templates
import Text

/// What a wide screen shows where nothing is chosen: an entry that is another one each day, the same for
/// everybody, and some more of that day.
struct Featured: Sendable {
  private let title: SafeHTML
  private let subtitle: SafeHTML
  private let story: String
  private let thumbnail: Thumbnail
  private let address: SafeHTML
  /// What keeps the view as it is, for the addresses.
  private let query: SafeHTML
  private let others: [Row]

  /// Characters of its description.
  private static let storyLimit = 320
  private static let othersCount = 6

  /// Positions of the entries of a day, the first of them large.
  static func positions(on day: Int, among entries: Entries) -> [Int] {
    DaysChoice.positions(on: day, count: othersCount + 1, among: entries)
  }

  /// Whether a picture is shown that is not here but may come.
  var awaitsPictures: Bool { thumbnail.isAwaited || others.contains { $0.thumbnail.isAwaited } }

  /// Nil for a catalog without entries.
  init?(_ list: ShownList) {
    let context = list.context
    let entries = context.catalog.entries
    let chosen = Self.positions(on: list.day, among: entries)
    guard let first = chosen.first else { return nil }
    let entry = entries[first]
    title = SafeHTML(escaping: entry.title)
    subtitle = context.subtitle(of: entry).map { SafeHTML(escaping: $0) } ?? .empty
    story = Wording.beginning(of: entry.text, limit: Self.storyLimit)
    thumbnail = Thumbnail(entry, context.looks).checked(context)
    address = SafeHTML(escaping: context.addresses[.entry, entry.id])
    query = SafeHTML(escaping: context.addresses.entryQuery(ListState().with(\.view, list.state.view)))
    // Where there is a map, it says more than stand-ins could.
    others = context.latitudes == nil ? chosen.dropFirst().map(context.row(at:)) : []
  }
}

extension Featured: Renderable {
  static let fields: [Field<Featured>] = [
    .html("featuredTitle") { $0.title },
    .html("featuredSubtitle") { $0.subtitle },
    .text("featuredStory") { $0.story },
    .object("featuredThumbnail") { $0.thumbnail },
    .html("featuredAddress") { $0.address },
    .html("featuredQuery") { $0.query },
    .flag("hasOthers") { !$0.others.isEmpty },
    .list("others") { $0.others },
  ]
}

/// Which entries a day brings to the front.
enum DaysChoice {
  /// Entries that are drawn for a day; those with pictures and texts come first.
  private static let drawn = 64

  /// - Parameter day: any number that changes with the day.
  static func positions(on day: Int, count: Int, among entries: Entries) -> [Int] {
    guard !entries.isEmpty else { return [] }
    var seen: Set<Int> = []
    let lots = (0..<drawn).compactMap { lot -> Int? in
      let position = Int(FNV1a.hash64("\(day) \(lot)".utf8) % UInt64(entries.count))
      return seen.insert(position).inserted ? position : nil
    }
    let ranked = lots.map { position -> (position: Int, rank: Int) in
      let entry = entries[position]
      return (position, (entry.picture == nil ? 2 : 0) + (entry.text.isEmpty ? 1 : 0))
    }
    // Among equals the order of the draw stays.
    return (0...3).flatMap { rank in ranked.filter { $0.rank == rank }.map(\.position) }.prefix(count).map {
      $0
    }
  }
}
