import JSON
public import System
import Text

/// A folder of pictures as a list: a record for each, with the text that stands beside it.
///
/// The title is the name of the file. A `.md`, `.txt` or `.json` of the same name is the text; what the `.json`
/// names besides are further fields. The section is the folder within the folder.
public struct PictureFolder {
  private let folder: EnclosedFolder
  private let listing: EnclosedFolder.Listing

  /// What the answer is called that such a list makes.
  public static let name = "pictures"

  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "gif", "avif", "ico"]

  /// - Returns: nil if there is no picture in it.
  /// - Throws: if it cannot be read or holds too much.
  public init?(_ folder: EnclosedFolder) throws(RecordsError) {
    self.folder = folder
    let found: EnclosedFolder.Listing?
    do throws(SystemError) {
      found = try folder.files(depth: RecordLimits.folderDepth, limit: RecordLimits.files)
    } catch {
      throw RecordsError(error.reason)
    }
    guard let found else { throw RecordsError("the folder holds more than \(RecordLimits.files) files") }
    listing = found
    guard listing.files.contains(where: { Self.isPicture($0.path) }) else { return nil }
  }

  /// What may be pictures and is not shown: the reason, the number, and the first of them.
  public var leftOut: [(reason: String, count: Int, example: String)] {
    [
      ("a link, which is not followed", listing.links),
      ("a folder more than \(RecordLimits.folderDepth) folders deep", listing.deepFolders),
    ].compactMap { reason, paths in
      paths.first.map { (reason, paths.count, "\"\(TextEncoding.text($0))\"") }
    }
  }

  /// The list as JSON, the files in the order of their names.
  public func list() throws(RecordsError) -> [UInt8] {
    let paths = Set(listing.files.map(\.path))
    var ids: Set<String> = []
    var size = 0
    var records: [JSONValue] = []
    for file in listing.files where Self.isPicture(file.path) {
      let end = file.path.lastIndex(of: Self.dot) ?? file.path.endIndex
      let stem = TextEncoding.text(file.path[..<end])
      var record = record(beside: file.path[..<end], paths)
      let parts = stem.split(separator: "/")
      if record["title"] == nil {
        let title = Self.title(of: String(parts.last ?? ""))
        record["title"] = .string(title.contains(where: Self.isVisible) ? title : file.name)
      }
      if record["section"] == nil, parts.count > 1 { record["section"] = .string(String(parts[0])) }
      // Two pictures may differ in their endings alone, in spaces, or in the bytes of the same letters.
      let id = [stem, file.name].first { !$0.trimmed.isEmpty && ids.insert($0.trimmed).inserted }
      record["id"] = .string(id ?? file.locator)
      // A text is read without the blanks around it.
      let isPlain = file.name.trimmed == file.name && file.path.allSatisfy { $0 >= 0x20 }
      record["picture"] = .string(isPlain ? file.name : file.locator)
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
  private func record(beside stem: ArraySlice<UInt8>, _ paths: Set<[UInt8]>) -> [String: JSONValue] {
    var record: [String: JSONValue] = [:]
    if let bytes = contents(stem + ".json".utf8, paths),
      let object = try? JSONValue(parsing: bytes, within: RecordLimits.record).object
    {
      record = object
      record["text"] = object["text"] ?? object["description"]
    }
    for ending in ["md", "txt"] {
      guard let bytes = contents(stem + ".\(ending)".utf8, paths) else { continue }
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

  private func contents(_ path: ArraySlice<UInt8>, _ paths: Set<[UInt8]>) -> [UInt8]? {
    guard paths.contains(Array(path)),
      let bytes = try? folder.contents(of: Array(path), limit: RecordLimits.textBeside),
      bytes.count <= RecordLimits.textBeside
    else { return nil }
    return bytes
  }

  private static let dot = UInt8(ascii: ".")

  private static func isPicture(_ path: [UInt8]) -> Bool {
    guard let end = path.lastIndex(of: dot) else { return false }
    return endings.contains(String(decoding: path[(end + 1)...], as: UTF8.self).lowercased())
  }

  private static func isVisible(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character.isPunctuation || character.isSymbol
  }

  /// The name with spaces for what stands between its words; hyphens stay in a name that has spaces.
  private static func title(of name: String) -> String {
    let separators: Set<Character> = name.contains(" ") ? ["_"] : ["_", "-", "+", "."]
    let words = name.split { separators.contains($0) || $0 == " " }
    return words.isEmpty ? name : words.joined(separator: " ")
  }
}
