import Catalogs
import HTTPServer
import System
import Templates

/// Sheets of labels for the things that entries stand for: each has a QR code of the entry's address, its title and
/// its section.
struct LabelsPage: Renderable {
  /// Most labels of a page, which has whole sheets: each label costs a code.
  static let limit = 100

  private let context: PageContext
  private let summary: String
  private let sheet: LabelSheet
  private let sheets: [LabelPaper]
  /// Whether other devices reach the addresses in the codes.
  private let isReached: Bool
  private let choices: [Link]
  private let previous: String?
  private let next: String?
  /// The first place of the first sheet that is free, from 1.
  private let from: Int
  /// The fact below the titles, by name; nil for section or subtitle.
  private let fact: FactField?
  private let facts: [Link]
  private let kept: [HiddenField]

  static func answer(_ visit: Visit) -> Reply {
    .page(visit.context.templates.labels, LabelsPage(ShownList(visit), visit))
  }

  private init(_ list: ShownList, _ visit: Visit) {
    context = list.context
    let asked = visit.query["sheet"].flatMap(LabelSheet.init(rawValue:)) ?? .a4By24
    sheet = asked
    let (context, total) = (context, list.results.total)
    let limit = Self.limit / asked.count * asked.count
    let (language, place) = (
      context.language, visit.query["from"].map { $0.isEmpty ? 1 : $0.number(in: 1...1_000) ?? 0 } ?? 1
    )
    let isPlace = (1...asked.count).contains(place)
    from = isPlace ? place : 1
    let name = visit.query["with"]
    let fact = context.catalog.factFields.first { $0.name == name }
    self.fact = fact
    summary = [
      list.summary,
      isPlace ? nil : language.text(.noSuchPlace, ["limit": language.number(asked.count)]),
      name == nil || name == "" || fact != nil ? nil : language.text(.noSuchFact, ["name": name ?? ""]),
    ].compactMap(\.self).joined(separator: ". ")
    facts = context.catalog.factFields.map {
      Link(title: context.label($0.label), address: $0.name, isCurrent: $0 == fact)
    }
    // Used places come first.
    let used = from - 1
    let pages = max(1, (used + total + limit - 1) / limit)
    let page = min(visit.state.page, pages)
    let blank = page == 1 ? used : 0
    let shown = list.results.page(from: max(0, (page - 1) * limit - used), limit: limit - blank)
    let shared = visit.sharedOrigin
    let origin = shared ?? visit.possibleOrigins.first ?? visit.origin
    isReached = shared != nil
    let labels =
      Array(repeating: EntryLabel?.none, count: blank)
      + shown.map { EntryLabel($0, origin, context, with: fact) }
    sheets = stride(from: 0, to: labels.count, by: asked.count).map {
      LabelPaper(sheet: asked, labels: Array(labels[$0..<min($0 + asked.count, labels.count)]))
    }
    let others = (used > 0 ? [("from", String(place))] : []) + (fact.map { [("with", $0.name)] } ?? [])
    let state = list.requestedState
    func address(_ sheet: LabelSheet, _ page: Int) -> String {
      context.addresses[.labels]
        + context.addresses.query(state.with(\.page, page), [("sheet", sheet.rawValue)] + others)
    }
    kept = (state.with(\.page, 1).pairs + [("sheet", asked.rawValue)]).map {
      HiddenField(name: $0, value: $1)
    }
    choices = LabelSheet.allCases.map {
      Link(title: $0.title(in: language), address: address($0, 1), isCurrent: $0 == asked)
    }
    previous = page > 1 ? address(asked, page - 1) : nil
    next = page < pages ? address(asked, page + 1) : nil
  }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.context.chrome(title: $0.context.language.text(.labels)) },
    .text("labelsTitle") { $0.context.language.text(.labels) },
    .text("summary") { $0.summary },
    .text("sheetName") { $0.sheet.rawValue },
    .list("choices") { $0.choices },
    .flag("isReached") { $0.isReached },
    .text("connectPage") { $0.context.addresses[.connect] },
    .list("sheets") { $0.sheets },
    .optionalText("previous") { $0.previous },
    .optionalText("next") { $0.next },
    .text("labelsAddress") { $0.context.addresses[.labels] },
    .integer("places") { $0.sheet.count },
    .integer("firstPlace") { $0.from },
    .list("kept") { $0.kept },
    .list("labelFacts") { $0.facts },
    .flag("hasFacts") { !$0.facts.isEmpty },
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

  func title(in language: Language) -> String {
    let (paper, rows) = self == .letterBy30 ? (language.text(.letterPaper), 10) : ("A4", count / 3)
    return language.list([paper, "3 × \(rows)"])
  }
}

/// One sheet with its labels.
struct LabelPaper: Renderable {
  let sheet: LabelSheet
  /// Nil for a place that is used already.
  let labels: [EntryLabel?]

  static let fields: [Field<Self>] = [
    .text("sheetName") { $0.sheet.rawValue },
    .list("labels") { $0.labels.map(LabelPlace.init) },
  ]
}

struct LabelPlace: Renderable {
  let label: EntryLabel?

  static let fields: [Field<Self>] = [.object("label") { $0.label }]
}

struct EntryLabel: Renderable {
  /// The address in the code.
  private let address: String
  private let title: String
  /// The chosen fact, else section or subtitle.
  private let line: String?
  private let show: String

  /// - Parameter origin: scheme and host under which others reach the show.
  init(_ position: Int, _ origin: Origin, _ context: PageContext, with fact: FactField?) {
    let entry = context.catalog.entries[position]
    address = origin.text + context.addresses.entry(entry.id)
    title = entry.title
    let section = entry.sections.first.map { context.catalog.sections[$0].title }
    let values = fact.flatMap { fact in context.catalog.facts(at: position).first { $0.field == fact } }?
      .values
    line =
      fact == nil
      ? section.map(context.section) ?? context.subtitle(of: entry)
      : values.map { context.language.list($0.map(context.language.text(of:))) }
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
