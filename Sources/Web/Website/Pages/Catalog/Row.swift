import Catalogs
import Configuration
import Favorites
import Search
import Templates
import Text

/// An entry as a row of the list or a tile of the grid; escaped beforehand.
struct Row: Renderable {
  let id: String
  let anchor: SafeHTML
  let address: SafeHTML
  private var title: SafeHTML
  /// The title without highlights, for the label of the star.
  let plainTitle: SafeHTML
  let star: SafeHTML
  var subtitle: SafeHTML
  /// Whether the subtitle is a coordinate.
  var isPlace = false
  /// The country after a coordinate.
  var country = SafeHTML.empty
  var thumbnail: Thumbnail
  /// Beginning of the description; empty if rows show none.
  private var story: SafeHTML
  private let storyLimit: Int
  /// The words around a hit in the description or the facts; empty if the title has the hit.
  private var excerpt = SafeHTML.empty
  /// Initial of the title, on the first row with it.
  var letter = SafeHTML.empty
  var isCurrent = false
  var isFavorite = false
  /// The values of each column of a table.
  var cells: [FactLine.Value] = []

  init(_ entry: Entry, _ looks: PageLooks) {
    let addresses = looks.addresses
    id = entry.id
    anchor = SafeHTML(escaping: Addresses.anchor(entry.id))
    address = SafeHTML(escaping: addresses[.entry, entry.id])
    title = SafeHTML(escaping: entry.title)
    plainTitle = title
    star = SafeHTML(escaping: addresses[.star, entry.id])
    let line = entry.subtitle == entry.title || looks.rows == .titles ? nil : entry.subtitle
    subtitle = line.map { SafeHTML(escaping: $0) } ?? .empty
    thumbnail = Thumbnail(entry, looks)
    storyLimit = Self.storyLimit(of: entry, looks)
    story = SafeHTML(escaping: looks.opening(of: entry, limit: storyLimit))
  }

  /// Highlights the hits of a search.
  /// - Parameter facts: returns the entry's facts as one line.
  mutating func highlight(_ search: SearchQuery, in entry: Entry, facts: () -> String) {
    title = Highlighting.highlight(entry.title, search)
    let hit = search.firstHit(in: entry.text, missingIn: entry.title)
    if !story.isEmpty {
      story = Highlighting.highlight(story(of: entry, around: hit), search)
    } else if let hit {
      excerpt = Self.excerpt(of: entry.text, around: hit, search)
    }
    guard search.match == .contains else { return }
    let line = subtitle.isEmpty ? "" : entry.subtitle ?? ""
    if !line.isEmpty { subtitle = Highlighting.highlight(line, search) }
    guard hit == nil, !search.isWhole(in: "\(entry.title) \(line)") else { return }
    let facts = facts()
    if let hit = search.firstHit(in: facts, missingIn: entry.title) {
      excerpt = Self.excerpt(of: facts, around: hit, search)
    }
  }

  /// Puts the names of its sections before its line, or after the one above a story.
  mutating func tell(_ sections: String, _ looks: PageLooks) {
    let names = SafeHTML(escaping: sections)
    guard looks.rows != .stories else { return subtitle = subtitle.beside(names) }
    let line = !excerpt.isEmpty ? \Row.excerpt : subtitle.isEmpty && !story.isEmpty ? \.story : \.subtitle
    self[keyPath: line] = names.beside(self[keyPath: line])
  }

  /// Puts a fact below the title, before the beginning of a description in the same line.
  mutating func lead(with fact: String) {
    let fact = SafeHTML(escaping: fact)
    if story.isEmpty || storyLimit > Self.excerptLimit { subtitle = fact } else { story = fact.beside(story) }
  }

  /// Puts the name of its show after its title.
  mutating func tellShow(_ name: String) { title = title.beside(SafeHTML(escaping: name)) }

  private static func excerpt(of text: String, around hit: Range<Int>, _ search: SearchQuery) -> SafeHTML {
    Highlighting.highlight(
      Wording.excerpt(of: text, around: hit, lead: lead, limit: excerptLimit), search)
  }

  /// Most characters of a description: three lines, or one line if there is no subtitle.
  private static func storyLimit(of entry: Entry, _ looks: PageLooks) -> Int {
    switch looks.rows {
    case .titles: 0
    case .summaries: looks.hasFaces && entry.subtitle == nil && entry.coordinate == nil ? 48 : 0
    case .stories: 200
    }
  }

  /// Most characters of a line, and those of them before a hit, so that phones show the hit.
  private static let (excerptLimit, lead) = (100, 16)

  /// The beginning of the description, or the words around a hit that the beginning does not show.
  private func story(of entry: Entry, around hit: Range<Int>?) -> String {
    let beginning = Wording.beginning(of: entry.text, limit: storyLimit)
    let isOneLine = storyLimit <= Self.excerptLimit
    guard let hit, hit.upperBound > (isOneLine ? Self.lead + 4 : beginning.utf8.count) else {
      return beginning
    }
    let limit = max(storyLimit, Self.excerptLimit)
    return Wording.excerpt(
      of: entry.text, around: hit, lead: isOneLine ? Self.lead : limit / 4, limit: limit)
  }

  static let fields: [Field<Self>] = [
    .html("anchor") { $0.anchor },
    .html("address") { $0.address },
    .html("title") { $0.title },
    .html("subtitle") { $0.subtitle },
    .flag("isPlace") { $0.isPlace },
    .html("country") { $0.country },
    .object("thumbnail") { $0.thumbnail },
    .html("story") { $0.story },
    .html("excerpt") { $0.excerpt },
    .html("letter") { $0.letter },
    .flag("isCurrent") { $0.isCurrent },
    .html("starTitle") { $0.plainTitle },
    .html("starAddress") { $0.star },
    .flag("isFavorite") { $0.isFavorite },
    .list("cells") { $0.cells },
  ]
}
