public import Catalogs

extension FeedContent {
  /// The number of things in the entries.
  private var shown: Int { entries.count - repeated }

  /// For the log: the number of entries, and of those left out for each reason.
  var inWords: String { "\(shown) entries\(skippedInWords)" }

  /// The number of records that were read, of those shown, and the reasons for the others; nil if all are shown.
  public var account: String? {
    guard !skipped.isEmpty else { return nil }
    return "read \(shown + skippedCount) records, \(shown) are shown\(skippedInWords)"
  }

  var skippedInWords: String {
    guard !skipped.isEmpty else { return "" }
    let reasons = skipped.sorted { $0.key < $1.key }.map { reason, count in
      "\(reason) (\(count)\(examples[reason].map { ", such as \($0)" } ?? ""))"
    }
    return "; skipped \(skippedCount): \(reasons.joined(separator: ", "))"
  }

  private var skippedCount: Int { skipped.values.reduce(0, +) }
}
