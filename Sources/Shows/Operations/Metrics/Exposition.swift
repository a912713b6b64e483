/// Metrics in the text format of Prometheus, version 0.0.4.
public struct Exposition: Sendable {
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  /// Labels of every sample, before its own.
  public var common: [(name: String, value: String)] = []
  private var families: [(name: String, bytes: [UInt8])] = []
  private var places: [String: Int] = [:]

  /// Families in the order in which they first appeared.
  public var bytes: [UInt8] { families.flatMap(\.bytes) }

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

  /// Appends samples to a family; writes nothing without samples.
  /// - Parameter name: ends with `_total` for a counter, and with the unit if there is one.
  public mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    begin(name, kind.rawValue, help)
    for sample in samples { line(name, sample.labels, sample.value, in: name) }
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
    begin(name, "histogram", help)
    for (labels, reading) in readings {
      for (bound, count) in zip(bounds, reading.counts) {
        line("\(name)_bucket", labels + [("le", Self.text(bound))], Double(count), in: name)
      }
      line("\(name)_bucket", labels + [("le", "+Inf")], Double(reading.count), in: name)
      line("\(name)_sum", labels, reading.sum, in: name)
      line("\(name)_count", labels, Double(reading.count), in: name)
    }
  }

  private mutating func begin(_ name: String, _ kind: String, _ help: String) {
    guard places[name] == nil else { return }
    places[name] = families.count
    let head = "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind)\n"
    families.append((name, Array(head.utf8)))
  }

  private mutating func line(
    _ name: String, _ labels: [(name: String, value: String)], _ value: Double, in family: String
  ) {
    guard let place = places[family] else { return }
    let pairs = (common + labels).map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
    let shown = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
    families[place].bytes.append(contentsOf: "\(name)\(shown) \(Self.text(value))\n".utf8)
  }

  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? (value.isFinite ? "\(value)" : value > 0 ? "+Inf" : "NaN")
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    let text = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quotes ? text.replacing("\"", with: "\\\"") : text
  }
}
