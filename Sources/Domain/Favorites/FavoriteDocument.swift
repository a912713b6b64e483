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
    FavoriteDocument(show: show, place: nil).encode(favorites)
  }
}

/// A list as a JSON document: a visitor's file, and the format of export and import.
///
///     {"version": 1, "show": "simpsons", "entries": [
///       {"id": "bart-simpson", "title": "Bart Simpson", "time": "2026-11-20T19:45:10Z"}
///     ]}
///
/// In version 2, which 0.9 to 0.14 wrote, lists that the visitor named follow, whose entries join the favorites:
///
///     "lists": [{"id": "to-visit", "name": "To visit", "color": "green", "entries": […]}]
struct FavoriteDocument {
  let show: String
  /// Its name in messages; nil for an import, whose faults are all reported.
  let place: String?
  /// A multiple of the limits that is accepted.
  var excess = 1

  /// The newest version that is read; version 1 is written.
  static let version = 2
  /// Lists of one visitor in version 2.
  private static let listLimit = 40
  /// Faults of a document that are reported.
  static let faultLimit = 20
  /// Twice what a visitor's lists take, and comments.
  private static let limits = JSONLimits(values: 10 * FavoriteList.limit, bytes: FavoriteList.importLimit)
  /// Bytes of an unknown key that are reported.
  private static let keyLimit = 100

  func encode(_ favorites: [Favorite]) -> [UInt8] {
    Array("{\n  \"version\": 1,\n  \"show\": \(Self.text(show)),\n  ".utf8) + Self.entries(favorites)
      + Array("\n}\n".utf8)
  }

  private static func text(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The member `entries`, one entry a line.
  private static func entries(_ favorites: [Favorite]) -> [UInt8] {
    var bytes = Array("\"entries\": [".utf8)
    for (position, favorite) in favorites.enumerated() {
      bytes += Array((position == 0 ? "\n    " : ",\n    ").utf8)
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
    return bytes + Array("\n  ]".utf8)
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
    let lists =
      version == Self.version ? elements("lists", of: root, "an array of lists", Self.listLimit, list) : []
    let faults = root.finish()
    guard faults.isEmpty, let show else {
      let more = faults.count > Self.faultLimit ? [Fault(at: "", "… and more")] : []
      throw faulty(faults.prefix(Self.faultLimit).map { Self.shortened($0) } + more)
    }
    guard show == self.show else {
      throw place.map { .refused(path: $0, reason: "it belongs to the show \"\(show)\"") } ?? .otherShow(show)
    }
    do throws(FavoritesError) {
      return try FavoriteList(entries + lists.joined(), excess: excess)
    } catch {
      throw faulty([Fault(at: "entries", error.description)])
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
    elements("entries", of: object, "an array of entries", excess * FavoriteList.limit) { entry in
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

  /// The entries of a list that the visitor named.
  private func list(_ object: StrictObject) -> [Favorite] {
    for key in ["id", "name", "color"] { _ = object.string(key, "a text") }
    return favorites(of: object)
  }
}
