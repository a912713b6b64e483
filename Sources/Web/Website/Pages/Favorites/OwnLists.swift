import Catalogs
import Favorites
import HTTPServer
import Templates
@_spi(TrustedMarkup) import Text

/// One of a visitor's lists: its link, its entries with the newest first, and the form that changes it.
struct OwnList: Renderable {
  private let list: NamedList
  private let context: PageContext

  init(_ list: NamedList, in context: PageContext) {
    (self.list, self.context) = (list, context)
  }

  static let fields: [Field<Self>] = [
    .text("listName") { $0.list.label.name },
    .text("listDot") { $0.list.label.color.rawValue },
    .text("listCount") { $0.context.language.number($0.list.entries.count) },
    .text("listAddress") { $0.context.addresses.list(ListState().with(\.list, $0.list.id)) },
    .list("favoriteRows") { own in
      own.list.entries.favorites.reversed().map { FavoriteRow($0, own.context) }
    },
    .text("changeList") {
      $0.context.addresses[.ownList, $0.list.id]
        + $0.context.addresses.starQuery(ListState(), from: .favorites)
    },
    .list("colors") { ListColorChoice.all(in: $0.context.language, chosen: $0.list.label.color) },
  ]
}

/// The lists of a visitor beside the star of an entry: each is a button that adds the entry or removes it.
struct EntryLists: Renderable {
  private let list: ShownList
  private let entry: Entry
  private let favorites: FavoriteList

  /// Nil where lists cannot be made: without a store, at a kiosk and in a copy.
  init?(_ entry: Entry, in list: ShownList) {
    guard let favorites = list.favorites, list.context.addresses.venue == .device else { return nil }
    (self.list, self.entry, self.favorites) = (list, entry, favorites)
  }

  private var query: String { list.context.addresses.starQuery(list.state, from: .entry(entry.id)) }

  private var marks: [ListMark] {
    favorites.lists.map {
      ListMark(
        label: $0.label, address: list.context.addresses.mark(entry.id, in: $0.id), query: query,
        isMarked: $0.entries.contains(entry.id))
    }
  }

  /// The color that fewest lists have.
  private var freshColor: ListColor {
    let used = favorites.lists.map(\.label.color)
    return ListColor.allCases.min { first, second in
      used.count { $0 == first } < used.count { $0 == second }
    } ?? .red
  }

  static let fields: [Field<Self>] = [
    .list("marks") { $0.marks },
    .text("listedID") { $0.entry.id },
    .flag("canMakeList") { $0.favorites.lists.count < NamedList.limit },
    .text("makeList") { $0.list.context.addresses[.lists] + $0.query },
    .list("colors") { ListColorChoice.all(in: $0.list.context.language, chosen: $0.freshColor) },
  ]
}

/// The button of an entry for one list.
private struct ListMark: Renderable {
  let label: ListLabel
  let address: String
  let query: String
  let isMarked: Bool

  static let fields: [Field<Self>] = [
    .text("listName") { $0.label.name },
    .text("listDot") { $0.label.color.rawValue },
    .text("markAddress") { $0.address },
    .text("markQuery") { $0.query },
    .flag("isMarked") { $0.isMarked },
  ]
}

/// A color in the form of a list.
private struct ListColorChoice: Renderable {
  let color: ListColor
  let name: String
  let isChosen: Bool

  static func all(in language: Language, chosen: ListColor) -> [ListColorChoice] {
    ListColor.allCases.map {
      ListColorChoice(color: $0, name: language.text($0.sentence), isChosen: $0 == chosen)
    }
  }

  static let fields: [Field<Self>] = [
    .text("color") { $0.color.rawValue },
    .text("colorName") { $0.name },
    .flag("isChosenColor") { $0.isChosen },
  ]
}

extension ListColor {
  fileprivate var sentence: Sentence {
    switch self {
    case .red: .red
    case .orange: .orange
    case .yellow: .yellow
    case .green: .green
    case .teal: .teal
    case .blue: .blue
    case .purple: .purple
    case .pink: .pink
    }
  }
}

extension SafeHTML {
  /// The dots of lists, after a title; their names are for assistive technology.
  static func dots(_ labels: [ListLabel]) -> SafeHTML {
    labels.reduce(.empty) { dots, label in
      let name = SafeHTML(escaping: label.name)
      let start = Array(" <i class=\"dot is-\(label.color)\" role=\"img\" aria-label=\"".utf8)
      return SafeHTML(trusted: dots.bytes + start + name.bytes + Array("\"></i>".utf8))
    }
  }
}

/// Changes the lists that a visitor named.
enum ListsHandler {
  /// Makes a list of the form's `name` and `color`, with the entry whose id is `entry`, if there is one.
  static func make(_ visit: Visit) -> Reply {
    FavoritesHandler.changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      var entry: Favorite?
      if let id = fields["entry"] {
        entry = try FavoritesHandler.favorite(id, visit)
        guard entry != nil else { return .refusal(404) }
      }
      return try change(.addList(try label(in: fields), with: entry), visit)
    }
  }

  /// Adds an entry to a list or removes it, `/lists/watched.homer` with `to`; changes a list, `/lists/watched`
  /// with `name` and `color`, or removes it, with `remove`.
  static func change(_ visit: Visit) -> Reply {
    FavoritesHandler.changing(visit) { content throws(FavoritesError) in
      guard case .fields(let fields) = content else { return nil }
      let names = visit.name.split(separator: ".", maxSplits: 1).map(String.init)
      guard let list = names.first, names.allSatisfy(Favorite.isID) else { return .refusal(404) }
      if names.count == 2 { return try mark(names[1], in: list, fields, visit) }
      if fields["remove"] == "1" { return try change(.removeList(list), visit) }
      return try change(.changeList(list, try label(in: fields)), visit)
    }
  }

  private static func mark(
    _ id: String, in list: String, _ fields: QueryReader, _ visit: Visit
  ) throws(FavoritesError) -> Reply {
    guard let wish = fields["to"], ["0", "1"].contains(wish) else { return .refusal(400) }
    guard FavoritesHandler.isOfVisitor(fields, visit) else { return .refusal(412) }
    guard let entry = try FavoritesHandler.favorite(id, visit) else { return .refusal(404) }
    let (own, cookie) = try FavoritesHandler.store(
      wish == "1" ? .put(entry, in: list) : .take(entry.id, from: list), visit)
    guard let list = own.list(list) else { throw .noSuchList }
    let isMarked = list.entries.contains(entry.id)
    let said = visit.language.text(
      isMarked ? .addedToList : .removedFromList, ["name": entry.title, "list": list.label.name])
    return FavoritesHandler.answer(visit, entry, isMarked: isMarked, said, own, cookie)
  }

  private static func change(_ change: FavoriteChange, _ visit: Visit) throws(FavoritesError) -> Reply {
    let cookie = try FavoritesHandler.store(change, visit).cookie
    return .redirect(to: visit.addresses.page(StarPage(visit.query), visit.state), headers: cookie)
  }

  private static func label(in fields: QueryReader) throws(FavoritesError) -> ListLabel {
    let color = fields["color"].flatMap(ListColor.init) ?? .red
    guard let label = ListLabel(name: fields["name"] ?? "", color: color) else { throw .noListName }
    return label
  }
}
