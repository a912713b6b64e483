import Catalogs
import Templates

/// The orders in which a list can be had.
struct SortMenu: Sendable {
  /// The one that it is in.
  let current: String
  /// Whether that is not the list's own.
  let isChosen: Bool
  let orders: [Tab]

  /// Nil for a list with one order only.
  init?(_ list: ShownList) {
    let (context, state) = (list.context, list.state)
    let language = context.language
    let sortings = context.catalog.sortings
    guard !sortings.isEmpty else { return nil }
    let own = [(label: language.text(.byTitle), sort: FactSort?.none)]
    let others = sortings.flatMap { sorting in
      let (up, down) = Self.sentences(sorting.kind)
      let (label, name) = (sorting.field.label, sorting.field.name)
      return [
        (language.text(up, ["label": label]), FactSort?.some(FactSort(name))),
        (language.text(down, ["label": label]), FactSort(name, isDescending: true)),
      ]
    }
    orders = (own + others).map { label, sort in
      Tab(title: label, address: list.address(\.sort, sort), isCurrent: state.sort == sort)
    }
    current = orders.first { $0.isCurrent }?.title ?? orders[0].title
    isChosen = state.sort != nil
  }

  private static func sentences(_ kind: FactSorting.Kind) -> (up: Sentence, down: Sentence) {
    switch kind {
    case .text: (.textsUp, .textsDown)
    case .number: (.numbersUp, .numbersDown)
    case .date: (.datesUp, .datesDown)
    }
  }
}

extension SortMenu: Renderable {
  static let fields: [Field<SortMenu>] = [
    .text("sortedBy") { $0.current },
    .flag("isSorted") { $0.isChosen },
    .list("orders") { $0.orders },
  ]
}
