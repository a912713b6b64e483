import Catalogs

extension FeedContent {
  /// For the log: how many entries there are, and how many were left out for which reason.
  var inWords: String { "\(entries.count) entries\(skippedInWords)" }

  var skippedInWords: String {
    guard !skipped.isEmpty else { return "" }
    let reasons = skipped.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    return "; skipped \(skipped.values.reduce(0, +)): \(reasons.joined(separator: ", "))"
  }
}
