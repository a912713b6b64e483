import Catalogs
import Configuration

/// The form of a fact's values as a show's file states it.
enum ValueForm: Sendable {
  case form(FactForm)
  /// Several values, with a separator between them.
  case list(separator: String)

  fileprivate static let words: [(name: String, form: FactForm)] = [
    ("text", .text), ("number", .number(decimalComma: false)), ("year", .year), ("yes-no", .truth),
    ("duration", .measure), ("date", .date(.dayFirst, hasTime: false)),
  ]

  /// - Parameter name: `date`, `number` or `list`.
  fileprivate init?(_ name: String, _ text: String) {
    switch name {
    case "list": self = .list(separator: text)
    case "number":
      guard text == "," || text == "." else { return nil }
      self = .form(.number(decimalComma: text == ","))
    default:
      if text == "seconds" || text == "milliseconds" {
        self = .form(.epoch(isMilliseconds: text == "milliseconds", hasTime: false))
        return
      }
      guard let order = DateOrder(rawValue: text.filter(\.isLetter)) else { return nil }
      self = .form(.date(order, hasTime: false))
    }
  }
}

extension SettingForm where Value == ValueForm {
  static var valueForm: Self {
    SettingForm<String>.choice(ValueForm.words.map(\.name)).orText(
      under: ["date", "number", "list"],
      "an object such as {\"date\": \"D.M.Y\"}, {\"number\": \",\"} for 1,5, or {\"list\": \";\"}"
    ) { name in
      .form(ValueForm.words.first { $0.name == name }?.form ?? .text)
    } named: {
      ValueForm($0, $1)
    }
  }
}
