import JSON
import System

/// The lists within a JSON document, found in one pass and without a tree.
struct JSONLists {
  struct List {
    let path: [String]
    /// Records in it.
    let count: Int
    /// Bytes that it takes.
    let size: Int
    /// Whether most records have a title or a text, judged by names.
    let isTitled: Bool
    /// Whether these are members of the records themselves.
    let isPlain: Bool
    let kind: Kind
  }

  enum Kind {
    case objects, texts
  }

  private(set) var lists: [List] = []
  /// The path of a next page's address or parameters; nil if nothing looks like one.
  private(set) var next: NextPage?

  /// Nesting of objects in which lists are looked for; known answers have up to four levels.
  private static let depth = 6
  /// Lists that are kept.
  private static let limit = 200
  /// Members of an object that are compared with those of the next.
  private static let comparedKeys = 50
  /// Records of a list that are looked at for titles, and the nesting of objects in them.
  private static let (examined, titleDepth) = (50, 2)

  /// Bytes of the document.
  private let size: Int

  init(of bytes: Numbers<UInt8>) throws(JSONError) {
    size = bytes.count
    var reader = JSONReader(bytes, repairsText: true)
    _ = try survey(&reader, at: [])
    try reader.finish()
  }

  /// The list that takes the most of the document, among those with titles if there are any.
  var best: List? {
    // The events of a conference's programme, in the rooms of each day.
    if let days = lists.first(where: { $0.path.suffix(2) == ["conference", "days"] }) {
      return List(
        path: days.path + ["rooms"], count: days.count, size: days.size, isTitled: true, isPlain: true,
        kind: .objects)
    }
    // JSON:API's list of things that others refer to.
    var lists = lists.contains { $0.path == ["data"] } ? lists.filter { $0.path != ["included"] } : lists
    // A list of texts is more than a detail of something else only if it is most of the document.
    let others = lists.filter { $0.kind != .texts }
    lists = others.isEmpty ? lists.filter { $0.size * 2 > size } : others
    let titled = lists.filter { $0.isTitled && $0.count > 1 }
    let largest = Self.largest(titled.isEmpty ? lists : titled)
    // A record of something that happened has the title of what it happened to within it.
    guard let largest, largest.isTitled, !largest.isPlain else { return largest }
    return Self.largest(titled.filter { $0.isPlain && $0.count > 2 && $0.size * 5 >= largest.size })
      ?? largest
  }

  private static func largest(_ lists: [List]) -> List? {
    lists.max { ($0.size, $1.path.count) < ($1.size, $0.path.count) }
  }

  /// The path of the only list in a document that is an object: GeoJSON's features, or the whole as an object of
  /// objects.
  static func only(of bytes: Numbers<UInt8>) throws(RecordsError) -> [String] {
    let found = try inRecords { () throws(JSONError) in try JSONLists(of: bytes) }
    let whole = found.lists.first { $0.path.isEmpty || $0.path == ["features"] }
    guard let whole else { throw found.missing([]) }
    return whole.path
  }

  /// The error of a path without a list; it names the best list.
  static func missing(_ path: [String], in bytes: Numbers<UInt8>) -> RecordsError {
    (try? JSONLists(of: bytes))?.missing(path) ?? RecordsError("it has no list", line: 1)
  }

  private func missing(_ path: [String]) -> RecordsError {
    let place =
      path.isEmpty ? "it is an object, not a list" : "it has no list \"\(RecordPath.written(path))\""
    guard let best else {
      return RecordsError("\(place), and has no list of objects; export a table as CSV", line: 1)
    }
    return RecordsError(
      "\(place); \"entries\": \"\(RecordPath.written(best.path))\" has \(best.count) records", line: 1)
  }

  /// Reads a value, records the lists in it, and returns the first keys of an object.
  private mutating func survey(
    _ reader: inout JSONReader, at path: [String]
  ) throws(JSONError) -> Set<String> {
    let start = reader.offset
    switch try reader.first() {
    case UInt8(ascii: "["):
      var (count, objects, titled, plain, texts) = (0, 0, 0, 0, 0)
      _ = try reader.enterArray()
      while try reader.nextElement() {
        count += 1
        if try reader.first() == UInt8(ascii: "\"") { texts += 1 }
        guard try reader.first() == UInt8(ascii: "{") else { continue }
        objects += 1
        if objects <= Self.examined, let depth = try titleDepth(&reader, depth: 0) {
          titled += 1
          if depth == 0 { plain += 1 }
        }
      }
      if objects * 2 > count {
        let half = min(objects, Self.examined)
        add(path, objects, reader.offset - start, isTitled: titled * 2 >= half, isPlain: plain * 2 >= half)
      } else if texts > 1, texts * 2 > count {
        add(path, texts, reader.offset - start, isTitled: false, .texts)
      }
    case UInt8(ascii: "{") where path.count < Self.depth:
      var keys: Set<String> = []
      var (count, objects, alike) = (0, 0, 0)
      var single = Single()
      let before = lists.count
      var first: Set<String> = []
      if next == nil, path == ["continue"] { next = .parameters(path) }
      _ = try reader.enterObject()
      while let key = try reader.nextKey() {
        count += 1
        if keys.count < Self.comparedKeys { keys.insert(key) }
        let isObject = try reader.first() == UInt8(ascii: "{")
        single.take(key, isObject: isObject)
        // Of very many members, each is a record rather than the wrapper of a list.
        let inner = count <= Self.limit ? try survey(&reader, at: path + [key]) : []
        guard isObject else { continue }
        objects += 1
        if objects == 1 { first = inner }
        if count > Self.limit || inner.intersection(first).count * 2 >= max(inner.count, first.count) {
          alike += 1
        }
      }
      if count > 1, objects == count, alike * 10 >= count * 9 {
        add(path, count, reader.offset - start, isTitled: isTitled(first))
      }
      let (inner, length) = (lists[before...], reader.offset - start)
      if single.isLikely,
        inner.allSatisfy({ list in
          list.kind == .texts && list.size * 2 < length
            || Self.parts.contains(ListField.plain(list.path.dropFirst(path.count).first ?? ""))
        }),
        inner.contains(where: { $0.kind != .texts }) || !keys.isDisjoint(with: Self.works)
      {
        lists.removeSubrange(before...)
        add(path, 1, length, isTitled: true)
      }
      return keys
    case UInt8(ascii: "\"") where next == nil:
      if let text = try reader.string() { next = NextPage(address: text, at: path) }
    default: try reader.skip()
    }
    return []
  }

  /// Reads an object, and returns the nesting of the first object in it, or 0 for itself, that has a field with the
  /// name of a title or a text.
  private func titleDepth(_ reader: inout JSONReader, depth: Int) throws(JSONError) -> Int? {
    var found: Int?
    _ = try reader.enterObject()
    while let key = try reader.nextKey() {
      if isTitled([key]) { found = depth }
      if found == nil, depth < Self.titleDepth, try reader.first() == UInt8(ascii: "{") {
        found = try titleDepth(&reader, depth: depth + 1)
      }
    }
    return found
  }

  /// Lists that an object has of what it is about.
  private static let parts: Set = [
    "author", "authors", "editor", "editors", "translator", "contributor", "contributors", "creator",
    "creators", "affiliation", "publisher", "publishers", "funder", "reference", "references",
    "citations", "assertion", "license", "licenses", "movements", "link", "links", "keyword",
    "keywords", "subject", "subjects", "subjectplaces", "subjectpeople", "identifier", "identifiers",
    "relation", "relateditems", "excerpts", "covers", "additionalimages",
  ]
  /// Members of an object that is a work.
  private static let works: Set<String> = ["@type", "DOI", "doi", "isbn", "ISBN", "author", "creator"]
  /// The evidence for an object that is a record itself rather than an object of objects: a title, and few objects.
  private struct Single {
    private var (objects, count, isTitled) = (0, 0, false)

    var isLikely: Bool { isTitled && objects * 2 < count }
    /// Whether enough members were taken.
    var isSure: Bool { count >= 50 }

    mutating func take(_ key: String, isObject: Bool) {
      guard !isSure else { return }
      count += 1
      if isObject { objects += 1 }
      isTitled = isTitled || !isObject && FieldWords.isTitle(key)
    }
  }

  /// Whether an object is a single record.
  static func isSingle(_ reader: JSONReader) throws(JSONError) -> Bool {
    var (reader, single) = (reader, Single())
    _ = try reader.enterObject()
    while !single.isSure, let key = try reader.nextKey() {
      single.take(key, isObject: try reader.first() == UInt8(ascii: "{"))
    }
    return single.isLikely
  }

  private func isTitled(_ names: Set<String>) -> Bool {
    names.contains { FieldWords.isTitle($0) || FieldWords.has("description", ListField.plain($0)) }
  }

  private mutating func add(
    _ path: [String], _ count: Int, _ size: Int, isTitled: Bool, isPlain: Bool = true, _ kind: Kind = .objects
  ) {
    // The outer lists come after those in their records. Long paths do not fit a show's file.
    guard lists.count < Self.limit || path.count < 2, path.isEmpty || RecordPath.isWritable(path) else {
      return
    }
    lists.append(List(path: path, count: count, size: size, isTitled: isTitled, isPlain: isPlain, kind: kind))
  }
}
