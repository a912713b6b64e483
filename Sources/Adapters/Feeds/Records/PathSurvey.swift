import Configuration
import JSON
import Records
import System
import Text

/// Compares the paths of a mapping with those of the records.
struct PathSurvey {
  /// Records to read; a path that none of them has is reported.
  static let limit = 100_000

  private let fields: [(path: String, text: RecordText)]
  private var found = Set([RecordText.numberPath].compactMap(\.self))
  /// Paths with a value, perhaps an empty one.
  private var present: Set<RecordPath> = []
  /// The names of a table's columns.
  var columns: Set<String> = []
  private var known = RecordPaths()
  private(set) var count = 0
  /// Hashes of values that some fields had before, and the records in which each path has one of them.
  private let samples: [Set<UInt64>]
  private var matches: [[String: Int]]

  /// Records whose values are compared with ``samples``.
  private static let compared = 2_000

  init(_ fields: [(path: String, text: RecordText)], samples: [Set<UInt64>] = []) {
    self.fields = fields
    self.samples = samples
    matches = samples.map { _ in [:] }
  }

  mutating func take(_ record: JSONValue) {
    count += 1
    known.take(record)
    for path in fields.lazy.flatMap(\.text.paths) where !found.contains(path) {
      if !path.values(in: record).isEmpty { found.insert(path) }
      if path.hasField(in: record) { present.insert(path) }
    }
    guard !samples.isEmpty, count <= Self.compared else { return }
    for name in known.paths {
      guard let text = RecordPath(name)?.values(in: record).first?.recordText else { continue }
      let hash = FNV1a.hash64(text)
      for index in samples.indices where samples[index].contains(hash) {
        matches[index][name, default: 0] += 1
      }
    }
  }

  /// Whether a list has no field at a path of a text any more, not even an empty one.
  func isGone(_ text: RecordText) -> Bool { text.paths.contains(where: isGone) }

  private func isGone(_ path: RecordPath) -> Bool {
    !found.contains(path) && !present.contains(path) && !columns.contains(path.text)
  }

  /// The rest of a sentence about a field that is gone.
  /// - Parameter index: of its samples.
  func words(of text: RecordText, _ index: Int) -> String {
    guard let path = text.paths.first(where: isGone) else { return "has no \"\(text.source)\" any more" }
    let same = matches[index].max { ($0.value, $1.key) < ($1.value, $0.key) }
    let likely = same.flatMap { $0.value * 2 >= min(samples[index].count, count) ? $0.key : nil }
    let hint =
      (likely ?? Spelling.nearest(to: path.text, among: known.paths)).map { " (did you mean \"\($0)\"?)" }
      ?? ""
    return "has no \"\(path.text)\" any more\(hint)"
  }

  /// The known paths that are none of the fields, within none, and around none.
  var unused: [String] {
    let used = fields.flatMap { $0.text.paths.map(\.text) }
    return known.paths.filter { path in
      !used.contains { $0 == path || $0.hasPrefix("\(path).") || path.hasPrefix("\($0).") }
    }
  }

  var faults: [Fault] {
    guard count > 0 else { return [] }
    return fields.flatMap { field in
      field.text.paths.filter { !found.contains($0) }.map { path in
        let likely = Spelling.nearest(to: path.text, among: known.paths)
        let nearest = likely.map { "; did you mean \"\($0)\" (\(presence(of: $0)))?" } ?? ""
        return Fault(at: field.path, "\"\(path.text)\" is in none of \(count) records\(nearest)")
      }
    }
  }

  private func presence(of path: String) -> String {
    let present = known.count(of: path)
    return present == count ? "in all \(count)" : "in \(present)"
  }
}
