import Configuration
import JSON
import Records

/// Which paths of a mapping some record has, and which there are besides.
struct PathSurvey {
  /// Records that are looked at; a path that none of so many has is taken for wrong.
  static let limit = 100_000

  private let fields: [(path: String, text: RecordText)]
  private var found: Set<RecordPath> = []
  private var known = RecordPaths()
  private(set) var count = 0

  init(_ fields: [(path: String, text: RecordText)]) {
    self.fields = fields
  }

  mutating func take(_ record: JSONValue) {
    count += 1
    known.take(record)
    for path in fields.lazy.flatMap(\.text.paths) where !found.contains(path) {
      if !path.values(in: record).isEmpty { found.insert(path) }
    }
  }

  var faults: [Fault] {
    guard count > 0 else { return [] }
    return fields.flatMap { field in
      field.text.paths.filter { !found.contains($0) }.map { path in
        let nearest = nearest(to: path.text).map { "; did you mean \"\($0)\" (\(presence(of: $0)))?" } ?? ""
        return Fault(at: field.path, "\"\(path.text)\" is in none of \(count) records\(nearest)")
      }
    }
  }

  private func presence(of path: String) -> String {
    let present = known.count(of: path)
    return present == count ? "in all \(count)" : "in \(present)"
  }

  private func nearest(to text: String) -> String? {
    guard text.utf8.count <= FieldTable.comparedLength else { return nil }
    let last = text.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let candidates = known.paths.map { known in
      let whole = Spelling.distance(text.lowercased(), known.lowercased())
      // The right name in another object is a likely mistake too.
      let lastKnown = known.split(separator: ".").last.map { $0.lowercased() } ?? ""
      return (known, min(whole, Spelling.distance(last, lastKnown) * 2 + 1), whole)
    }
    guard let best = candidates.min(by: { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }),
      best.1 <= max(1, text.count / 3)
    else { return nil }
    return best.0
  }
}
