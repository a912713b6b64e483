/// Metrics in the text format of Prometheus, version 0.0.4.
public struct Exposition: Sendable {
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  public private(set) var bytes: [UInt8] = []

  public init() {}

  public enum Kind: String, Sendable {
    case counter, gauge
  }

  /// One number, with the labels that distinguish it from others of its name.
  public struct Sample: Sendable {
    public let labels: [(name: String, value: String)]
    public let value: Double

    public init(_ value: Double, _ labels: [(name: String, value: String)] = []) {
      self.labels = labels
      self.value = value
    }
  }

  /// Writes all numbers of one name; nothing if there are none.
  /// - Parameter name: ends with `_total` for a counter, and with the unit if there is one.
  public mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    head(name, kind.rawValue, help)
    for sample in samples { line(name, sample.labels, sample.value) }
  }

  public mutating func family(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    family(name, kind, help, [Sample(value)])
  }

  /// Writes the histograms of one name, which have the same bounds.
  public mutating func histograms(
    _ name: String, _ help: String, bounds: [Double],
    _ readings: [(labels: [(name: String, value: String)], reading: Histogram.Reading)]
  ) {
    guard !readings.isEmpty else { return }
    head(name, "histogram", help)
    for (labels, reading) in readings {
      for (bound, count) in zip(bounds, reading.counts) {
        line("\(name)_bucket", labels + [("le", Self.text(bound))], Double(count))
      }
      line("\(name)_bucket", labels + [("le", "+Inf")], Double(reading.count))
      line("\(name)_sum", labels, reading.sum)
      line("\(name)_count", labels, Double(reading.count))
    }
  }

  private mutating func head(_ name: String, _ kind: String, _ help: String) {
    append("# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n")
  }

  private mutating func line(_ name: String, _ labels: [(name: String, value: String)], _ value: Double) {
    append(name)
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
      append("{\(pairs.joined(separator: ","))}")
    }
    append(" \(Self.text(value))\n")
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? (value.isFinite ? "\(value)" : value > 0 ? "+Inf" : "NaN")
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    let text = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quotes ? text.replacing("\"", with: "\\\"") : text
  }
}
