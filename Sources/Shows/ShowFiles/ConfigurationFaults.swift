import Configuration
import JSON

/// What is wrong with a configuration: one line per fault, with the file, the place and what was expected.
public struct ConfigurationFaults: Error {
  public let lines: [String]

  public init(lines: [String]) {
    self.lines = lines
  }
}

extension ConfigurationFaults {
  /// A file that is not valid JSON, or holds too much.
  init(_ error: JSONError, in path: String) {
    let reason = error.isExcess ? error.reason : "not valid JSON: \(error.reason)"
    self.init(lines: ["\(path):\(error.line):\(error.column): \(reason)"])
  }

  /// Faults that are told of one file; whoever mends these sees the others then.
  static let limit = 100

  /// Faults in the order of the file.
  /// - Parameter hint: what is added to a fault at a path.
  init(
    _ faults: [Fault], in path: String, at places: JSONPlaces, hint: (String) -> String = { _ in "" }
  ) {
    let placed = faults.prefix(Self.limit).map { (place: places.place(of: $0.path), fault: $0) }
    let sorted = placed.sorted { ($0.place, $0.fault.path) < ($1.place, $1.fault.path) }
    let lines = sorted.map { place, fault in
      "\(path):\(place.line):\(place.column): \(fault)\(hint(fault.path))"
    }
    let isShortened = faults.count > Self.limit
    self.init(lines: lines + (isShortened ? ["\(path): there are more faults than these"] : []))
  }

  /// The meaning of a field, or the one that was meant.
  /// - Parameter kind: of the show's feed.
  static func hint(for path: String, kind: String?) -> String {
    // The fields of a feed under `else` are those of the feed.
    if path.hasPrefix("feed.else."), let end = path.dropFirst(10).firstIndex(of: ".") {
      return hint(for: "feed\(path[end...])", kind: nil)
    }
    if let summary = ShowFile.fields.summary(of: path, kind: kind) { return " (\(summary))" }
    return ShowFile.fields.nearest(to: path).map { "; did you mean \($0)?" } ?? ""
  }
}
