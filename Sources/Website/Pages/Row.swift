import Catalogs
import HTML
import Search
import Templating

/// An entry as a row of the list or a tile of the grid; all of it escaped beforehand.
struct Row: Sendable {
  let id: String
  let anchor: SafeHTML
  /// Address of the detail, without the query that keeps the list.
  let address: SafeHTML
  let title: SafeHTML
  /// The title without marks, for the name of the star.
  let plainTitle: SafeHTML
  /// Address of the star, without its query.
  let marking: SafeHTML
  let subtitle: SafeHTML
  let picture: SafeHTML
  /// The first lines of the description; empty where rows show none.
  let story: SafeHTML
  /// The letter that the title sorts under, on the first row with it.
  let letter: SafeHTML
  let isCurrent: Bool
  /// Whether it is one of the visitor's favorites.
  let isMarked: Bool

  /// The row of an entry as it stands without a search.
  init(_ entry: Entry, in addresses: Addresses, isStory: Bool = false) {
    id = entry.id
    anchor = SafeHTML(escaping: Addresses.anchor(entry.id))
    address = SafeHTML(escaping: addresses.entryPath(entry.id))
    title = SafeHTML(escaping: entry.title)
    plainTitle = title
    marking = SafeHTML(escaping: addresses.marking(entry.id))
    subtitle = entry.subtitle.map { SafeHTML(escaping: $0) } ?? .empty
    picture = SafeHTML(escaping: addresses.picture(entry.id))
    story = isStory ? SafeHTML(escaping: Self.story(of: entry)) : .empty
    letter = SafeHTML(escaping: Initial.letter(of: entry.title))
    isCurrent = false
    isMarked = false
  }

  private init(
    _ row: Row, title: SafeHTML, story: SafeHTML, letter: SafeHTML, isCurrent: Bool, isMarked: Bool
  ) {
    id = row.id
    anchor = row.anchor
    address = row.address
    plainTitle = row.plainTitle
    marking = row.marking
    subtitle = row.subtitle
    picture = row.picture
    self.title = title
    self.story = story
    self.letter = letter
    self.isCurrent = isCurrent
    self.isMarked = isMarked
  }

  /// The row as it stands on a page: with its letter only after another one, chosen, and marked.
  /// - Parameter marks: what is searched for, and the entry of this row.
  func placed(
    after previous: Row?, isCurrent: Bool, isMarked: Bool, marks: (search: SearchQuery, entry: Entry)?
  ) -> Row {
    Row(
      self, title: marks.map { Marking.mark($0.entry.title, $0.search) } ?? title,
      story: marks.flatMap { story.isEmpty ? nil : Marking.mark(Self.story(of: $0.entry), $0.search) }
        ?? story,
      letter: previous?.letter == letter ? .empty : letter, isCurrent: isCurrent, isMarked: isMarked)
  }

  /// Characters of a description that three lines hold.
  private static let storyLimit = 200

  private static func story(of entry: Entry) -> String {
    Wording.beginning(of: entry.text, limit: storyLimit)
  }
}

extension Row: Renderable {
  static let fields: [Field<Row>] = [
    .html("anchor") { $0.anchor },
    .html("address") { $0.address },
    .html("title") { $0.title },
    .html("subtitle") { $0.subtitle },
    .html("picture") { $0.picture },
    .html("story") { $0.story },
    .html("letter") { $0.letter },
    .flag("isCurrent") { $0.isCurrent },
    .html("starTitle") { $0.plainTitle },
    .html("starAddress") { $0.marking },
    .flag("isMarked") { $0.isMarked },
  ]
}
