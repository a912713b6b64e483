import System

/// Ranges of numbers or years that stand for the values of a facet with many of them.
struct FacetRanges: Sendable {
  /// The beginning of each range but the first, ascending: years, or numbers.
  let bounds: [Double]
  private let areYears: Bool

  /// Different values up to which each is offered by itself.
  static let fewValues = 12
  /// Ranges to aim at.
  private static let count = 6

  var isEmpty: Bool { bounds.isEmpty }

  // MARK: Making

  /// - Parameters:
  ///   - keys: of the different values, each with the number of entries that have it.
  ///   - form: of the facet; ranges of texts make no sense.
  init(_ keys: [Double: Int], of form: FactForm) {
    areYears = form.isTime
    let keys = keys.sorted { $0.key < $1.key }
    let numbers =
      areYears ? Set(keys.map { Double(FactValue.year(ofKey: $0.key)) }).sorted() : keys.map(\.key)
    guard keys.count > Self.fewValues, form.hasKeys, let first = numbers.first, let last = numbers.last else {
      bounds = []
      return
    }
    bounds =
      areYears
      ? (numbers.count <= Self.fewValues ? Array(numbers.dropFirst()) : Self.years(first, last))
      : Self.shares(keys, from: first)
  }

  /// Decades or longer spans.
  private static func years(_ first: Double, _ last: Double) -> [Double] {
    let span = [10.0, 25, 50, 100, 200, 500].first { (last - first) / $0 <= Double(fewValues) } ?? 1_000
    let start = (first / span).rounded(.down) * span + span
    return Array(stride(from: start, through: last, by: span))
  }

  /// Round numbers near those that divide the entries into equal shares.
  private static func shares(_ keys: [(key: Double, value: Int)], from first: Double) -> [Double] {
    let total = keys.reduce(0) { $0 + $1.value }
    var (bounds, seen, previous): ([Double], Int, Double) = ([], 0, first)
    for (key, count) in keys {
      if seen >= total * (bounds.count + 1) / Self.count, bounds.count < Self.count - 1, key > previous {
        let bound = rounded(key, gap: key - previous)
        if bound > previous, bound <= keys[keys.count - 1].key {
          bounds.append(bound)
          previous = bound
        }
      }
      seen += count
    }
    return bounds
  }

  /// A number with as few digits as a gap allows.
  private static func rounded(_ number: Double, gap: Double) -> Double {
    guard gap.isFinite else { return number }
    var step = 1.0
    while step > gap / 2, step > 1e-6 { step /= 10 }
    while step * 10 <= gap / 2 { step *= 10 }
    if step * 5 <= gap / 2 { step *= 5 } else if step * 2 <= gap / 2 { step *= 2 }
    return (number / step).rounded() * step
  }

  // MARK: Use

  /// - Parameter bounds: as stored; damaged ones may be in any order.
  init(stored bounds: Numbers<UInt64>, of form: FactForm) {
    self.bounds = bounds.map { Double(bitPattern: $0) }
    areYears = form.isTime
  }

  /// The range that a value lies in; nil for a text.
  func number(of value: FactValue) -> Int? {
    value.key.map { key in
      let key = areYears ? Double(FactValue.year(ofKey: key)) : key
      return bounds.firstIndex { key < $0 } ?? bounds.count
    }
  }

  /// The range of a number. Its text is its name in addresses.
  func value(_ number: Int) -> FactValue {
    let start = number > 0 && number <= bounds.count ? bounds[number - 1] : nil
    let end = number >= 0 && number < bounds.count ? bounds[number] : nil
    if areYears {
      // The first and the last span are as long as those beside them.
      let span = bounds.count > 1 ? min(max(1, bounds[1] - bounds[0]), 1_000) : 1
      let first = Int(exactly: (start ?? (end ?? 0) - span).rounded()) ?? 0
      let last = max(first, (Int(exactly: (end ?? Double(first) + span).rounded()) ?? 0) - 1)
      return FactValue(first == last ? "\(first)" : "\(first)-\(last)", .years(first...last))
    }
    func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
    switch (start, end) {
    case (nil, let end?): return FactValue("below-\(text(end))", .range(nil, end))
    case (let start?, nil): return FactValue("from-\(text(start))", .range(start, nil))
    case (let start?, let end?): return FactValue("\(text(start))-to-\(text(end))", .range(start, end))
    case (nil, nil): return FactValue("all", .range(nil, nil))
    }
  }
}

extension FactForm {
  /// Whether values have keys that numbers of years can be read of.
  public var isTime: Bool {
    switch self {
    case .year, .date, .epoch: true
    case .text, .truth, .number, .measure, .rule: false
    }
  }

  /// Whether values are sorted by their keys rather than as texts.
  public var hasKeys: Bool { ![.text, .truth, .rule].contains(self) }
}
