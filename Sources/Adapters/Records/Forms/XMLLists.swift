import System

/// The records of a kind of document that has them in folders of any depth, such as a list of bookmarks.
struct XMLFolders: Sendable {
  let root: String
  /// The name of a record's element.
  let record: String
  /// Attributes of which a record has at least one, unless nothing is in it.
  let marks: Set<String>
  let folder: String
  /// Names of the folder's title: attributes, the first of which counts, or a child.
  let titles: [String]

  static let all = [
    XMLFolders(
      root: "opml", record: "outline", marks: ["xmlUrl", "htmlUrl", "url"], folder: "outline",
      titles: ["title", "text"]),
    XMLFolders(root: "kml", record: "Placemark", marks: [], folder: "Folder", titles: ["name"]),
    XMLFolders.components,
  ]

  /// The parts of an archive's finding aid (EAD), which have further parts as their last elements: `c`, or `c01` to `c12`.
  static let components = XMLFolders(root: "ead", record: "c", marks: [], folder: "", titles: [])

  static func isComponent(_ name: String) -> Bool {
    name.hasPrefix("c") && name.utf8.count <= 3 && name.dropFirst().allSatisfy(\.isNumber)
  }

  func isRecord(_ name: String, _ attributes: [(name: String, value: String)], isEmpty: Bool) -> Bool {
    (root == "ead" ? Self.isComponent(name) : name == record)
      && (marks.isEmpty || isEmpty && title(attributes) != nil
        || attributes.contains { marks.contains($0.name) && !$0.value.isEmpty })
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
    let path: [String]
    var count = 0
    /// Elements and texts in all of them.
    var size = 0
    /// Records with a title in them; the number of the last one. Those whose title is an element.
    var titled = 0
    var lastTitled = 0
    var withElement = 0
    /// The lists of elements within them, by their names.
    var children: [String: Int] = [:]

    var isTitled: Bool { titled * 2 >= count }
  }

  /// The path of the records: that of a known feed, else of the repeated element that takes the most of the document,
  /// among those with titles if there are any.
  static func best(of bytes: Numbers<UInt8>, isRepaired: Bool) throws(RecordsError) -> [String] {
    let reader = try XMLReader(bytes, isRepaired: isRepaired)
    // The root is the first.
    var lists = [List(path: [])]
    /// The lists of the open elements; nil for those that are not counted.
    var open: [Int?] = []
    var root = ""
    var (folders, inFolders): (XMLFolders?, Int) = (nil, 0)
    var titles: [String: Bool] = [:]
    func isTitle(_ name: String) -> Bool {
      if let known = titles[name] { return known }
      let isTitle = FieldWords.isTitle(name)
      titles[name] = isTitle
      return isTitle
    }
    /// Counts an element or a text in all lists that it is in.
    /// - Parameter titled: the number of open elements that it is a title of.
    func count(titled: Int = 0, byElement: Bool = false) {
      for (depth, list) in open.enumerated() {
        guard let list, list > 0 else { continue }
        lists[list].size += 1
        if depth < titled, lists[list].lastTitled < lists[list].count {
          lists[list].titled += 1
          if byElement { lists[list].withElement += 1 }
          lists[list].lastTitled = lists[list].count
        }
      }
    }
    func list(of name: String) -> Int? {
      guard let parent = open.last else { return 0 }
      guard let parent, open.count <= depth else { return nil }
      if let known = lists[parent].children[name] { return known }
      guard lists.count <= limit else { return nil }
      lists.append(List(path: lists[parent].path + [name]))
      lists[parent].children[name] = lists.count - 1
      return lists.count - 1
    }
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        if open.isEmpty {
          root = name
          if let known = feed(name) { return known }
          if let instead = former[name] { throw FormerForms.error(instead.form, instead.command) }
          if name == "OAI-PMH" {
            let isSingle = String(decoding: bytes.prefix(16_384), as: UTF8.self).contains("<GetRecord>")
            return [isSingle ? "GetRecord" : "ListRecords", "record"]
          }
          folders = XMLFolders.all.first { $0.root == name }
        }
        let attributes = reader.attributes()
        if folders?.isRecord(name, attributes, isEmpty: isEmpty) == true { inFolders += 1 }
        let list = list(of: name)
        if let list { lists[list].count += 1 }
        open.append(list)
        // A record may have its title as an attribute.
        let isTitled = attributes.contains { isTitle($0.name) }
        count(titled: isTitled ? open.count : isTitle(name) ? open.count - 1 : 0, byElement: !isTitled)
        if isEmpty { open.removeLast() }
      case .end: open.removeLast()
      case .text: count()
      }
    }
    if let folders, inFolders > 0 { return [folders.record] }
    let repeated = lists.dropFirst().filter { $0.count > 1 && RecordPath.isWritable($0.path) }
    let titled = repeated.filter(\.isTitled)
    if root == "gpx", titled.isEmpty, let track = lists.first(where: { $0.path == ["trk"] }), track.count > 0
    {
      throw FormerForms.error(
        "a track (GPX) without waypoints", "gpsbabel -t -i gpx -f FILE -o unicsv -F list.csv")
    }
    // The only record of a kind that has many parts itself.
    let children = lists.dropFirst().filter { $0.path.count == 1 }
    if children.count == 1, children[0].count == 1, isSingle(children[0].path[0]) { return children[0].path }
    if isSingle(root) { return [root] }
    var best = (titled.isEmpty ? repeated : titled).max {
      ($0.size, $1.path.count, $1.path.joined()) < ($1.size, $0.path.count, $0.path.joined())
    }
    // The events rather than the days that they are on, and the items rather than their series.
    func isItem(_ list: List, of outer: List) -> Bool {
      list.path.starts(with: outer.path) && list.count > outer.count && list.size * 5 >= outer.size * 4
        && list.withElement * 2 >= list.count
    }
    while let outer = best, let inner = titled.first(where: { isItem($0, of: outer) }) { best = inner }
    // A list of one.
    if best == nil, children.count == 1, children[0].count == 1, children[0].isTitled {
      return children[0].path
    }
    guard let best else {
      throw RecordsError("it has no list: no element of <\(root)> is repeated", line: 1)
    }
    return best.path
  }

  /// Names of elements that describe one thing, and may be a whole document: LIDO, MODS, MARC and Atom.
  static func isSingle(_ name: String) -> Bool {
    ["lido", "mods", "record", "entry"].contains(XMLName.local(name))
  }

  /// Roots of documents that earlier versions read.
  private static let former = [
    "osm": (form: "a map (OpenStreetMap)", command: "osmium export -f geojson FILE -o list.geojson"),
    "plist": (form: "a property list", command: "plutil -convert json FILE -o list.json"),
  ]

  /// RSS 2.0, Atom and OPDS, RSS 1.0.
  private static let feeds = ["rss": ["channel", "item"], "feed": ["entry"], "rdf:RDF": ["item"]]

  /// The path of the records of a known feed, whose namespace may have a prefix.
  private static func feed(_ root: String) -> [String]? {
    feeds[root] ?? (root.hasSuffix(":feed") ? [root.dropLast(4) + "entry"] : nil)
  }
}
