import Templates

/// Whom the data is owed to.
struct Credit: Sendable {
  let text: String
  let address: String
}

/// A member of a form that nobody sees.
struct HiddenField: Sendable {
  let name: String
  let value: String
}

/// A section's tab.
struct Tab: Sendable {
  let title: String
  let address: String
  let isCurrent: Bool
}

/// A letter and the first row that begins with it.
struct Jump: Sendable {
  let letter: String
  let address: String
}

/// Where one is in a list of several pages.
struct Pager: Sendable {
  let label: String
  /// The page that the rows above begin with, and how many stand on each, for the script.
  let first: Int
  let size: Int
  /// Whether the page before, and the next one, holds rows of another kind or follows such: the script does not
  /// put these into its list.
  let isPreviousApart: Bool
  let isNextApart: Bool
  let previous: String?
  let next: String?
}

/// The way from one entry to those beside it in the same results.
struct NeighbourLinks: Sendable {
  let previousTitle: String
  let previous: String
  let nextTitle: String
  let next: String
}

extension Credit: Renderable {
  static let fields: [Field<Credit>] = [
    .text("creditText") { $0.text }, .text("creditAddress") { $0.address },
  ]
}

extension HiddenField: Renderable {
  static let fields: [Field<HiddenField>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}

extension Tab: Renderable {
  static let fields: [Field<Tab>] = [
    .text("tabTitle") { $0.title },
    .text("tabAddress") { $0.address },
    .flag("isCurrentTab") { $0.isCurrent },
  ]
}

extension Jump: Renderable {
  static let fields: [Field<Jump>] = [.text("jumpLetter") { $0.letter }, .text("jumpAddress") { $0.address }]
}

extension Pager: Renderable {
  static let fields: [Field<Pager>] = [
    .text("pageLabel") { $0.label },
    .integer("firstPage") { $0.first },
    .integer("pageSize") { $0.size },
    .flag("isPreviousApart") { $0.isPreviousApart },
    .flag("isNextApart") { $0.isNextApart },
    .optionalText("previous") { $0.previous },
    .optionalText("next") { $0.next },
  ]
}

extension NeighbourLinks: Renderable {
  static let fields: [Field<NeighbourLinks>] = [
    .text("previousTitle") { $0.previousTitle },
    .text("previousEntry") { $0.previous },
    .text("nextTitle") { $0.nextTitle },
    .text("nextEntry") { $0.next },
  ]
}
