import JSON
public import System
import Text

/// A folder of pictures as a list: a record for each, with the text beside it.
///
/// The title is the file's name. A `.md`, `.txt` or `.json` of the same name is the text; further members of the
/// `.json` are further fields, as are the details that a photograph holds. The section is the subfolder. Pictures whose
/// names go on with a number, such as `moe-2.jpg`, belong to the record of `moe.md` unless they have texts of their own.
public struct PictureFolder {
  private let folder: EnclosedFolder
  private let listing: EnclosedFolder.Listing

  /// The name of the answer that holds such a list.
  public static let name = "pictures"

  private static let endings: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "avif", "ico", "heic", "heif", "tif", "tiff",
  ]
  /// Pictures and films that browsers do not show, or that are not read.
  private static let otherEndings: Set<String> = [
    "svg", "psd", "dng", "cr2", "cr3", "nef", "arw", "raf", "orf", "rw2", "mov", "mp4", "m4v", "avi", "mkv",
    "3gp", "webm", "bmp",
  ]
  /// Folders and files of other programs.
  private static let ignored: Set<String> = [
    "@eaDir", "#recycle", "$RECYCLE.BIN", "Thumbs.db", "desktop.ini",
  ]

  /// - Returns: nil if the folder has no pictures.
  /// - Throws: if it cannot be read or holds too much.
  public init?(_ folder: EnclosedFolder) throws(RecordsError) {
    self.folder = folder
    let found: EnclosedFolder.Listing?
    do throws(SystemError) {
      found = try folder.files(
        depth: RecordLimits.folderDepth, limit: RecordLimits.files, ignoring: Self.ignored)
    } catch {
      throw RecordsError(error.reason)
    }
    guard let found else { throw RecordsError("the folder holds more than \(RecordLimits.files) files") }
    listing = found
    guard listing.files.contains(where: { Self.isPicture($0.path) }) else { return nil }
  }

  /// Possible pictures that are not shown: the reason, their number, and the first of them.
  public var leftOut: [(reason: String, count: Int, example: String)] {
    let others = listing.files.map(\.path).filter {
      Self.ending(of: $0).map(Self.otherEndings.contains) ?? false
    }
    return [
      ("a picture or film of a form that is not shown", others),
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
    let (files, others) = grouped(paths)
    for (file, path) in files {
      let stem = TextEncoding.text(path)
      var record = details(of: file).members
      record.merge(self.record(beside: path, paths)) { _, beside in beside }
      record.merge(exported(with: file, paths)) { _, exported in exported }
      let parts = stem.split(separator: "/")
      if record["title"] == nil {
        let title = Self.title(of: String(parts.last ?? ""))
        record["title"] = .string(title.contains(where: Self.isVisible) ? title : file.name)
      }
      if record["taken"] == nil, let date = Self.date(inName: String(parts.last ?? "")) {
        record["taken"] = .string(date)
      }
      if record["section"] == nil, parts.count > 1 { record["section"] = .string(String(parts[0])) }
      // Two pictures may differ only in their endings, in spaces, or in the bytes of the same letters.
      let id = [stem, file.name].first { !$0.trimmed.isEmpty && ids.insert($0.trimmed).inserted }
      record["id"] = .string(id ?? file.locator)
      let pictures = [Self.name(of: file)] + (others[path] ?? []).map(Self.name)
      record["picture"] = pictures.count == 1 ? pictures[0] : .array(pictures)
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

  /// The first picture of each record with the path that its texts have, and the further ones by these paths.
  private func grouped(
    _ paths: Set<[UInt8]>
  ) -> (files: [(EnclosedFolder.File, ArraySlice<UInt8>)], others: [ArraySlice<UInt8>: [EnclosedFolder.File]])
  {
    let described = Set(
      paths.filter { Self.ending(of: $0).map(["md", "txt", "json"].contains) ?? false }.map(Self.stem))
    let pictures = listing.files.filter { Self.isPicture($0.path) }
    let stems = Set(pictures.map { Self.stem($0.path) })
    var files: [(EnclosedFolder.File, ArraySlice<UInt8>)] = []
    var others: [ArraySlice<UInt8>: [EnclosedFolder.File]] = [:]
    for file in pictures {
      let stem = Self.stem(file.path)
      guard !described.contains(stem), let owner = Self.owner(of: stem), described.contains(owner) else {
        files.append((file, stem))
        continue
      }
      if stems.contains(owner) || others[owner] != nil {
        others[owner, default: []].append(file)
      } else {
        files.append((file, owner))
        others[owner] = []
      }
    }
    return (files, others)
  }

  /// The beginning of a path before a number of at most three digits: `moe` for `moe 2`, `moe-02` and `moe (2)`.
  private static func owner(of stem: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = stem
    let isInBrackets = rest.last == UInt8(ascii: ")")
    if isInBrackets { rest.removeLast() }
    let digits = rest.reversed().prefix { (0x30...0x39).contains($0) }.count
    guard (1...3).contains(digits) else { return nil }
    rest.removeLast(digits)
    if isInBrackets {
      guard rest.popLast() == UInt8(ascii: "(") else { return nil }
    }
    if let last = rest.last, " _-".utf8.contains(last) { rest.removeLast() }
    return rest.isEmpty || rest.last == UInt8(ascii: "/") ? nil : rest
  }

  private static func stem(_ path: [UInt8]) -> ArraySlice<UInt8> {
    path[..<(path.lastIndex(of: dot) ?? path.endIndex)]
  }

  /// The name of a file as a record has it, whose texts are trimmed.
  private static func name(of file: EnclosedFolder.File) -> JSONValue {
    let isPlain = file.name.trimmed == file.name && file.path.allSatisfy { $0 >= 0x20 }
    return .string(isPlain ? file.name : file.locator)
  }

  private func details(of file: EnclosedFolder.File) -> PhotoDetails {
    func details(_ limit: Int) -> PhotoDetails {
      PhotoDetails((try? folder.contents(of: file.path, limit: limit)) ?? [])
    }
    let found = details(PhotoDetails.limit)
    // Some forms have their details at the end.
    let isLong = ["heic", "heif", "avif", "tif", "tiff"].contains(Self.ending(of: file.path))
    return found == PhotoDetails() && isLong ? details(RecordLimits.wholePhoto) : found
  }

  /// The contents of a file beside a picture; nil if it is missing or too long.
  private func contents(_ path: [UInt8], among paths: Set<[UInt8]>) -> [UInt8]? {
    guard paths.contains(path),
      let bytes = try? folder.contents(of: path, limit: RecordLimits.textBeside),
      bytes.count <= RecordLimits.textBeside
    else { return nil }
    return bytes
  }

  /// The fields from the file that Google's export puts beside a picture, such as `a.jpg.json`.
  private func exported(with file: EnclosedFolder.File, _ paths: Set<[UInt8]>) -> [String: JSONValue] {
    let start = file.path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let (parent, name) = (file.path[..<start], file.path[start...])
    // Its names have 46 letters at most.
    let names = [Array(name), Array((name + ".supplemental-metadata".utf8).prefix(46))]
    let found = names.lazy.compactMap { contents(parent + $0 + Array(".json".utf8), among: paths) }.first
    guard let found, let object = try? JSONValue(parsing: found, within: RecordLimits.record).object else {
      return [:]
    }
    var record: [String: JSONValue] = [:]
    if let title = object["title"]?.string, title != TextEncoding.text(name) {
      record["title"] = .string(title)
    }
    if let text = object["description"]?.string, !text.isEmpty { record["text"] = .string(text) }
    if let seconds = object["photoTakenTime"]?["timestamp"]?.string?.number(in: 0...1 << 40) {
      record["taken"] = SerialDate(secondsSince1970: seconds).map { .string($0.text) }
    }
    for place in [object["geoDataExif"], object["geoData"]] {
      if let latitude = place?["latitude"]?.number, let longitude = place?["longitude"]?.number,
        latitude != 0 || longitude != 0
      {
        (record["latitude"], record["longitude"]) = (.number(latitude), .number(longitude))
      }
    }
    if let people = object["people"]?.array, !people.isEmpty {
      record["people"] = .array(people.compactMap { $0["name"] })
    }
    return record
  }

  /// The fields from the files of the same name.
  private func record(beside stem: ArraySlice<UInt8>, _ paths: Set<[UInt8]>) -> [String: JSONValue] {
    func contents(_ ending: String) -> [UInt8]? {
      self.contents(Array(stem + ".\(ending)".utf8), among: paths)
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

  private static func isPicture(_ path: [UInt8]) -> Bool { ending(of: path).map(endings.contains) ?? false }

  private static func ending(of path: [UInt8]) -> String? {
    path.lastIndex(of: dot).map { String(decoding: path[($0 + 1)...], as: UTF8.self).lowercased() }
  }

  /// The date in a name such as `IMG-20161224-WA0014`, `2020-07-04 12.34.56` or `Screenshot_20190201-212530`.
  private static func date(inName name: String) -> String? {
    let groups = name.split { !("0"..."9").contains($0) }
    for index in groups.indices {
      var rest = groups[index...]
      guard let day = digits([8], [4, 2, 2], of: &rest), ["19", "20"].contains(day.prefix(2)) else {
        continue
      }
      let time = digits([6], [2, 2, 2], of: &rest).flatMap { $0 < "240000" ? $0 : nil } ?? ""
      if let date = PhotoDetails.date(day + time) { return date }
    }
    return nil
  }

  /// The next digits, if they are in groups of these lengths.
  private static func digits(_ lengths: [Int]..., of rest: inout ArraySlice<Substring>) -> String? {
    guard let found = lengths.first(where: { rest.prefix($0.count).map(\.count) == $0 }) else { return nil }
    defer { rest = rest.dropFirst(found.count) }
    return rest.prefix(found.count).joined()
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
