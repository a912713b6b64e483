import Catalogs
import Templates
import Text

/// The entries that one is connected with: a drawing with the entry in the middle, and the same as a list.
struct ConnectionsPage: Renderable {
  private let context: PageContext
  private let entry: Entry?
  private let lines: [RelationLine]
  private let drawings: [ConnectionsDrawing]
  private let isUncovered: Bool

  /// The page of the entry with most relations.
  static func most(_ visit: Visit) -> Reply { page(visit.context.mostRelated, visit) }

  static func answer(_ visit: Visit) -> Reply {
    guard let position = visit.context.catalog.position(of: visit.name) else { return .refusal(404) }
    return page(position, visit)
  }

  private static func page(_ position: Int?, _ visit: Visit) -> Reply {
    let page = ConnectionsPage(position, in: visit)
    return .page(
      visit.context.templates.connections, page, awaitsPictures: page.lines.contains(where: \.awaitsPictures))
  }

  private init(_ position: Int?, in visit: Visit) {
    let context = visit.context
    self.context = context
    isUncovered = visit.isUncovered
    entry = position.map { context.catalog.entries[$0] }
    let groups = position.map(context.relations) ?? []
    lines = groups.map { RelationLine($0, limit: Relation.limit, in: context) }
    drawings =
      groups.isEmpty
      ? [] : [false, true].map { ConnectionsDrawing(position ?? 0, groups, isTall: $0, in: context) }
  }

  private var title: String {
    entry.map { context.language.text(.connectionsOf, ["name": $0.title]) }
      ?? context.language.text(.connections)
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome(title: $0.title) },
    .text("connectionsStyles") {
      $0.context.assets.address(of: "styles/connections.css", in: $0.context.addresses)
    },
    .text("connectionsHeading") { $0.title },
    .text("connectedAddress") { page in
      page.entry.map { page.context.addresses.entry($0.id) + page.context.addresses.query() }
        ?? page.context.addresses.list()
    },
    .optionalText("connectedTitle") { $0.entry?.title },
    .text("noConnections") { page in
      page.context.language.text(
        .noConnections, ["name": page.entry?.title ?? page.context.showName])
    },
    .flag("isUncovered") { $0.isUncovered },
    .text("connectionsTitle") { $0.context.language.text(.connections) },
    .flag("hasRelations") { !$0.lines.isEmpty },
    .list("relations") { $0.lines },
    .list("drawings") { $0.drawings },
    .html("connectionQuery") { SafeHTML(escaping: $0.context.addresses.query()) },
    .text("connectionBase") { $0.context.addresses[.connection, ""] },
  ]
}
