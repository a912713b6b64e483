/// Where the records of an XML document are.
enum XMLLists {
  /// Elements within one another that may be records.
  private static let depth = 5
  /// Different paths that are counted; a document with more has no list among them.
  private static let limit = 1_000

  private struct List {
    var count = 0
    /// Elements and texts in all of them.
    var size = 0
  }

  /// The names that lead to the records: those of a feed, else of the repeated element that takes the most of
  /// the document.
  static func longest(of bytes: [UInt8]) throws(RecordsError) -> [String] {
    let reader = try XMLReader(bytes)
    var lists: [[String]: List] = [:]
    var path: [String] = []
    var root = ""
    func note() {
      for end in 1..<max(path.count, 1) where end <= depth && lists[Array(path[1...end])] != nil {
        lists[Array(path[1...end])]?.size += 1
      }
    }
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        if path.isEmpty {
          root = name
          if let known = feeds[name] { return known }
        }
        path.append(name)
        if path.count > 1, path.count <= depth + 1,
          lists.count < limit || lists[Array(path.dropFirst())] != nil
        {
          lists[Array(path.dropFirst()), default: List()].count += 1
        }
        note()
        if isEmpty { path.removeLast() }
      case .end: path.removeLast()
      case .text: note()
      }
    }
    let repeated = lists.filter { $0.value.count > 1 && RecordPath.isWritable($0.key) }
    guard
      let best = repeated.max(by: {
        ($0.value.size, $1.key.count, $1.key.joined()) < ($1.value.size, $0.key.count, $0.key.joined())
      })
    else {
      throw RecordsError("no element of <\(root)> comes more than once, so there is no list in it", line: 1)
    }
    return best.key
  }

  /// RSS 2.0, Atom and OPDS, RSS 1.0.
  private static let feeds = ["rss": ["channel", "item"], "feed": ["entry"], "rdf:RDF": ["item"]]
}
