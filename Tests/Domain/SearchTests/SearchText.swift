import Search
import System

/// The searchable texts of one entry.
struct SearchText: Sendable {
  let title: String
  var description = ""
  /// A further title, such as a film's original one: found like the title, never marked.
  var alternative: String?
  /// Words; matches in them rank last.
  var facts = ""
}

extension SearchIndex {
  /// Indexes texts in list order; positions count from zero. The texts may be a lazy sequence.
  init(_ texts: some Sequence<SearchText>, answering match: SearchMatch = .contains) {
    var writer = SearchIndexWriter(answering: match)
    for text in texts {
      writer.begin(text.title, folded: Folding.fold(text.title))
      if let alternative = text.alternative { writer.append(alternative: alternative) }
      writer.append(description: text.description)
      let facts = writer.numbers(ofFact: text.facts)
      facts.withUnsafeBufferPointer { writer.append(facts: $0) }
      writer.end()
    }
    var arrays = ArraySet()
    writer.finish(order: Numbers(0..<UInt32(writer.count)), to: &arrays)
    self.init(arrays)
  }
}
