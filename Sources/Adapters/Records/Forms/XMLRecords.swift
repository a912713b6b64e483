import JSON
import Text

/// The records of an XML document: the elements at one path, each as a tree of values.
final class XMLRecords {
  let entries: [String]
  private let reader: XMLReader
  /// Bytes that the parser has taken.
  var offset: Int { reader.offset }
  private let names: Set<String>?
  /// The elements that are open, without the root.
  private var path: [String] = []
  private var isInRoot = false
  private var (values, size) = (0, 0)

  /// - Parameter entries: names of elements that lead from the root's to a record.
  init(_ bytes: [UInt8], entries: [String], keeping names: Set<String>?) throws(RecordsError) {
    self.names = names
    self.entries = entries.isEmpty ? try XMLLists.longest(of: bytes) : entries
    reader = try XMLReader(bytes)
  }

  func next() throws(RecordsError) -> JSONValue? {
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        guard isInRoot else {
          isInRoot = true
          continue
        }
        if path.count + 1 == entries.count, name == entries.last, path.elementsEqual(entries.dropLast()) {
          (values, size) = (0, 0)
          let record = try element(isEmpty: isEmpty)
          return record.object == nil ? .object([XMLName.text: record]) : record
        }
        if !isEmpty { path.append(name) }
      case .end: _ = path.popLast()
      case .text: continue
      }
    }
    return nil
  }

  /// The element that was just entered, up to its end. libxml2 allows 256 within one another.
  private func element(isEmpty: Bool) throws(RecordsError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (name, value) in reader.attributes() where keeps("@\(name)") {
      try count(value)
      members["@\(name)"] = .string(value)
    }
    var text = ""
    while !isEmpty, let node = try reader.next() {
      if case .end = node { break }
      switch node {
      case .start(let name, let isEmpty):
        try count(name)
        let inner = try element(isEmpty: isEmpty)
        Self.add(inner, name, to: &members, where: keeps)
      case .text(let piece):
        try count(piece)
        text += piece
      case .end: break
      }
    }
    let trimmed = text.trimmed
    if members.isEmpty { return .string(trimmed) }
    if !trimmed.isEmpty { members[XMLName.text] = .string(trimmed) }
    return .object(members)
  }

  /// An element that stands there already makes a list of both. A link stands under its relation too, as
  /// `link@alternate`, for feeds have several.
  private static func add(
    _ value: JSONValue, _ name: String, to members: inout [String: JSONValue], where keeps: (String) -> Bool
  ) {
    if keeps(name) {
      switch members[name] {
      case nil: members[name] = value
      case .array(var values)?:
        members[name] = nil
        values.append(value)
        members[name] = .array(values)
      case let first?: members[name] = .array([first, value])
      }
    }
    if name == XMLName.link, value[XMLName.address] != nil {
      let relation = "\(name)@\(value[XMLName.relation]?.string ?? "alternate")"
      if keeps(relation), members[relation] == nil { members[relation] = value }
    }
  }

  /// What says which link it is must be read, whoever asks for it.
  private func keeps(_ name: String) -> Bool {
    names.map { $0.contains(name) || name == XMLName.relation || name == XMLName.address } ?? true
  }

  private func count(_ text: String) throws(RecordsError) {
    values += 1
    size += text.utf8.count
    guard values <= RecordLimits.record.values, size <= RecordLimits.record.bytes else {
      throw RecordsError(
        "a record holds more than \(RecordLimits.record.values) values or "
          + "\(RecordLimits.record.bytes >> 20) MB of text", line: reader.line)
    }
  }
}

/// Names that the tree of an XML document has beside those of its elements and attributes.
enum XMLName {
  static let text = "#text"
  static let link = "link"
  static let relation = "@rel"
  static let address = "@href"
}

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
