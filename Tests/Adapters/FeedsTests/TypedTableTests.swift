import Feeds
import JSON
import Testing

@testable import Catalogs

@Suite("Tables of typed columns")
struct TypedTableTests {
  /// A value as its writer writes it, and its meaning.
  private typealias Value = (text: String, meaning: FactValue.Meaning)

  private struct Numbers {
    var state: UInt64

    /// A number from a linear congruential generator (Knuth's MMIX).
    mutating func next(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int((state >> 33) % UInt64(range.count))
    }
  }

  private static func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static func date(
    _ numbers: inout Numbers, _ write: (_ day: Int, _ month: Int, _ year: Int) -> String
  ) -> Value {
    let (day, month, year) = (numbers.next(1...28), numbers.next(1...12), numbers.next(1800...2049))
    let meaning = Day("\(year)-\(padded(month))-\(padded(day))").map { FactValue.Meaning.day($0) }
    return (write(day, month, year), meaning ?? .text)
  }

  private static func amount(
    _ numbers: inout Numbers, group: String, decimal: String, before: String = "", after: String = ""
  ) -> Value {
    let (whole, cents) = (numbers.next(0...4_000_000), numbers.next(0...99))
    var digits = String(whole)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(contentsOf: group, at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    let number = Double("\(whole).\(padded(cents))") ?? 0
    let text = before + digits + decimal + padded(cents) + after
    return (text, .amount(.init(number: number, decimals: 2, before: before, after: after)))
  }

  private static let columns: [(label: String, write: @Sendable (inout Numbers) -> Value)] = [
    ("German date", { date(&$0) { "\($0).\($1).\($2)" } }),
    ("American date", { date(&$0) { "\($1)/\($0)/\($2)" } }),
    ("British date", { date(&$0) { "\(padded($0))/\(padded($1))/\($2)" } }),
    ("ISO date", { date(&$0) { "\($2)-\(padded($1))-\(padded($0))" } }),
    (
      "French date",
      {
        date(&$0) { day, month, year in
          let names = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
          return "\(day) \(names.split(separator: " ")[month - 1]) \(year)"
        }
      }
    ),
    ("Euros", { amount(&$0, group: ".", decimal: ",", after: " €") }),
    ("Dollars", { amount(&$0, group: ",", decimal: ".", before: "$") }),
    ("Francs", { amount(&$0, group: "'", decimal: ".", before: "CHF ") }),
    ("Mark", { (padded($0.next(0...9_999), 5), .text) }),
    ("Shelf", { ("\(["A", "B"][$0.next(0...1)])-\($0.next(1...9))-\($0.next(1...40))", .text) }),
    ("Lent", { $0.next(0...1) == 0 ? ("nein", .truth(false)) : ("ja", .truth(true)) }),
    (
      "Count",
      { numbers in
        let count = numbers.next(0...900); return ("\(count)", .number(Double(count)))
      }
    ),
  ]

  private static let titles = (0..<60).map { "Thing \($0 * 7)" }

  private static let forms: [(name: String, write: @Sendable ([[(String, String)]]) -> String)] = [
    ("comma", { table($0, ",") }), ("semicolon", { table($0, ";") }), ("tab", { table($0, "\t") }),
    ("JSON", { "[\($0.map(object).joined(separator: ","))]" }),
    ("JSON Lines", { $0.map(object).joined(separator: "\n") }),
    (
      "XML",
      { rows in
        let records = rows.map { row in
          "<row>" + row.map { "<\(tag($0.0))>\($0.1)</\(tag($0.0))>" }.joined() + "</row>"
        }
        return "<list>\(records.joined())</list>"
      }
    ),
  ]

  private static func tag(_ label: String) -> String { label.replacing(" ", with: "_") }

  private static func table(_ rows: [[(String, String)]], _ separator: String) -> String {
    let lines = [rows[0].map { tag($0.0) }] + rows.map { $0.map(\.1) }
    return lines.map { $0.map { "\"\($0)\"" }.joined(separator: separator) }.joined(separator: "\r\n")
  }

  private static func object(_ row: [(String, String)]) -> String {
    "{\(row.map { "\"\(tag($0.0))\": \"\($0.1)\"" }.joined(separator: ", "))}"
  }

  private static func catalog(_ text: String) throws -> Catalog {
    let facts = columns.map { "\"\($0.label)\": \"\(tag($0.label))\"" }.joined(separator: ", ")
    let settings = #"{"kind": "records", "file": "x", "entry": {"title": "name"}, "facts": {\#(facts)}}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: settings.utf8)).get().catalog)
    let content = try feed.decode(FeedAnswer(Array(text.utf8)))
    return CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content)
  }

  @Test("Values come back with their meaning from every form, and ids in any order of rows", arguments: 1...3)
  func table(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    let values = Self.titles.map { _ in Self.columns.map { $0.write(&numbers) } }
    var rows = zip(Self.titles, values).map { title, values in
      [("name", title)] + zip(Self.columns, values).map { ($0.label, $1.text) }
    }
    var ids: [String: String] = [:]
    for form in Self.forms {
      rows = rows.enumerated().sorted { $0.offset * 37 % 61 < $1.offset * 37 % 61 }.map(\.element)
      let catalog = try Self.catalog(form.write(rows))
      #expect(catalog.entries.count == Self.titles.count)
      #expect(catalog.entries.map(\.title) == Self.titles, "in natural order")
      for (position, entry) in catalog.entries.enumerated() {
        #expect(ids[entry.title] ?? entry.id == entry.id)
        ids[entry.title] = entry.id
        let facts = Dictionary(
          uniqueKeysWithValues: catalog.facts(at: position).map { ($0.field.label, $0.values) })
        for (column, value) in zip(Self.columns, values[position]) {
          #expect(facts[column.label]?.map(\.meaning) == [value.meaning], "\(form.name): \(value.text)")
        }
      }
    }
  }
}
