import Catalogs
import Templates

/// The head of a column of the table, which sorts by it if it is an order.
struct TableColumn: Renderable {
  let label: String
  var isNamedByShow = false
  /// Nil for a fact that is no order.
  var address: String?
  /// The value of `aria-sort`; nil for another order.
  var direction: String?

  static let fields: [Field<Self>] = [
    .text("columnLabel") { $0.label },
    .flag("isNamedByShow") { $0.isNamedByShow },
    .optionalText("columnAddress") { $0.address },
    .optionalText("columnDirection") { $0.direction },
  ]
}

extension ShownList {
  /// Whether the list is a table: alone, as beside an entry there is no room for one.
  var isTable: Bool { chosen == nil && context.view(of: state) == .table }

  /// The column of titles, and one for each fact.
  var columns: [TableColumn] {
    let (catalog, sort) = (context.catalog, context.sort(of: state))
    let orders = context.addresses.venue == .copy ? [] : catalog.sortings.map(\.field.name)
    let byTitle = catalog.sort == nil ? nil : FactSort(FactField.titleOrder)
    let titles = TableColumn(
      label: context.language.text(.byTitle),
      address: sort == nil || orders.isEmpty ? nil : address(\.sort, byTitle))
    return [titles]
      + catalog.factFields.map { field in
        let isFirst = sort?.fact == field.name
        let own = FactSort(field.name, isDescending: isFirst && sort?.isDescending == false)
        return TableColumn(
          label: context.label(field.label), isNamedByShow: context.translated(field.label) == nil,
          address: orders.contains(field.name) ? address(\.sort, own) : nil,
          direction: isFirst ? (sort?.isDescending == true ? "descending" : "ascending") : nil)
      }
  }

  /// The values of an entry for each column of facts; empty ones without a value.
  func cells(at position: Int) -> [FactLine.Value] {
    let facts = context.catalog.facts(at: position)
    return context.catalog.factFields.map { field in
      let values = facts.first { $0.field == field }?.values ?? []
      let text = context.language.list(values.map(context.language.text(of:)))
      return FactLine.Value(text: text, isOfShow: values.first?.meaning == .text)
    }
  }
}
