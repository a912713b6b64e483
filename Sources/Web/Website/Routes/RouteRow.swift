import HTTPServer

/// One row of the table of routes.
struct RouteRow: Sendable {
  typealias Handler = @Sendable (Visit) -> Reply

  /// Nil for what no address leads to.
  let pattern: PathPattern?
  let isPost: Bool
  /// Whether it is asked for with `part=results`: by the script, which wants markup without a page around it.
  let isPart: Bool
  /// Its name in the metrics; several rows may share one.
  let name: String
  let needs: RouteNeeds
  let handler: Handler

  /// A page that is asked for with GET or HEAD.
  static func get(
    _ pattern: StaticString, part isPart: Bool = false, _ name: String, _ needs: RouteNeeds,
    _ handler: @escaping Handler
  ) -> RouteRow {
    RouteRow(
      pattern: PathPattern(pattern), isPost: false, isPart: isPart, name: name, needs: needs, handler: handler
    )
  }

  /// A change that a form or the script asks for. Only a page of ours may, so the handler is called for no other.
  static func post(
    _ pattern: StaticString, _ name: String, _ needs: RouteNeeds, _ handler: @escaping Handler
  ) -> RouteRow {
    RouteRow(
      pattern: PathPattern(pattern), isPost: true, isPart: false, name: name, needs: needs,
      handler: { $0.form?.isOurs == true ? handler($0) : .refusal(403) })
  }

  /// What is answered where no address of ours was asked for.
  static func other(_ handler: @escaping Handler) -> RouteRow {
    RouteRow(pattern: nil, isPost: false, isPart: false, name: "other", needs: [], handler: handler)
  }
}

/// What an answer depends on, or may not be made without.
struct RouteNeeds: OptionSet, Sendable {
  let rawValue: Int

  /// Holds words of ours, so that each language has its own.
  static let language = RouteNeeds(rawValue: 1 << 0)
  /// Shows the visitor's favorites.
  static let favorites = RouteNeeds(rawValue: 1 << 1)
  /// Holds whole addresses, so that each name of this server has its own.
  static let origin = RouteNeeds(rawValue: 1 << 2)
  /// Is kept once it is made.
  static let kept = RouteNeeds(rawValue: 1 << 3)
  /// May wait for a disk: made by a worker thread.
  static let worker = RouteNeeds(rawValue: 1 << 4)
  /// Takes milliseconds of processor time: made by a computing thread.
  static let computing = RouteNeeds(rawValue: 1 << 13)
  /// Lists or shows entries, which takes as long where the catalog or the query is large.
  static let search = RouteNeeds(rawValue: 1 << 14)
  /// Is there only in a show with entries.
  static let catalog = RouteNeeds(rawValue: 1 << 5)
  /// Is there only where favorites are kept.
  static let store = RouteNeeds(rawValue: 1 << 6)
  /// Is answered whatever host the request names: it reveals nothing about the house.
  static let anyHost = RouteNeeds(rawValue: 1 << 7)
  /// Is for those who run the show: found without the base path too, and refused in plain text.
  static let `operator` = RouteNeeds(rawValue: 1 << 8)
  /// Is for this machine and the networks that were named.
  static let scraper = RouteNeeds(rawValue: 1 << 9)
  /// Tells visitors from inside at which addresses others reach this machine.
  static let inside = RouteNeeds(rawValue: 1 << 10)
  /// Is another one each day.
  static let day = RouteNeeds(rawValue: 1 << 11)
  /// Is for visitors' own devices: a kiosk does not have it.
  static let ownDevice = RouteNeeds(rawValue: 1 << 12)
}
