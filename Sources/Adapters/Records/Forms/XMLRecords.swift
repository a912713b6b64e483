import JSON
import System
import Text

/// The records of an XML document: the elements at one path, each as a tree of values.
final class XMLRecords: RecordSource {
  let entries: [String]
  private let reader: XMLReader
  var offset: Int { reader.offset }
  var warnings: [String] { reader.warnings }
  /// The open elements, without the root.
  private var path: [String] = []
  private var isInRoot = false
  private var (values, size) = (0, 0)

  /// - Parameter entries: names of elements from the root's child to a record.
  init(_ bytes: Numbers<UInt8>, entries: [String]) throws(RecordsError) {
    self.entries = entries.isEmpty ? try XMLLists.longest(of: bytes) : entries
    reader = try XMLReader(bytes)
  }

  func read(_ record: inout Record) throws(RecordsError) -> Bool {
    while let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        guard isInRoot else {
          isInRoot = true
          continue
        }
        if path.count + 1 == entries.count, name == entries.last, path.elementsEqual(entries.dropLast()) {
          (values, size) = (0, 0)
          let element = try element(isEmpty: isEmpty)
          record.tree = element.object == nil ? .object([XMLName.text: element]) : element
          return true
        }
        if !isEmpty { path.append(name) }
      case .end: _ = path.popLast()
      case .text: continue
      }
    }
    return false
  }

  /// The current element, to its end. libxml2 limits the nesting to 256.
  private func element(isEmpty: Bool) throws(RecordsError) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (name, value) in reader.attributes() {
      try count(value)
      members["@\(name)"] = .string(value)
    }
    var text = ""
    children: while !isEmpty, let node = try reader.next() {
      switch node {
      case .start(let name, let isEmpty):
        try count(name)
        add(try element(isEmpty: isEmpty), name, to: &members)
      case .text(let piece):
        try count(piece)
        text += piece
      case .end: break children
      }
    }
    let trimmed = text.trimmed
    if members.isEmpty { return .string(trimmed) }
    if !trimmed.isEmpty { members[XMLName.text] = .string(trimmed) }
    return .object(members)
  }

  /// Adds an element; several of one name become a list. A link is added under its relation too, as
  /// `link@alternate`.
  private func add(_ value: JSONValue, _ name: String, to members: inout [String: JSONValue]) {
    switch members[name] {
    case nil: members[name] = value
    case .array(var values)?:
      // The only reference is appended to.
      members[name] = nil
      values.append(value)
      members[name] = .array(values)
    case let first?: members[name] = .array([first, value])
    }
    if name == XMLName.link, value[XMLName.address] != nil {
      let relation = "\(name)@\(value[XMLName.relation]?.string ?? "alternate")"
      if members[relation] == nil { members[relation] = value }
    }
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
  }

  /// The path of the records: that of a known feed, else of the repeated element that takes the most of the document.
  static func longest(of bytes: Numbers<UInt8>) throws(RecordsError) -> [String] {
    let reader = try XMLReader(bytes)
    var lists: [[String]: List] = [:]
    var path: [String] = []
    var root = ""
    func count() {
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
        if path.count > 1, path.count <= depth + 1 {
          let names = Array(path.dropFirst())
          if lists.count < limit || lists[names] != nil { lists[names, default: List()].count += 1 }
        }
        count()
        if isEmpty { path.removeLast() }
      case .end: path.removeLast()
      case .text: count()
      }
    }
    let repeated = lists.filter { $0.value.count > 1 && RecordPath.isWritable($0.key) }
    let best = repeated.max {
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
