import JSON

/// A list as a JSON document: a visitor's file, and what is exported and imported.
///
///     {"version": 1, "show": "simpsons", "entries": [
///       {"id": "bart-simpson", "title": "Bart Simpson", "time": "2026-11-20T19:45:10Z"}
///     ]}
struct FavoriteDocument {
  /// The newest that is read, and the one that is written.
  static let version = 1
  /// Bytes; more than the longest list takes.
  static let byteLimit = 16 << 20
  /// How many faults of a document are reported.
  static let faultLimit = 20

  /// Why a document is not a list.
  enum Fault: Error {
    case newer(version: Int)
    case otherShow(String)
    case faults([JSON.Fault])
  }

  let show: String

  func encode(_ list: FavoriteList) -> [UInt8] {
    var head = JSONWriter()
    head.string(show)
    var bytes = Array("{\n  \"version\": \(Self.version),\n  \"show\": ".utf8)
    bytes += head.bytes
    bytes += Array(",\n  \"entries\": [".utf8)
    for (position, favorite) in list.favorites.enumerated() {
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
    return bytes + Array("\n  ]\n}\n".utf8)
  }

  func decode(_ bytes: [UInt8]) throws(Fault) -> FavoriteList {
    guard bytes.count <= Self.byteLimit else {
      throw .faults([JSON.Fault(at: "", "expected at most \(Self.byteLimit) bytes")])
    }
    let document: JSONValue
    do {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw .faults([JSON.Fault(at: "", error.description)])
    }
    if let version = document["version"]?.number.flatMap({ Int(exactly: $0) }), version > Self.version {
      throw .newer(version: version)
    }
    let root = StrictObject(document)
    _ = root.integer("version", in: Self.version...Self.version, "a version")
    let show = root.string("show", "a show's name")
    let favorites = entries(root)
    let faults = root.finish()
    guard faults.isEmpty, let show, let favorites else { throw .faults(Self.abridged(faults)) }
    guard show == self.show else { throw .otherShow(show) }
    do {
      return try FavoriteList(favorites)
    } catch {
      throw .faults([JSON.Fault(at: "entries", error.description)])
    }
  }

  private func entries(_ root: StrictObject) -> [Favorite]? {
    let form = "an array of entries"
    guard let value = root.value("entries", form) else { return nil }
    guard let array = value.array else {
      root.fault("entries", "expected \(form), found \(value.kind)")
      return nil
    }
    var favorites: [Favorite] = []
    favorites.reserveCapacity(array.count)
    var faulty = 0
    for (position, value) in array.enumerated() {
      let object = StrictObject(value, at: "entries.\(position)")
      if let favorite = Self.favorite(object) { favorites.append(favorite) }
      let faults = object.finish()
      root.take(faults)
      faulty += faults.isEmpty ? 0 : 1
      if faulty > Self.faultLimit { break }
    }
    return favorites
  }

  private static func favorite(_ object: StrictObject) -> Favorite? {
    let idForm = "an id of lower-case letters, digits and hyphens"
    let timeForm = "a time like 2026-11-20T19:45:10Z"
    let id = object.string("id", idForm)
    let title = object.string("title", "a title")
    let time = object.string("time", timeForm)
    if let id, !Favorite.isID(id) { object.fault("id", "expected \(idForm)") }
    if let title, title.utf8.count > Favorite.titleLimit {
      object.fault("title", "expected at most \(Favorite.titleLimit) bytes")
    }
    let seconds = time.flatMap { UTCTime.seconds($0) }
    if time != nil, seconds == nil { object.fault("time", "expected \(timeForm)") }
    guard let id, let title, let seconds else { return nil }
    return Favorite(id: id, title: title, addedAt: seconds)
  }

  private static func abridged(_ faults: [JSON.Fault]) -> [JSON.Fault] {
    guard faults.count > faultLimit else { return faults }
    return faults.prefix(faultLimit) + [JSON.Fault(at: "", "there are more faults than these")]
  }
}
