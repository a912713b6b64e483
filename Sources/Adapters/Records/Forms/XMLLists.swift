import System

/// The records of a kind of document that has them in folders of any depth, such as a list of bookmarks.
struct XMLFolders: Sendable {
  let root: String
  let record: String
  /// Attributes of which a record has at least one.
  let marks: Set<String>
  let folder: String
  /// Names of the folder's title: attributes, the first of which counts, or a child.
  let titles: [String]

  static let all = [
    XMLFolders(
      root: "opml", record: "outline", marks: ["xmlUrl", "htmlUrl", "url"], folder: "outline",
      titles: ["title", "text"]),
    XMLFolders(root: "kml", record: "Placemark", marks: [], folder: "Folder", titles: ["name"]),
  ]

  func isRecord(_ name: String, _ attributes: [(name: String, value: String)]) -> Bool {
    name == record && (marks.isEmpty || attributes.contains { marks.contains($0.name) && !$0.value.isEmpty })
  }

  func title(_ attributes: [(name: String, value: String)]) -> String? {
    titles.lazy.compactMap { title in attributes.first { $0.name == title && !$0.value.isEmpty }?.value }
      .first
  }
}

/// Finds the records of an XML document.
enum XMLLists {
  /// Nesting of elements that may be records.
  private static let depth = 5
  /// Different paths that are counted.
  private static let limit = 1_000

  private struct List {
    var count = 0
    /// Elements and texts in all of them.
    var size = 0
    /// Records with a title in them, by the number of the last one.
    var (titled, lastTitled) = (0, 0)

    var isTitled: Bool { titled * 2 >= count }
  }

  /// The path of the records: that of a known feed, else of the repeated element that takes the most of the document,
  /// among those with titles if there are any.
  static func best(of bytes: Numbers<UInt8>) throws(RecordsError) -> [String] {
    let reader = try XMLReader(bytes)
    var lists: [[String]: List] = [:]
    var path: [String] = []
    var root = ""
    var (folders, inFolders): (XMLFolders?, Int) = (nil, 0)
    var titles: [String: Bool] = [:]
    func isTitle(_ name: String) -> Bool {
      if let known = titles[name] { return known }
      let isTitle = FieldNames.title.exact(FieldStatistics.plain(name))
      titles[name] = isTitle
      return isTitle
    }
    /// Counts an element or a text in all lists that it is in.
    /// - Parameter titled: the number of elements of the path, from the root on, that it is a title of.
    func count(titled: Int = 0) {
      for end in 1..<max(path.count, 1) where end <= depth {
        let names = Array(path[1...end])
        guard var list = lists[names] else { continue }
        list.size += 1
        if end < titled, list.lastTitled < list.count {
          (list.titled, list.lastTitled) = (list.titled + 1, list.count)
        }
        lists[names] = list
      }
    }
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        if path.isEmpty {
          root = name
          if let known = feeds[name] { return known }
          folders = XMLFolders.all.first { $0.root == name }
        }
        let attributes = reader.attributes()
        if folders?.isRecord(name, attributes) == true { inFolders += 1 }
        path.append(name)
        if path.count > 1, path.count <= depth + 1 {
          let names = Array(path.dropFirst())
          if lists.count < limit || lists[names] != nil { lists[names, default: List()].count += 1 }
        }
        // A record may have its title as an attribute.
        let isTitled = attributes.contains { isTitle($0.name) }
        count(titled: isTitled ? path.count : isTitle(name) ? path.count - 1 : 0)
        if isEmpty { path.removeLast() }
      case .end: path.removeLast()
      case .text: count()
      }
    }
    if let folders, inFolders > 0 { return [folders.record] }
    let repeated = lists.filter { $0.value.count > 1 && RecordPath.isWritable($0.key) }
    let titled = repeated.filter(\.value.isTitled)
    let best = (titled.isEmpty ? repeated : titled).max {
      ($0.value.size, $1.key.count, $1.key.joined()) < ($1.value.size, $0.key.count, $0.key.joined())
    }
    guard let best else {
      throw RecordsError("it has no list: no element of <\(root)> is repeated", line: 1)
    }
    return best.key
  }

  /// RSS 2.0, Atom and OPDS, RSS 1.0.
  private static let feeds = ["rss": ["channel", "item"], "feed": ["entry"], "rdf:RDF": ["item"]]
}
