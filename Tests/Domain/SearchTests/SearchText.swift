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
    var folded = NumberWriter<UInt8>()
    var ends = NumberWriter<UInt32>()
    for text in texts {
      writer.begin(text.title, folded: Folding.fold(text.title))
      if let alternative = text.alternative { writer.append(alternative: alternative) }
      writer.append(rest: Array(text.description.utf8))
      folded.append(Folding.fold(text.facts) + [0])
      ends.append(UInt32(folded.count))
    }
    // Each entry has a value of its own.
    let order = Numbers(0..<UInt32(writer.count))
    var arrays = ArraySet()
    writer.finish(order: order, to: &arrays)
    SearchColumn.write(folded, ends: ends, to: &arrays, 0)
    Codes.write(order, in: order, below: order.count, to: &arrays, "column.0.codes")
    self.init(arrays, columns: [SearchColumn(arrays, 0)].compactMap(\.self))
  }
}
