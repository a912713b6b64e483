import Text

/// The rules that decide how fields are used: `rules.txt`, which says how a rule is written.
struct FieldRules: Sendable {
  /// The result of a use's rules for a field.
  enum Verdict {
    case excluded(String)
    /// The sum of the evidence, and the reasons for it, the strongest first.
    case score(Double, [String])
  }

  fileprivate enum Effect {
    case adds(Double), excludes, settles
  }

  fileprivate struct Condition: Sendable {
    let measure: FieldMeasure
    /// `<`, `<=`, `=`, `>=` or `>`.
    let comparison: String
    let number: Double

    func holds(_ choice: FieldChoice, _ field: FieldStatistics) -> Bool {
      let value = measure(choice, field)
      return switch comparison {
      case "<": value < number
      case "<=": value <= number
      case "=": value == number
      case ">=": value >= number
      default: value > number
      }
    }
  }

  fileprivate struct Rule: Sendable {
    let effect: Effect
    /// Nil for 1.
    let measure: FieldMeasure?
    /// One of these must hold, with all its parts; none for a rule that always applies.
    let conditions: [[Condition]]
    let reason: String

    func applies(_ choice: FieldChoice, _ field: FieldStatistics) -> Bool {
      conditions.isEmpty || conditions.contains { $0.allSatisfy { $0.holds(choice, field) } }
    }
  }

  private var rules: [String: [Rule]] = [:]
  /// The names of fields that are evidence for something.
  let words: [String: FieldWords]
  let lists: WordLists

  static let all = FieldRules(String(decoding: PackageResources.rules_txt, as: UTF8.self))

  /// A faulty row ends the program; each start of a test reads all of them.
  private init(_ text: String) {
    lists = WordLists(text)
    words = lists.lines.mapValues { FieldWords($0) }
    let rows = text.split(separator: "\n").filter { $0.contains("|") && !$0.hasPrefix("#") }
    let found = rows.map { row in
      let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { String($0).trimmed }
      return (use: cells[0], rule: Rule(cells))
    }
    for use in Set(found.map(\.use)) {
      let outer = use.prefix { $0 != "." }
      rules[use] = found.filter { $0.use == use || $0.use == outer }.map(\.rule)
    }
  }

  /// - Parameter use: has rules, or those of the name before its point.
  func verdict(on field: FieldStatistics, for use: String, in choice: FieldChoice) -> Verdict {
    var (sum, reasons): (Double, [(weight: Double, text: String)]) = (0, [])
    var isSettled = false
    guard let rules = rules[use] else { preconditionFailure("rules.txt: \(use)") }
    for rule in rules {
      switch rule.effect {
      case .excludes:
        if !isSettled, rule.applies(choice, field) { return .excluded(rule.reason) }
      case .settles: isSettled = isSettled || rule.applies(choice, field)
      case .adds(let weight):
        guard rule.applies(choice, field) else { continue }
        let part = weight * (rule.measure?(choice, field) ?? 1)
        sum += part
        if part > 0, !rule.reason.isEmpty { reasons.append((part, rule.reason)) }
      }
    }
    let sorted = reasons.sorted { ($1.weight, $0.text) < ($0.weight, $1.text) }
    return .score(sum, sorted.map { Self.filled($0.text, choice, field) })
  }

  /// A reason with the values of its measures.
  private static func filled(_ reason: String, _ choice: FieldChoice, _ field: FieldStatistics) -> String {
    guard let start = reason.firstIndex(of: "{"), let end = reason.firstIndex(of: "}") else { return reason }
    let value = FieldMeasure(reason[reason.index(after: start)..<end])(choice, field)
    return "\(reason[..<start])\(Int(value))\(reason[reason.index(after: end)...])"
  }
}

extension FieldRules.Rule {
  fileprivate init(_ cells: [String]) {
    precondition(cells.count == 4, "rules.txt: \(cells)")
    reason = cells[3]
    var evidence = cells[2]
    switch cells[1] {
    case "never": effect = .excludes
    case "always": effect = .settles
    default:
      guard let weight = Double(cells[1]) else { preconditionFailure("rules.txt: \(cells)") }
      effect = .adds(weight)
    }
    var measure: FieldMeasure?
    if case .adds = effect {
      let parts = " \(evidence) ".split(separator: " if ", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      if let name = parts.first, !name.isEmpty { measure = FieldMeasure(name[...]) }
      evidence = parts.count > 1 ? parts[1] : ""
    }
    self.measure = measure
    conditions =
      evidence.isEmpty
      ? [] : evidence.split(separator: " or ").map { $0.split(separator: " and ").map(Self.condition) }
  }

  private static func condition(_ text: Substring) -> FieldRules.Condition {
    let words = text.split(separator: " ")
    if words.count == 3, let number = Double(words[2]) {
      return FieldRules.Condition(
        measure: FieldMeasure(words[0]), comparison: String(words[1]), number: number)
    }
    precondition(words.count == 1 || words.count == 2 && words[0] == "no", "rules.txt: \(text)")
    return FieldRules.Condition(
      measure: FieldMeasure(words[words.count - 1]), comparison: words.count == 1 ? ">" : "<=", number: 0)
  }
}
