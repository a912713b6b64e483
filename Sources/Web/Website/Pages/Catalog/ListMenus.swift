import Catalogs
import Favorites
import Templates
import Text

/// The values of a facet, to filter the list by.
struct FacetMenu: Renderable {
  let name: String
  let label: String
  /// Whether the label is in the language of the show.
  let isNamedByShow: Bool
  let chosen: String?
  let without: String
  let choices: [Link]
  /// The state of the list for a form that selects one more value; empty without a form.
  private(set) var kept: [HiddenField] = []

  /// Bytes of all addresses in the menus of a page: each address repeats the query.
  private static let addressBytes = 64 << 10
  /// Fewest values of a facet on a page, even with a long query.
  private static let leastOffered = 8

  /// Most values of each facet on a page, each of which repeats the address of the list.
  static func limit(_ address: String, facets: Int) -> Int {
    max(leastOffered, addressBytes / (max(1, facets) * (address.utf8.count + FactFilter.valueLimit)))
  }

  /// A text that no address of a list contains.
  private static let placeholder = "\u{1}"

  init(_ facet: Facet, in list: ShownList) {
    let (context, field) = (list.context, facet.field)
    let (catalog, language) = (context.catalog, context.language)
    name = field.name
    label = context.label(field.label)
    isNamedByShow = context.translated(field.label) == nil
    let filters = list.state[field]
    chosen =
      filters.isEmpty
      ? nil
      : language.list(
        filters.map { filter in
          // An unknown value is shown as the address has it.
          let name = filter.value == FactFilter.none ? language.text(.noValue) : filter.value
          return catalog.value(of: filter).map(language.text(of:)) ?? name
        })
    without = context.addresses.list(list.state.with(field, [], of: catalog))
    let canExtend = !filters.isEmpty && filters.count < FactFilter.countLimit
    if canExtend {
      kept = (list.state.with(\.page, 1).pairs + context.addresses.kept).map {
        HiddenField(name: $0, value: $1)
      }
    }
    // The addresses differ in the name of the value only, and names are slugs.
    let address = context.addresses.list(list.state.with(field, [Self.placeholder], of: catalog))
    let parts = address.split(
      separator: PercentCoding.encode(Self.placeholder), maxSplits: 1, omittingEmptySubsequences: false)
    choices = facet.choices.map { choice in
      let isNone = choice.name == FactFilter.none
      var link = Link(
        title: isNone ? language.text(.noValue) : language.text(of: choice.value),
        address: parts.joined(separator: choice.name), isCurrent: choice.isChosen,
        count: language.number(choice.count))
      if link.isCurrent {
        let others = filters.map(\.value).filter { $0 != choice.name }
        link.address = context.addresses.list(list.state.with(field, others, of: catalog))
      } else if canExtend {
        link.more = choice.name
      }
      return link
    }
  }

  static let fields: [Field<Self>] = [
    .text("facetName") { $0.name },
    .text("facetLabel") { $0.label },
    .flag("isNamedByShow") { $0.isNamedByShow },
    .optionalText("facetChosen") { $0.chosen },
    .text("withoutFacet") { $0.without },
    .list("facetChoices") { $0.choices },
    .list("keptOfFacet") { $0.kept },
  ]
}

/// The orders of a list.
struct SortMenu: Renderable {
  let current: String
  let orders: [Link]

  /// Nil for a list with a single order.
  init?(_ list: ShownList) {
    let (context, state) = (list.context, list.state)
    let language = context.language
    let sortings = context.catalog.sortings
    guard !sortings.isEmpty else { return nil }
    let byTitle = context.catalog.sort == nil ? nil : FactSort(FactField.titleOrder)
    let own = [(label: language.text(.byTitle), sort: byTitle)]
    let others = sortings.flatMap { sorting in
      let (up, down) = Self.sentences(sorting.kind)
      let (label, name) = (context.label(sorting.field.label), sorting.field.name)
      return [
        (language.text(up, ["label": label]), FactSort?.some(FactSort(name))),
        (language.text(down, ["label": label]), FactSort(name, isDescending: true)),
      ]
    }
    let chosen = context.chosenSort(of: state)
    orders = (own + others).map { label, sort in
      let isOwn = sort == context.catalog.sort
      // In the address, the own order replaces one that the browser chose before.
      let needsNoName = isOwn && (context.preferences.sort == nil || list.isSearch)
      return Link(
        title: label,
        address: list.address(\.sort, needsNoName ? nil : sort ?? FactSort(FactField.titleOrder)),
        isCurrent: chosen == sort || chosen == nil && isOwn)
    }
    current = (orders.first { $0.isCurrent } ?? orders[0]).title
  }

  private static func sentences(_ kind: FactSorting.Kind) -> (up: Sentence, down: Sentence) {
    switch kind {
    case .text: (.textsUp, .textsDown)
    case .number: (.numbersUp, .numbersDown)
    case .date: (.datesUp, .datesDown)
    }
  }

  static let fields: [Field<Self>] = [
    .text("sortedBy") { $0.current },
    .list("orders") { $0.orders },
  ]
}
