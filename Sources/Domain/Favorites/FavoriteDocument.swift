import JSON
import System

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
    self = try FavoriteDocument(show: show, place: place, excess: Self.excess).decode(bytes)
  }

  /// The list as a JSON document that any server of this show imports.
  public func exported(show: String) -> [UInt8] {
    FavoriteDocument(show: show, place: nil).encode(favorites, lists)
  }

  /// The documents in which stores keep a list, both nil for an empty one.
  ///
  /// Programs from 0.8.0 on read and write the favorites, in the form of version 1: they refuse newer ones. The
  /// visitor's lists stand apart, and are nil if there are none.
  public func stored(show: String) -> (favorites: [UInt8]?, lists: [UInt8]?) {
    let document = FavoriteDocument(show: show, place: nil)
    return (
      isEmpty ? nil : document.encode(favorites, []), lists.isEmpty ? nil : document.encode([], lists)
    )
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
  /// A multiple of the limits that is accepted.
  var excess = 1

  /// The newest version that is read, and the version of a document with lists; one without has version 1.
  static let version = 2
  /// Faults of a document that are reported.
  static let faultLimit = 20
  /// Twice what a visitor's lists take, and comments.
  private static let limits = JSONLimits(values: 10 * FavoriteList.limit, bytes: FavoriteList.importLimit)
  /// Bytes of an unknown key that are reported.
  private static let keyLimit = 100

  func encode(_ favorites: [Favorite], _ lists: [NamedList]) -> [UInt8] {
    let version = lists.isEmpty ? 1 : Self.version
    var bytes = Array("{\n  \"version\": \(version),\n  \"show\": \(Self.text(show)),\n  ".utf8)
    bytes += Self.entries(favorites, indent: "  ")
    if !lists.isEmpty {
      let lists = lists.map { list in
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
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: bytes, within: Self.limits)
    } catch {
      throw faulty([Fault(at: "", error.description)])
    }
    if let version = document["version"]?.number?.whole(in: Self.version + 1...Int.max) {
      throw place.map {
        .refused(path: $0, reason: "it has version \(version), and this program reads up to \(Self.version)")
      } ?? faulty([Fault(at: "version", "expected at most \(Self.version), found \(version)")])
    }
    let root = StrictObject(document)
    let version = root.integer("version", in: 1...Self.version, "a version")
    let show = root.string("show", "a show's name")
    let entries = favorites(of: root)
    let isWithLists = version == Self.version
    let lists =
      isWithLists ? elements("lists", of: root, "an array of lists", excess * NamedList.limit, list) : []
    let faults = root.finish()
    guard faults.isEmpty, let show else {
      let more = faults.count > Self.faultLimit ? [Fault(at: "", "… and more")] : []
      throw faulty(faults.prefix(Self.faultLimit).map { Self.shortened($0) } + more)
    }
    guard show == self.show else {
      throw place.map { .refused(path: $0, reason: "it belongs to the show \"\(show)\"") } ?? .otherShow(show)
    }
    do throws(FavoritesError) {
      return try FavoriteList(entries, lists: lists, excess: excess)
    } catch {
      let isOfLists = error == .tooManyLists(limit: NamedList.limit)
      throw faulty([Fault(at: isOfLists ? "lists" : "entries", error.description)])
    }
  }

  private func faulty(_ faults: [Fault]) -> FavoritesError {
    place.map { .unreadable(path: $0, reason: faults[0].description) } ?? .notUnderstood(faults)
  }

  /// A fault with the beginning of an unknown key.
  private static func shortened(_ fault: Fault) -> Fault {
    Fault(at: String(decoding: fault.path.utf8.prefix(keyLimit), as: UTF8.self), fault.expected)
  }

  /// The elements of an array, as far as they are valid; all faults go to the object.
  /// - Parameter limit: one more is read, so that the list is refused.
  private func elements<Element>(
    _ key: String, of object: StrictObject, _ form: String, _ limit: Int, _ read: (StrictObject) -> Element?
  ) -> [Element] {
    guard let value = object.value(key, form) else { return [] }
    guard let array = value.array else {
      object.fault(key, "expected \(form), found \(value.kind)")
      return []
    }
    return array.prefix(limit + 1).enumerated().compactMap { position, element in
      let inner = StrictObject(element, at: "\(object.join(key)).\(position)")
      let read = read(inner)
      object.take(inner.finish())
      return read
    }
  }

  private func favorites(of object: StrictObject) -> [Favorite] {
    elements("entries", of: object, "an array of entries", FavoriteList.limit) { entry in
      let idForm = "an id of lower-case letters, digits and hyphens"
      let timeForm = "a time like 2026-11-20T19:45:10Z"
      let id = entry.string("id", idForm)
      let title = entry.string("title", "a title")
      let time = entry.string("time", timeForm)
      if let id, !Favorite.isID(id) { entry.fault("id", "expected \(idForm)") }
      if let title, title.utf8.count > Favorite.titleLimit {
        entry.fault("title", "expected at most \(Favorite.titleLimit) bytes")
      }
      let seconds = time.flatMap { UTCTime.seconds($0) }
      if time != nil, seconds == nil { entry.fault("time", "expected \(timeForm)") }
      guard let id, let title, let seconds else { return nil }
      return Favorite(id: id, title: title, addedAt: seconds)
    }
  }

  private func list(_ object: StrictObject) -> NamedList? {
    let idForm = "an id of lower-case letters, digits and hyphens"
    let nameForm = "a name of 1 to \(ListLabel.nameLimit) characters"
    let colorForm = "one of \(ListColor.allCases.map(\.rawValue).joined(separator: ", "))"
    let entries = favorites(of: object)
    guard let id = object.string("id", idForm), let name = object.string("name", nameForm),
      let color = object.string("color", colorForm)
    else { return nil }
    guard let color = ListColor(rawValue: color) else {
      object.fault("color", "expected \(colorForm)")
      return nil
    }
    guard let label = ListLabel(name: name, color: color) else {
      object.fault("name", "expected \(nameForm)")
      return nil
    }
    let list = NamedList(id: id, label: label, entries: FavoriteSet(entries))
    if list == nil { object.fault("id", "expected \(idForm)") }
    return list
  }
}
