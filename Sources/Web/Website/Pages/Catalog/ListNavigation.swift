import Catalogs
import Templates

/// The results on one page of the list.
struct Paging: Sendable, Equatable {
  /// Most results of a list on one page; longer lists are paged.
  private static let onePageLimit = 200
  /// The default of pages, the drawer of favorites and `entries.json`.
  static let pageSize = 60
  /// Rows to show on both sides of a chosen one, if there are as many: more than a screen shows.
  private static let margin = 20

  let size: Int
  let count: Int
  /// The requested page, or that of the chosen result; counted from 1.
  let page: Int
  /// The pages to show: ``page``, and the one beside it if the chosen row is near.
  let shown: ClosedRange<Int>
  let ranks: Range<Int>

  /// - Parameter chosen: rank of the chosen result.
  init(total: Int, page: Int, chosen: Int?) {
    let isOnePage = total <= Self.onePageLimit
    size = isOnePage ? max(total, 1) : Self.pageSize
    count = isOnePage ? 1 : (total + size - 1) / size
    self.page = chosen.map { [size] in $0 / size + 1 } ?? min(page, count)
    let first = chosen.map { [size] in max(0, $0 - Self.margin) / size + 1 } ?? self.page
    let last = chosen.map { [size] in min(total - 1, $0 + Self.margin) / size + 1 } ?? self.page
    shown = first...last
    ranks = min((first - 1) * size, total)..<min(last * size, total)
  }

  var isLast: Bool { shown.upperBound == count }

  /// The first and the last page, the shown ones and those beside them; nil where more than one is left out.
  var numbers: [Int?] {
    let near = max(1, shown.lowerBound - 1)...min(count, shown.upperBound + 1)
    var numbers: [Int?] = []
    for page in Set([1, count]).union(near).sorted() {
      let last = (numbers.last ?? nil) ?? page - 1
      if page > last + 1 { numbers.append(page == last + 2 ? last + 1 : nil) }
      numbers.append(page)
    }
    return numbers
  }
}

/// A link of a menu: a section's tab, an order, a value of a facet, or a letter to jump to.
struct Link: Renderable {
  var title: String
  var address: String
  var isCurrent = false
  /// Number of entries behind a value of a facet.
  var count = ""
  /// The value by which a filter is extended; empty for other links.
  var more = ""

  static let fields: [Field<Self>] = [
    .text("linkTitle") { $0.title },
    .text("linkAddress") { $0.address },
    .flag("isCurrentLink") { $0.isCurrent },
    .text("linkCount") { $0.count },
    .text("linkMore") { $0.more },
  ]
}

/// Links to the pages before and after the shown ones.
struct Pager: Renderable {
  let label: String
  let paging: Paging
  let previous: String?
  let next: String?
  /// The first and the last page, the shown ones and those beside them; those left out between two have no address.
  let numbers: [Link]

  static let fields: [Field<Self>] = [
    .list("numbers") { $0.numbers },
    .text("pageLabel") { $0.label },
    // For the script, which appends pages to its list.
    .integer("firstPage") { $0.paging.shown.lowerBound },
    .integer("pageSize") { $0.paging.size },
    .optionalText("previous") { $0.previous },
    .optionalText("next") { $0.next },
  ]
}

struct NeighbourLinks: Renderable {
  let previousTitle: String
  let previous: String
  let nextTitle: String
  let next: String
  /// Nil in a show without pictures.
  let faces: (previous: Thumbnail, next: Thumbnail)?

  static let fields: [Field<Self>] = [
    .text("previousTitle") { $0.previousTitle },
    .text("previousEntry") { $0.previous },
    .text("nextTitle") { $0.nextTitle },
    .text("nextEntry") { $0.next },
    .object("previousFace") { $0.faces?.previous },
    .object("nextFace") { $0.faces?.next },
  ]
}

extension ShownList {
  /// The sections, after all of them together if that can be requested.
  var tabs: [Link] {
    let sections = context.catalog.sections
    guard !sections.isEmpty else { return [] }
    let all = Link(
      title: context.language.text(.all), address: address(\.section, nil), isCurrent: state.section == nil)
    let hasAll = !context.leadsWithSections || isSearch || state.isFavoritesOnly
    let hasCounts = isSearch && corrections.isEmpty && !state.isFavoritesOnly && context.shown.isShort
    let counts = hasCounts ? context.catalog.sectionCounts(for: query) : nil
    // Those with results come first.
    let order =
      counts.map { counts in
        sections.indices.filter { counts[$0] > 0 } + sections.indices.filter { counts[$0] == 0 }
      } ?? Array(sections.indices)
    return (hasAll ? [all] : [])
      + order.map { index in
        let section = sections[index]
        return Link(
          title: context.section(section.title), address: address(\.section, section.id),
          isCurrent: state.section == section.id,
          count: counts.map { context.language.number($0[index]) } ?? "")
      }
  }

  var jumps: [Link] {
    guard paging.count > 1, !isSearch, !state.isFavoritesOnly, state.section == nil, state.filters.isEmpty,
      context.sort(of: state) == nil
    else { return [] }
    let initials = context.catalog.initials
    // One letter leads nowhere, and nearly as many as entries are no shorter than the list.
    guard initials.count > 1, 3 * initials.count < context.catalog.entries.count else { return [] }
    // After a Latin alphabet, letters of others are one link: many look like those before them.
    let others = initials.drop { !$0.letter.isOfOtherScript }
    let isLatin = 2 * others.count < initials.count && others.allSatisfy { $0.letter.isOfOtherScript }
    let shown = isLatin ? Array(initials.dropLast(max(0, others.count - 1))) : initials
    return shown.map { initial in
      let page = state.with(\.page, initial.position / paging.size + 1)
      let id = context.catalog.entries[initial.position].id
      let letter = isLatin && initial.letter.isOfOtherScript ? "…" : initial.letter
      return Link(title: letter, address: context.addresses.list(page, at: id))
    }
  }

  var pager: Pager? {
    guard paging.count > 1 else { return nil }
    let (first, last, language) = (paging.shown.lowerBound, paging.shown.upperBound, context.language)
    return Pager(
      label: language.text(
        .page, ["page": language.number(state.page), "pages": language.number(paging.count)]),
      paging: paging,
      previous: first > 1 ? context.addresses.list(state.with(\.page, first - 1)) : nil,
      next: paging.isLast ? nil : context.addresses.list(state.with(\.page, last + 1)),
      numbers: paging.numbers.map { page in
        Link(
          title: page.map(language.number) ?? "…",
          address: page.map { context.addresses.list(state.with(\.page, $0)) } ?? "",
          isCurrent: page == state.page)
      })
  }

  /// The entries beside the chosen one in these results; nil if it is the only one.
  var neighbours: NeighbourLinks? {
    chosen.flatMap(results.neighbours(of:)).map { neighbours in
      let entries = context.catalog.entries
      let (previous, next) = (entries[neighbours.previous], entries[neighbours.next])
      return NeighbourLinks(
        previousTitle: previous.title, previous: context.addresses.entry(previous.id, state),
        nextTitle: next.title, next: context.addresses.entry(next.id, state),
        faces: context.looks.hasPictures
          ? (context.row(at: neighbours.previous).thumbnail, context.row(at: neighbours.next).thumbnail) : nil
      )
    }
  }
}

extension String {
  /// Whether it begins with a letter beyond the Latin ones.
  fileprivate var isOfOtherScript: Bool {
    unicodeScalars.first.map { $0.value >= 0x370 && $0.properties.isAlphabetic } ?? false
  }
}
