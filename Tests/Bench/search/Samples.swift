/// Times of one kind of work, in nanoseconds.
struct Samples {
  private var sorted: [Int]

  init(_ times: [Int]) {
    sorted = times.sorted()
  }

  var median: Int { sorted[sorted.count / 2] }

  /// Median and 99th percentile in columns of ten.
  var columns: String {
    Columns.number(microseconds(median)) + Columns.number(microseconds(sorted[sorted.count * 99 / 100]))
  }

  private func microseconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1000 }
}

/// Text in columns of ten characters.
enum Columns {
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return text("\(tenths / 10).\(tenths % 10)")
  }

  static func text(_ text: String) -> String {
    String(repeating: " ", count: max(1, 10 - text.count)) + text
  }
}
