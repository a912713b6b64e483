/// How a language writes a day in full.
struct DateStyle: Sendable, Hashable {
  /// Of `{day}`, `{month}` and `{year}`.
  let pattern: Pattern
  /// January first.
  let months: [String]
  /// What the first day of a month is written as, if that is not a plain number.
  let first: String?

  /// A month in full, written as a day is but for the day itself and what stands behind it.
  /// - Parameter month: 1 to 12.
  func text(year: Int, month: Int) -> String {
    guard months.indices.contains(month - 1) else { return String(year) }
    return pattern.without("day").filled(["month": months[month - 1], "year": String(year)])
  }

  /// - Parameter month: 1 to 12.
  func text(year: Int, month: Int, day: Int) -> String {
    guard months.indices.contains(month - 1) else { return String(year) }
    return pattern.filled([
      "day": day == 1 ? first ?? "1" : String(day), "month": months[month - 1], "year": String(year),
    ])
  }
}
