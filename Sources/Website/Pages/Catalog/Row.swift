import Catalogs
import Configuration
import HTML
import Search
import Templating

/// An entry as a row of the list or a tile of the grid; all of it escaped beforehand.
struct Row: Sendable {
  let id: String
  let anchor: SafeHTML
  /// Address of the detail, without the query that keeps the list.
  let address: SafeHTML
  private var title: SafeHTML
  /// The title without highlights, for the name of the star.
  let plainTitle: SafeHTML
  /// Address of the star, without its query.
  let star: SafeHTML
  let subtitle: SafeHTML
  let thumbnail: Thumbnail
  /// The first words of the description; empty if rows show none.
  private var story: SafeHTML
  private let storyLimit: Int
  /// The letter that the title sorts under, on the first row with it.
  private var letter: SafeHTML
  private var isCurrent = false
  /// Whether it is one of the visitor's favorites.
  private var isFavorite = false

  /// The row of an entry as it stands without a search.
  init(_ entry: Entry, _ looks: PageLooks) {
    let addresses = looks.addresses
    id = entry.id
    anchor = SafeHTML(escaping: Addresses.anchor(entry.id))
    address = SafeHTML(escaping: addresses[.entry, entry.id])
    title = SafeHTML(escaping: entry.title)
    plainTitle = title
    star = SafeHTML(escaping: addresses[.star, entry.id])
    subtitle = entry.subtitle.map { SafeHTML(escaping: $0) } ?? .empty
    thumbnail = Thumbnail(entry, looks)
    storyLimit = Self.storyLimit(of: entry, looks.rows)
    story = SafeHTML(escaping: Wording.beginning(of: entry.text, limit: storyLimit))
    letter = SafeHTML(escaping: Initial.letter(of: entry.title))
  }

  /// The row as it stands on a page: with its letter only after another one, and never among what is found
  /// anywhere, which is not in the order of letters.
  /// - Parameter highlights: what is searched for, and the entry of this row.
  func placed(
    after previous: Row?, isCurrent: Bool, isFavorite: Bool, highlights: (search: SearchQuery, entry: Entry)?
  ) -> Row {
    var row = self
    if let (search, entry) = highlights {
      row.title = Highlighting.highlight(entry.title, search)
      if !story.isEmpty {
        row.story = Highlighting.highlight(Wording.beginning(of: entry.text, limit: storyLimit), search)
      }
    }
    if previous?.letter == letter || highlights?.search.match == .contains { row.letter = .empty }
    row.isCurrent = isCurrent
    row.isFavorite = isFavorite
    return row
  }

  /// Characters of a description that the row has room for: three lines, or one unless a subtitle is there.
  private static func storyLimit(of entry: Entry, _ rows: Looks.RowStyle) -> Int {
    switch rows {
    case .titles: 0
    case .summaries: entry.subtitle == nil ? 48 : 0
    case .stories: 200
    }
  }
}

extension Row: Renderable {
  static let fields: [Field<Row>] = [
    .html("anchor") { $0.anchor },
    .html("address") { $0.address },
    .html("title") { $0.title },
    .html("subtitle") { $0.subtitle },
    .object("thumbnail") { $0.thumbnail },
    .html("story") { $0.story },
    .html("letter") { $0.letter },
    .flag("isCurrent") { $0.isCurrent },
    .html("starTitle") { $0.plainTitle },
    .html("starAddress") { $0.star },
    .flag("isFavorite") { $0.isFavorite },
  ]
}
