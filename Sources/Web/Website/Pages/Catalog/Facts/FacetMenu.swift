import Catalogs
import Templates
import Text

/// What there is to choose in one facet.
struct FacetMenu: Sendable {
  let name: String
  let label: String
  /// The value that is chosen, in words; nil if none is.
  let chosen: String?
  /// Address of the list without a choice here.
  let without: String
  let choices: [Choice]

  struct Choice: Sendable {
    let label: String
    let count: String
    let address: String
    let isChosen: Bool
  }

  /// Bytes of all addresses of the menus on one page: each repeats the query.
  private static let addressBytes = 64 << 10
  /// Values of a facet that are offered however long the query is.
  private static let leastOffered = 8

  /// Values of each facet that a page offers.
  /// - Parameter address: of the list, which each value's address repeats.
  static func limit(_ address: String, facets: Int) -> Int {
    max(leastOffered, addressBytes / (max(1, facets) * (address.utf8.count + FactFilter.valueLimit)))
  }

  /// What no address of a list holds otherwise.
  private static let placeholder = "\u{1}"

  init(_ facet: Facet, in list: ShownList) {
    let (context, field) = (list.context, facet.field)
    let (catalog, language) = (context.catalog, context.language)
    let asked = list.state[field]
    name = field.name
    label = field.label
    // A value that no entry has is shown as the address has it.
    chosen = asked.map { name in
      catalog.value(of: FactFilter(field.name, name)).map(language.text(of:)) ?? name
    }
    without = context.addresses.list(list.state.with(field, nil, of: catalog))
    // Names are slugs, so that all addresses are one with another name in it.
    let address = context.addresses.list(list.state.with(field, Self.placeholder, of: catalog))
    let parts = address.split(
      separator: PercentCoding.encode(Self.placeholder), maxSplits: 1, omittingEmptySubsequences: false)
    choices = facet.choices.map { choice in
      Choice(
        label: language.text(of: choice.value), count: language.number(choice.count),
        address: parts.joined(separator: choice.name), isChosen: choice.isChosen)
    }
  }
}

extension FacetMenu: Renderable {
  static let fields: [Field<FacetMenu>] = [
    .text("facetName") { $0.name },
    .text("facetLabel") { $0.label },
    .optionalText("facetChosen") { $0.chosen },
    .text("withoutFacet") { $0.without },
    .list("facetChoices") { $0.choices },
  ]
}

extension FacetMenu.Choice: Renderable {
  static let fields: [Field<FacetMenu.Choice>] = [
    .text("choiceLabel") { $0.label },
    .text("choiceCount") { $0.count },
    .text("choiceAddress") { $0.address },
    .flag("isChosen") { $0.isChosen },
  ]
}
