import Catalogs

/// A catalog that was built, and not yet kept.
struct CatalogDraft {
  let built: BuiltCatalog
  let digest: FeedAnswer.Digest
  /// The content of the answer beside its entries.
  var content: FeedContent
  /// The file of known ids before.
  let ids: [UInt8]?
  var edition: CatalogEdition?
  /// Whether its shape is that of the last good list of its source from now on.
  var isShaped = false

  mutating func countRepeated() {
    for (reason, repeated) in built.repeated {
      content.skipped[reason, default: 0] += repeated.count
      content.examples[reason] = content.examples[reason] ?? "\"\(repeated.example.prefix(60))\""
    }
  }

  var count: Int { built.count }

  /// The number of entries, and of skipped ones for each reason; for the log.
  var summary: String { "\(count) entries\(content.skippedSummary)" }
}

extension Feed {
  /// A line with the number of entries and the reasons for skipping records, unless none is skipped; then the warnings.
  public func account(of answer: FeedAnswer) throws(FeedError) -> [String] {
    let builder = CatalogBuilder(strippedSuffix: nil, match: .prefix) {
      (.empty, String(decoding: $0.bytes, as: UTF8.self))
    }
    var writer = CatalogWriter(builder, facts: [])
    let content = try read(answer) { writer.append($0) }
    var draft = CatalogDraft(built: writer.finish(content), digest: answer.digest, content: content, ids: nil)
    draft.countRepeated()
    return (draft.content.skipped.isEmpty ? [] : [draft.summary]) + content.warnings
  }
}
