import HTTPServer
import Templates

/// Sheets of labels for the things that entries stand for: each has a QR code of the entry's address, its title and
/// its section.
struct LabelsPage: Renderable {
  /// Most labels of a page, which has whole sheets: each label costs a code.
  static let limit = 100

  private let context: PageContext
  private let summary: String
  private let sheet: LabelSheet
  /// Nil if only this machine reaches the show.
  private let sheets: [LabelPaper]?
  private let choices: [Link]
  private let previous: String?
  private let next: String?

  static func answer(_ visit: Visit) -> Reply {
    .page(visit.context.templates.labels, LabelsPage(ShownList(visit), visit))
  }

  private init(_ list: ShownList, _ visit: Visit) {
    context = list.context
    summary = list.summary
    let asked = visit.query["sheet"].flatMap(LabelSheet.init(rawValue:)) ?? .a4By24
    sheet = asked
    let (context, total) = (context, list.results.total)
    let limit = Self.limit / asked.count * asked.count
    let pages = max(1, (total + limit - 1) / limit)
    let page = min(visit.state.page, pages)
    let shown = list.results.page(from: (page - 1) * limit, limit: limit)
    sheets = visit.sharedOrigin.map { origin in
      let labels = shown.map { EntryLabel($0, origin, context) }
      return stride(from: 0, to: labels.count, by: asked.count).map {
        LabelPaper(sheet: asked, labels: Array(labels[$0..<min($0 + asked.count, labels.count)]))
      }
    }
    func address(_ sheet: LabelSheet, _ page: Int) -> String {
      context.addresses[.labels]
        + context.addresses.query(list.requestedState.with(\.page, page), [("sheet", sheet.rawValue)])
    }
    choices = LabelSheet.allCases.map {
      Link(title: $0.title, address: address($0, 1), isCurrent: $0 == asked)
    }
    previous = page > 1 ? address(asked, page - 1) : nil
    next = page < pages ? address(asked, page + 1) : nil
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome(title: $0.context.language.text(.labels)) },
    .text("labelsTitle") { $0.context.language.text(.labels) },
    .text("summary") { $0.summary },
    .text("sheetName") { $0.sheet.rawValue },
    .text("labelStyles") { $0.context.assets.address(of: "styles/labels.css", in: $0.context.addresses) },
    .list("choices") { $0.choices },
    .flag("isReached") { $0.sheets != nil },
    .list("sheets") { $0.sheets ?? [] },
    .optionalText("previous") { $0.previous },
    .optionalText("next") { $0.next },
  ]
}

/// A common sheet of self-adhesive labels, three beside each other; `labels.css` has the measures.
enum LabelSheet: String, CaseIterable {
  /// 70 mm × 37 mm.
  case a4By24 = "a4-3x8"
  /// 63.5 mm × 38.1 mm.
  case a4By21 = "a4-3x7"
  /// 2⅝ in × 1 in.
  case letterBy30 = "letter-3x10"

  var count: Int {
    switch self {
    case .a4By24: 24
    case .a4By21: 21
    case .letterBy30: 30
    }
  }

  var title: String {
    switch self {
    case .a4By24: "A4, 3 × 8"
    case .a4By21: "A4, 3 × 7"
    case .letterBy30: "Letter, 3 × 10"
    }
  }
}

/// One sheet with its labels.
struct LabelPaper: Renderable {
  let sheet: LabelSheet
  let labels: [EntryLabel]

  static let fields: [Field<Self>] = [
    .text("sheetName") { $0.sheet.rawValue },
    .list("labels") { $0.labels },
  ]
}

struct EntryLabel: Renderable {
  /// The address in the code.
  private let address: String
  private let title: String
  /// Section or subtitle.
  private let line: String?
  private let show: String

  /// - Parameter origin: scheme and host under which others reach the show.
  init(_ position: Int, _ origin: Origin, _ context: PageContext) {
    let entry = context.catalog.entries[position]
    address = origin.text + context.addresses.entry(entry.id)
    title = entry.title
    let section = entry.sections.first.map { context.catalog.sections[$0].title }
    line = section.map(context.section) ?? context.subtitle(of: entry)
    show = context.showName
  }

  static let fields: [Field<Self>] = [
    .object("code") { CodeDrawing($0.address) },
    .text("labelAddress") { $0.address },
    .text("entryTitle") { $0.title },
    .optionalText("entryLine") { $0.line },
    .text("labelShow") { $0.show },
  ]
}
