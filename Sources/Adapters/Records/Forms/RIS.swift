import JSON
import System
import Text

/// The works of a file for reference managers: RIS (`TY  - JOUR`, …, `ER  - `), PubMed's form (`PMID- 1`, …) and that of
/// the Web of Science (`PT J`, …, `ER`).
struct RISRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private(set) var offset = 0
  /// In the order of a page.
  let columns = [
    "title", "author", "editor", "year", "date", "journal", "publisher", "address", "series", "edition",
    "volume", "number", "pages", "abstract", "note", "keywords", "language", "doi", "isbn", "issn", "url",
    "type", "key",
  ]

  private static let names = FieldRules.all.lists.inverse("ris ")
  private static let medicalNames = FieldRules.all.lists.inverse("medline ")
  private static let scienceNames = FieldRules.all.lists.inverse("science ")
  private static let types = FieldRules.all.lists.inverse("work ")
  private static let several: Set = ["author", "editor", "keywords"]

  private enum Dialect { case plain, medical, science }
  private let dialect: Dialect

  init(_ bytes: Numbers<UInt8>) {
    self.bytes = bytes
    dialect = Self.dialect(of: bytes) ?? .plain
  }

  /// Whether a text begins with a work, or with some lines about where the works come from.
  static func isRIS(_ bytes: Numbers<UInt8>) -> Bool { dialect(of: bytes) != nil }

  private static func dialect(of bytes: Numbers<UInt8>) -> Dialect? {
    for line in bytes.text(0..<4_096).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "-", maxSplits: 1).map { String($0).trimmed }
      let next = parts.count == 2 ? parts[1].first : nil
      switch parts.first {
      case "PMID" where next?.isNumber == true: return .medical
      case "TY" where next?.isLetter == true && line.contains("TY "): return .plain
      case "VR 1.0": return .science
      default: continue
      }
    }
    return nil
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    var (fields, last): ([String: [String]], String?) = ([:], nil)
    let start = offset
    while offset < bytes.count {
      let line = offset
      let (tag, text) = nextLine()
      guard offset - start <= RecordLimits.record.bytes else {
        throw RecordsError("a work is longer than \(RecordLimits.record.bytes >> 20) MB")
      }
      switch tag {
      case nil:
        // A long value goes on in the next line; each of the Web of Science's authors has one.
        guard let last, !text.isEmpty else { break }
        let count = dialect == .science && last == "author" ? 0 : fields[last]?.count ?? 0
        // Without a copy of it.
        if count > 0 {
          fields[last]?[count - 1] += " \(text)"
        } else {
          fields[last, default: []].append(text)
        }
      case "ER"?:
        if !fields.isEmpty { return finish(fields, &record) }
      case "TY"? where !fields.isEmpty, "PMID"? where !fields.isEmpty:
        offset = line
        return finish(fields, &record)
      case let tag?:
        switch dialect {
        case .plain: last = Self.names[tag]
        case .medical: last = Self.medicalNames[tag]
        case .science: last = Self.scienceNames[tag]
        }
        if let last, !text.isEmpty { fields[last, default: []].append(text) }
      }
    }
    return fields.isEmpty ? false : finish(fields, &record)
  }

  /// The tag of the next line, nil for none, and its text.
  private mutating func nextLine() -> (tag: String?, text: String) {
    let end = bytes.end(ofLine: offset)
    defer { offset = min(end + 1, bytes.count) }
    let line = TextEncoding.text(bytes.part(offset..<end))
    let isShort = dialect == .science
    let parts = line.split(separator: isShort ? " " : "-", maxSplits: 1, omittingEmptySubsequences: false)
    let (tag, rest) = (String(parts[0]).trimmed, parts.dropFirst().first)
    let isTag =
      (isShort ? 2...2 : 2...4).contains(tag.utf8.count) && (0x41...0x5A).contains(tag.utf8.first ?? 0)
      && tag.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      && (isShort || rest.map { $0.first?.isWhitespace != false } == true)
    return isTag ? (tag, String(rest ?? "").trimmed) : (nil, line.trimmed)
  }

  private func finish(_ fields: [String: [String]], _ record: inout Record) -> Bool {
    var fields = fields
    if let start = fields.removeValue(forKey: "start")?.first {
      let end = fields.removeValue(forKey: "end")?.first
      fields["pages"] = [[start, end].compactMap(\.self).joined(separator: "–")]
    }
    let dates = (fields["year"] ?? []) + (fields["date"] ?? [])
    let digits = dates.lazy.flatMap { $0.split { !("0"..."9").contains($0) } }
    if let year = digits.first(where: { $0.count >= 4 }) { fields["year"] = [String(year.prefix(4))] }
    if let number = fields.removeValue(forKey: "serial")?.first {
      let code = number.prefix { $0.isNumber || "-Xx".contains($0) }.filter { $0 != "-" }
      fields[code.count == 8 ? "issn" : "isbn"] = [number]
    }
    if dialect == .science, let words = fields["keywords"]?.first {
      fields["keywords"] = words.split(separator: ";").map { String($0).trimmed }
    }
    fields["doi"] = fields["doi"].flatMap { all in
      all.first { !$0.hasSuffix("]") || $0.hasSuffix("[doi]") }.map { [$0.replacing(" [doi]", with: "")] }
    }
    fields["type"] = fields["type"]?.prefix(1).map { Self.types[$0] ?? $0.lowercased() }
    var members: [String: JSONValue] = [:]
    for (name, values) in fields {
      let isPerson = name == "author" || name == "editor"
      let values = values.map { isPerson ? Self.spoken($0) : $0 }
      members[name] =
        Self.several.contains(name) && values.count > 1
        ? .array(values.map { .string($0) }) : values.first.map { .string($0) }
    }
    record.tree = .object(members)
    return true
  }

  /// A name as it is spoken, of `Lovelace, Ada`.
  static func spoken(_ name: String) -> String {
    let parts = name.split(separator: ",").map { String($0).trimmed }
    return parts.count == 2 ? "\(parts[1]) \(parts[0])" : name
  }
}
