import Testing

/// A strict parser of the Prometheus text format: anything else is a fault.
struct MetricsPage {
  struct Sample: Hashable {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  private(set) var samples: [Sample] = []
  private(set) var types: [String: String] = [:]

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Fault(description: "the last line has no end") }
    var helped: Set<String> = []
    var family = ""
    var closed: Set<String> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)/) {
        guard helped.insert(String(help.1)).inserted else { throw Fault(description: "again: \(line)") }
        closed.insert(family)
        family = String(help.1)
      } else if let type = line.wholeMatch(of: /# TYPE (\S+) (counter|gauge|histogram)/) {
        guard type.1 == family, types[family] == nil, !closed.contains(family) else {
          throw Fault(description: "out of place: \(line)")
        }
        types[family] = String(type.2)
      } else {
        let sample = try Self.sample(line)
        let base =
          types[family] == "histogram" ? sample.name.replacing(/_(bucket|sum|count)$/, with: "") : sample.name
        guard base == family else { throw Fault(description: "out of place: \(line)") }
        if types[family] == "counter", !family.hasSuffix("_total") {
          throw Fault(description: "a counter without _total: \(line)")
        }
        guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
          throw Fault(description: "twice: \(line)")
        }
        samples.append(sample)
      }
    }
    try checkHistograms()
  }

  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private static func sample(_ line: Substring) throws -> Sample {
    guard let parts = line.wholeMatch(of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)/),
      let value = parts.3 == "+Inf" ? .infinity : Double(parts.3)
    else { throw Fault(description: "no sample: \(line)") }
    var labels: [String: String] = [:]
    var rest = parts.2 ?? ""
    while !rest.isEmpty {
      guard let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,(?=.)|$)/)
      else {
        throw Fault(description: "no label: \(line)")
      }
      guard labels.updateValue(String(label.2), forKey: String(label.1)) == nil else {
        throw Fault(description: "a label twice: \(line)")
      }
      rest = rest[label.range.upperBound...]
    }
    return Sample(name: String(parts.1), labels: labels, value: value)
  }

  /// Buckets must increase to the count, and the last must be +Inf.
  private func checkHistograms() throws {
    for name in types.filter({ $0.value == "histogram" }).keys {
      let buckets = Dictionary(grouping: samples.filter { $0.name == "\(name)_bucket" }) { sample in
        sample.labels.filter { $0.key != "le" }
      }
      for (labels, row) in buckets {
        let bounds = row.map { $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"] ?? "") ?? .nan }
        guard bounds == bounds.sorted(), bounds.last == .infinity,
          row.map(\.value) == row.map(\.value).sorted(),
          row.last?.value == value("\(name)_count", labels), value("\(name)_sum", labels) != nil
        else { throw Fault(description: "the histogram \(name) does not add up") }
      }
    }
  }
}
