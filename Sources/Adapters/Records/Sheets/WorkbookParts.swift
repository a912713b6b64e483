import System

/// The place of a cell, such as B7.
struct CellPlace: Hashable {
  /// Counted from 1.
  let row: Int
  /// Counted from 0.
  let column: Int
}

extension CellPlace {
  init?(_ text: String) {
    var (row, column, hasLetters) = (0, 0, false)
    guard text.utf8.count <= 12 else { return nil }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where row == 0:
        column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
        hasLetters = true
      case UInt8(ascii: "0")...UInt8(ascii: "9") where hasLetters:
        row = row * 10 + Int(byte - UInt8(ascii: "0"))
      default: return nil
      }
    }
    guard column > 0 else { return nil }
    self.init(row: row, column: column - 1)
  }
}

/// The parts that another part refers to.
struct Relations {
  private(set) var targets: [String: (name: String, type: String)] = [:]
  /// Addresses outside of the workbook.
  private(set) var links: [String: String] = [:]

  /// - Parameter folder: of the part that refers to them, with a slash at its end.
  init(_ bytes: Numbers<UInt8>, in folder: String = "") throws(RecordsError) {
    var reader = try PartReader(bytes)
    while let event = try reader.next() {
      guard case .start("Relationship") = event else { continue }
      let values = reader.attributes()
      guard let id = values["Id"], let target = values["Target"] else { continue }
      if values["TargetMode"] == "External" {
        links[id] = target
        continue
      }
      targets[id] = (Self.resolved(target, in: folder), values["Type"] ?? "")
    }
  }

  /// The relations of a part; nil if it has none.
  init?(of part: String, in archive: SheetArchive) throws(RecordsError) {
    let start = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let folder = String(part[..<start])
    guard let bytes = try archive.part("\(folder)_rels/\(part[start...]).rels") else { return nil }
    try self.init(bytes, in: folder)
  }

  func target(ofType type: String) -> String? { targets.values.first { $0.type.hasSuffix(type) }?.name }

  private static func resolved(_ target: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// The texts that the cells of a workbook share.
struct SharedTexts {
  private let text: Numbers<UInt8>
  /// The ends of the texts.
  private let ends: Numbers<UInt64>

  init(_ bytes: Numbers<UInt8>?) throws(RecordsError) {
    var text = NumberWriter<UInt8>()
    var ends = NumberWriter<UInt64>()
    if let bytes {
      var reader = try PartReader(bytes)
      var item = ""
      while let event = try reader.next() {
        switch event {
        // Without phonetic guides.
        case .text(let piece) where reader.path.last == "t" && !reader.path.contains("rPh"): item += piece
        case .end("si"):
          text.append(Self.unescaped(item).utf8)
          ends.append(UInt64(text.count))
          item = ""
        default: continue
        }
      }
    }
    self.text = text.numbers()
    self.ends = ends.numbers()
  }

  subscript(index: Int) -> String {
    guard index >= 0, index < ends.count else { return "" }
    return text.text((index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]))
  }

  /// A text with its characters that are written as `_x000D_`.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return text }
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    var (plain, index) = (String(parts[0]), 1)
    while index < parts.count {
      let code =
        parts[index].first == "x" ? parts[index].dropFirst().number(in: 0...UInt32.max, radix: 16) : nil
      if let code, parts[index].utf8.count == 5, index + 1 < parts.count {
        plain += Unicode.Scalar(code).map { $0 == "\r" ? "" : String($0) } ?? ""
        plain += parts[index + 1]
        index += 1
      } else {
        plain += "_\(parts[index])"
      }
      index += 1
    }
    return plain
  }
}

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
