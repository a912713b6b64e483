import JSON
public import System
import Text

/// A folder of pictures as a list: a record for each, with the text beside it.
///
/// The title is the file's name. A `.md`, `.txt` or `.json` of the same name is the text; further members of the
/// `.json` are further fields. The section is the subfolder.
public struct PictureFolder {
  private let folder: EnclosedFolder
  private let listing: EnclosedFolder.Listing

  /// The name of the answer that holds such a list.
  public static let name = "pictures"

  private static let endings: Set<String> = ["jpg", "jpeg", "png", "webp", "gif", "avif", "ico"]

  /// - Returns: nil if the folder has no pictures.
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

  /// Possible pictures that are not shown: the reason, their number, and the first of them.
  public var leftOut: [(reason: String, count: Int, example: String)] {
    [
      ("a link, which is not followed", listing.links),
      ("a folder more than \(RecordLimits.folderDepth) folders deep", listing.deepFolders),
    ].compactMap { reason, paths in
      paths.first.map { (reason, paths.count, "\"\(TextEncoding.text($0))\"") }
    }
  }

  /// The list as JSON, sorted by the names of the files.
  public func list() throws(RecordsError) -> [UInt8] {
    let paths = Set(listing.files.map(\.path))
    var ids: Set<String> = []
    var size = 0
    var records: [JSONValue] = []
    for file in listing.files where Self.isPicture(file.path) {
      let path = file.path[..<(file.path.lastIndex(of: Self.dot) ?? file.path.endIndex)]
      let stem = TextEncoding.text(path)
      var record = record(beside: path, paths)
      let parts = stem.split(separator: "/")
      if record["title"] == nil {
        let title = Self.title(of: String(parts.last ?? ""))
        record["title"] = .string(title.contains(where: Self.isVisible) ? title : file.name)
      }
      if record["section"] == nil, parts.count > 1 { record["section"] = .string(String(parts[0])) }
      // Two pictures may differ only in their endings, in spaces, or in the bytes of the same letters.
      let id = [stem, file.name].first { !$0.trimmed.isEmpty && ids.insert($0.trimmed).inserted }
      record["id"] = .string(id ?? file.locator)
      // Texts of records are trimmed.
      let isPlain = file.name.trimmed == file.name && file.path.allSatisfy { $0 >= 0x20 }
      record["picture"] = .string(isPlain ? file.name : file.locator)
      record["modified"] = .number(Double(file.modifiedAt))
      for case .string(let text) in record.values { size += text.utf8.count }
      guard size <= RecordLimits.bytesInMemory else {
        throw RecordsError("the texts of the folder are larger than \(RecordLimits.bytesInMemory >> 20) MB")
      }
      records.append(.object(record))
    }
    var writer = JSONWriter()
    writer.value(.array(records))
    return writer.bytes
  }

  /// The fields from the files of the same name.
  private func record(beside stem: ArraySlice<UInt8>, _ paths: Set<[UInt8]>) -> [String: JSONValue] {
    func contents(_ ending: String) -> [UInt8]? {
      let path = stem + ".\(ending)".utf8
      guard paths.contains(Array(path)),
        let bytes = try? folder.contents(of: Array(path), limit: RecordLimits.textBeside),
        bytes.count <= RecordLimits.textBeside
      else { return nil }
      return bytes
    }
    var record: [String: JSONValue] = [:]
    if let bytes = contents("json"),
      let object = try? JSONValue(parsing: bytes, within: RecordLimits.record).object
    {
      record = object
      record["text"] = object["text"] ?? object["description"]
    }
    if let bytes = contents("md") ?? contents("txt") {
      var text = TextEncoding.text(TextEncoding.decoded(Numbers(bytes))).trimmed
      if text.hasPrefix("# ") {
        let title = text.prefix { !$0.isNewline }
        text = String(text.dropFirst(title.count)).trimmed
        record["title"] = .string(String(title.dropFirst(2)).trimmed)
      }
      record["text"] = .string(text)
    }
    return record
  }

  private static let dot = UInt8(ascii: ".")

  private static func isPicture(_ path: [UInt8]) -> Bool {
    guard let end = path.lastIndex(of: dot) else { return false }
    return endings.contains(String(decoding: path[(end + 1)...], as: UTF8.self).lowercased())
  }

  private static func isVisible(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character.isPunctuation || character.isSymbol
  }

  /// The name with spaces between its words; hyphens stay in a name that has spaces.
  private static func title(of name: String) -> String {
    let separators: Set<Character> = name.contains(" ") ? ["_"] : ["_", "-", "+", "."]
    let words = name.split { separators.contains($0) || $0 == " " }
    return words.isEmpty ? name : words.joined(separator: " ")
  }
}
