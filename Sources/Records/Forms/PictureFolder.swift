public import Files
import JSON

/// A folder of pictures as a list: a record for each, with the text that stands beside it.
///
/// The title is the name of the file. A `.md`, `.txt` or `.json` of the same name is the text; what the `.json`
/// names besides are further fields. The section is the folder within the folder.
public struct PictureFolder {
  private let folder: EnclosedFolder
  private let files: [EnclosedFolder.File]

  /// What the answer is called that such a list makes.
  public static let name = "pictures"

  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "gif", "avif", "ico"]

  /// - Returns: nil if there is no picture in it.
  /// - Throws: if it cannot be read or holds too much.
  public init?(_ folder: EnclosedFolder) throws(RecordsError) {
    self.folder = folder
    let found: [EnclosedFolder.File]?
    do throws(SystemError) {
      found = try folder.files(depth: RecordLimits.folderDepth, limit: RecordLimits.files)
    } catch {
      throw RecordsError(error.reason)
    }
    guard let found else { throw RecordsError("the folder holds more than \(RecordLimits.files) files") }
    files = found
    guard files.contains(where: { Self.isPicture($0.name) }) else { return nil }
  }

  /// The list as JSON, the files in the order of their names.
  public func list() throws(RecordsError) -> [UInt8] {
    let names = Set(files.map(\.name))
    var ids: Set<String> = []
    var size = 0
    var records: [JSONValue] = []
    for file in files where Self.isPicture(file.name) {
      let stem = String(file.name.prefix(upTo: file.name.lastIndex(of: ".") ?? file.name.endIndex))
      var record = record(beside: stem, names)
      let parts = stem.split(separator: "/")
      if record["title"] == nil { record["title"] = .string(Self.title(of: String(parts.last ?? ""))) }
      if record["section"] == nil, parts.count > 1 { record["section"] = .string(String(parts[0])) }
      // Two pictures may differ in their endings alone.
      record["id"] = .string(ids.insert(stem).inserted ? stem : file.name)
      record["picture"] = .string(file.name)
      record["modified"] = .number(Double(file.modifiedAt))
      for case .string(let text) in record.values { size += text.utf8.count }
      guard size <= RecordLimits.bytes else {
        throw RecordsError("the texts of the folder are larger than \(RecordLimits.bytes >> 20) MB")
      }
      records.append(.object(record))
    }
    var writer = JSONWriter()
    writer.array { writer in for record in records { writer.value(record) } }
    return writer.bytes
  }

  /// What the files of the same name say.
  private func record(beside stem: String, _ names: Set<String>) -> [String: JSONValue] {
    var record: [String: JSONValue] = [:]
    if let bytes = contents("\(stem).json", names),
      let object = try? JSONValue(parsing: bytes, within: RecordLimits.record).object
    {
      record = object
      record["text"] = object["text"] ?? object["description"]
    }
    for ending in ["md", "txt"] {
      guard let bytes = contents("\(stem).\(ending)", names) else { continue }
      var text = TextEncoding.text(TextEncoding.decoded(bytes)).trimmed
      if text.hasPrefix("# ") {
        let title = text.prefix { !$0.isNewline }
        text = String(text.dropFirst(title.count)).trimmed
        record["title"] = .string(String(title.dropFirst(2)).trimmed)
      }
      record["text"] = .string(text)
      break
    }
    return record
  }

  private func contents(_ name: String, _ names: Set<String>) -> [UInt8]? {
    guard names.contains(name),
      let bytes = try? folder.contents(of: name, limit: RecordLimits.textBeside),
      bytes.count <= RecordLimits.textBeside
    else { return nil }
    return bytes
  }

  private static func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The name with spaces for what stands between its words; hyphens stay in a name that has spaces.
  private static func title(of name: String) -> String {
    let separators: Set<Character> = name.contains(" ") ? ["_"] : ["_", "-", "+", "."]
    let words = name.split { separators.contains($0) || $0 == " " }
    return words.isEmpty ? name : words.joined(separator: " ")
  }
}
