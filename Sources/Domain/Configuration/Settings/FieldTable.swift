/// All fields of a show's file, those of every kind of feed among them.
public struct FieldTable: Sendable {
  public let fields: [SettingField]

  /// - Parameter reading: what reads such a file; see ``SettingsReader``.
  public init(_ reading: (SettingsReader) -> Void) {
    fields = SettingsReader.fields(of: reading)
  }

  /// The field of that path; several if kinds of feeds share a name; none if there is no such field.
  public func fields(at path: String) -> [SettingField] {
    fields.filter { $0.stands(at: path) }
  }

  /// What a field means, as all kinds that have it say.
  public func summary(of path: String, kind: String?) -> String? {
    let found = fields(at: path)
    return (found.first { $0.kind == kind } ?? found.first)?.summary
  }

  /// Bytes of the longest path that a known one is looked for: more than twice what any known one has, and few
  /// enough that comparing letters, however many accents they bear, takes microseconds.
  package static let comparedLength = 100

  /// Whether a path ends with a name that the show chooses.
  private func isNamedByShow(_ path: String) -> Bool {
    fields.contains { field in
      if case .textsByName = field.form { path.hasPrefix("\(field.path).") } else { false }
    }
  }

  /// The known path that was most likely meant by an unknown one.
  public func nearest(to path: String) -> String? {
    guard path.utf8.count <= Self.comparedLength, !isNamedByShow(path) else { return nil }
    let key = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let candidates = fields.map { field in
      let whole = Spelling.distance(path.lowercased(), field.path.lowercased())
      // The right key in the wrong object is a likely mistake too.
      let last = Spelling.distance(key, field.key.lowercased()) * 2 + 1
      return (field.path, min(whole, last), whole)
    }
    guard let best = candidates.min(by: { ($0.1, $0.2, $0.0) < ($1.1, $1.2, $1.0) }),
      best.1 <= max(1, key.count / 3)
    else { return nil }
    return best.0
  }
}
