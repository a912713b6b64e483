/// Times of one kind of work, in nanoseconds.
struct Samples {
  private var sorted: [Int]

  init(_ times: [Int]) {
    sorted = times.sorted()
  }

  var median: Int { sorted[sorted.count / 2] }

  func line(_ name: String) -> String {
    let percentile = sorted[sorted.count * 99 / 100]
    return "\(name): median \(Self.microseconds(median)) µs, 99 % within \(Self.microseconds(percentile)) µs"
  }

  static func microseconds(_ nanoseconds: Int) -> Double {
    (Double(nanoseconds) / 100).rounded() / 10
  }
}
