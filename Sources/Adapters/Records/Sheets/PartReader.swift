import System

/// The elements of a part of a spreadsheet, by their names without prefixes.
struct PartReader {
  enum Event {
    case start(Substring)
    case end(Substring)
    case text(String)
  }

  private let reader: XMLReader
  /// The names of the open elements.
  private(set) var path: [Substring] = []
  private var isEmpty = false

  init(_ bytes: Numbers<UInt8>) throws(RecordsError) {
    reader = try XMLReader(bytes)
  }

  /// The next event; an empty element has an end too.
  mutating func next() throws(RecordsError) -> Event? {
    if isEmpty {
      isEmpty = false
      return path.popLast().map { .end($0) }
    }
    switch try reader.next() {
    case .start(let name, let isEmpty):
      self.isEmpty = isEmpty
      let name = Self.local(name)
      path.append(name)
      return .start(name)
    case .end: return path.popLast().map { .end($0) }
    case .text(let text): return .text(text)
    case nil: return nil
    }
  }

  /// The attributes of the element that has just started, by their names without prefixes.
  func attributes() -> Attributes { Attributes(all: reader.attributes()) }

  struct Attributes {
    fileprivate(set) var all: [(name: String, value: String)] = []

    subscript(name: String) -> String? { all.first { PartReader.local($0.name) == name }?.value }
  }

  static func local(_ name: String) -> Substring {
    name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
  }
}
