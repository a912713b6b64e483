import JSON

extension FavoriteList {
  /// Bytes of the longest document that is read: more than the longest list takes.
  public static let importLimit = 16 << 20

  /// Reads an exported list of that show strictly.
  /// - Throws: ``FavoritesError/otherShow(_:)``, or ``FavoritesError/notUnderstood(_:)`` with the first 20 faults.
  public init(importing bytes: [UInt8], show: String) throws(FavoritesError) {
    self = try FavoriteDocument(show: show, place: nil).decode(bytes)
  }

  /// Reads a list of that show from a store.
  /// - Parameter place: its name in messages.
  /// - Throws: ``FavoritesError/refused(path:reason:)``, or ``FavoritesError/unreadable(path:reason:)`` for bytes
  ///   that are not a list.
  public init(stored bytes: [UInt8], show: String, place: String) throws(FavoritesError) {
    self = try FavoriteDocument(show: show, place: place).decode(bytes)
  }

  /// The list as a JSON document that any server of this show imports.
  public func exported(show: String) -> [UInt8] {
    FavoriteDocument(show: show, place: nil).encode(self)
  }
}

/// A list as a JSON document: a visitor's file, and the format of export and import.
///
///     {"version": 1, "show": "simpsons", "entries": [
///       {"id": "bart-simpson", "title": "Bart Simpson", "time": "2026-11-20T19:45:10Z"}
///     ]}
///
/// A visitor's lists make it version 2, which programs that do not know lists refuse:
///
///     "lists": [{"id": "to-visit", "name": "To visit", "color": "green", "entries": […]}]
struct FavoriteDocument {
  let show: String
  /// Its name in messages; nil for an import, whose faults are all reported.
  let place: String?

  /// The newest version that is read, and the version of a document with lists; one without has version 1.
  static let version = 2
  /// Faults of a document that are reported.
  static let faultLimit = 20
  /// Limits of the version and the show, each one short value.
  private static let headLimits = JSONLimits(values: 10, bytes: 1_000)
  /// Bytes of an unknown key that are reported.
  private static let keyLimit = 100

  func encode(_ list: FavoriteList) -> [UInt8] {
    let version = list.lists.isEmpty ? 1 : Self.version
    var bytes = Array("{\n  \"version\": \(version),\n  \"show\": \(Self.text(show)),\n  ".utf8)
    bytes += Self.entries(list.favorites, indent: "  ")
    if !list.lists.isEmpty {
      let lists = list.lists.map { list in
        let label = list.label
        let start =
          "    {\"id\": \(Self.text(list.id)), \"name\": \(Self.text(label.name)), \"color\": \"\(label.color)\",\n"
        return Array("\(start)      ".utf8) + Self.entries(list.entries.favorites, indent: "      ")
          + Array("}".utf8)
      }
      bytes +=
        Array(",\n  \"lists\": [\n".utf8) + lists.joined(separator: Array(",\n".utf8)) + Array("\n  ]".utf8)
    }
    return bytes + Array("\n}\n".utf8)
  }

  private static func text(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The member `entries`, one entry a line.
  private static func entries(_ favorites: [Favorite], indent: String) -> [UInt8] {
    var bytes = Array("\"entries\": [".utf8)
    for (position, favorite) in favorites.enumerated() {
      bytes += Array((position == 0 ? "\n\(indent)  " : ",\n\(indent)  ").utf8)
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("id")
        writer.string(favorite.id)
        writer.key("title")
        writer.string(favorite.title)
        writer.key("time")
        writer.string(UTCTime.text(favorite.addedAt))
      }
      bytes += writer.bytes
    }
    return bytes + Array("\n\(indent)]".utf8)
  }

  func decode(_ bytes: [UInt8]) throws(FavoritesError) -> FavoriteList {
    guard bytes.count <= FavoriteList.importLimit else {
      throw faulty([Fault(at: "", "expected at most \(FavoriteList.importLimit) bytes")])
    }
    var (entries, lists) = (FavoriteEntries(), ListsOfDocument())
    let document: JSONValue
    do throws(JSONError) {
      var reader = JSONReader(bytes)
      document = try Self.read(&reader, &entries, &lists)
      try reader.finish()
    } catch {
      throw faulty([Fault(at: "", error.description)])
    }
    if let version = document["version"]?.number.flatMap({ Int(exactly: $0) }), version > Self.version {
      throw place.map {
        .refused(path: $0, reason: "it has version \(version), and this program reads up to \(Self.version)")
      } ?? faulty([Fault(at: "version", "expected at most \(Self.version), found \(version)")])
    }
    let root = StrictObject(document)
    let version = root.integer("version", in: 1...Self.version, "a version")
    let show = root.string("show", "a show's name")
    let form = "an array of entries"
    if let value = root.value("entries", form), value.array == nil {
      root.fault("entries", "expected \(form), found \(value.kind)")
    }
    root.take(entries.faults)
    if version == Self.version { lists.take(root) }
    let faults = root.finish()
    guard faults.isEmpty, let show else {
      let more = faults.count > Self.faultLimit ? [Fault(at: "", "… and more")] : []
      throw faulty(faults.prefix(Self.faultLimit) + more)
    }
    guard show == self.show else {
      throw place.map { .refused(path: $0, reason: "it belongs to the show \"\(show)\"") } ?? .otherShow(show)
    }
    do throws(FavoritesError) {
      return try FavoriteList(entries.favorites, lists: lists.lists)
    } catch {
      let isOfLists = error == .tooManyLists(limit: NamedList.limit)
      throw faulty([Fault(at: isOfLists ? "lists" : "entries", error.description)])
    }
  }

  private func faulty(_ faults: [Fault]) -> FavoritesError {
    place.map { .unreadable(path: $0, reason: faults[0].description) } ?? .notUnderstood(faults)
  }

  /// The document without the contents of its entries, which go into `entries`, and of unknown keys.
  private static func read(
    _ reader: inout JSONReader, _ entries: inout FavoriteEntries, _ lists: inout ListsOfDocument
  ) throws(JSONError) -> JSONValue {
    let start = reader
    guard try reader.enterObject() else {
      var other = start
      return try other.valueWithoutContents()
    }
    var members: [String: JSONValue] = [:]
    while let key = try reader.nextKey() {
      switch key {
      case "entries":
        let start = reader
        let isArray = try reader.enterArray()
        entries = isArray ? try FavoriteEntries(&reader, at: key) : FavoriteEntries()
        var other = start
        members[key] = isArray ? .array([]) : try other.valueWithoutContents()
      case "lists":
        let start = reader
        let isArray = try reader.enterArray()
        lists = isArray ? try ListsOfDocument(&reader) : ListsOfDocument()
        var other = start
        members[key] = isArray ? .array([]) : try other.valueWithoutContents()
      case "version", "show": members[key] = try reader.value(within: headLimits)
      default:
        // A few more than are reported show that there are more.
        if !key.hasPrefix("//"), members.count < faultLimit + 4 {
          members[String(decoding: key.utf8.prefix(keyLimit), as: UTF8.self)] = .null
        }
      }
    }
    return .object(members)
  }
}
