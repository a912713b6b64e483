import JSON
import Configuration

/// What is wrong with a configuration: one line per fault, with the file, the place and what was expected.
public struct ConfigurationFaults: Error {
  public let lines: [String]

  public init(lines: [String]) {
    self.lines = lines
  }
}

extension ConfigurationFaults {
  /// A file that is not valid JSON.
  init(_ error: JSONError, in path: String) {
    self.init(lines: ["\(path):\(error.line):\(error.column): not valid JSON: \(error.reason)"])
  }

  /// Faults in the order of the file, each with the meaning of its field.
  /// - Parameter kind: of the show's feed.
  init(_ faults: [Fault], in path: String, at places: JSONPlaces, kind: String?) {
    let placed = faults.map { (place: places.place(of: $0.path), fault: $0) }
    let sorted = placed.sorted { ($0.place, $0.fault.path) < ($1.place, $1.fault.path) }
    self.init(
      lines: sorted.map { place, fault in
        "\(path):\(place.line):\(place.column): \(fault)\(Self.hint(for: fault.path, kind: kind))"
      })
  }

  private static func hint(for path: String, kind: String?) -> String {
    if let summary = ShowFile.fields.summary(of: path, kind: kind) { return " (\(summary))" }
    return ShowFile.fields.nearest(to: path).map { "; did you mean \($0)?" } ?? ""
  }
}
