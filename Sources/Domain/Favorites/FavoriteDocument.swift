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
  /// Of the version and the show, each of which is one short value.
  private static let headLimits = JSONLimits(values: 10, bytes: 1_000)
  /// Bytes that are reported of an unknown key.
  private static let keyLimit = 100

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
    var entries = FavoriteEntries()
    let document: JSONValue
    do {
      var reader = JSONReader(bytes)
      document = try Self.read(&reader, &entries)
      try reader.finish()
    } catch {
      throw .faults([JSON.Fault(at: "", error.description)])
    }
    if let version = document["version"]?.number.flatMap({ Int(exactly: $0) }), version > Self.version {
      throw .newer(version: version)
    }
    let root = StrictObject(document)
    _ = root.integer("version", in: Self.version...Self.version, "a version")
    let show = root.string("show", "a show's name")
    let form = "an array of entries"
    if let value = root.value("entries", form), value.array == nil {
      root.fault("entries", "expected \(form), found \(value.kind)")
    }
    root.take(entries.faults)
    let faults = root.finish()
    guard faults.isEmpty, let show else { throw .faults(Self.abridged(faults)) }
    guard show == self.show else { throw .otherShow(show) }
    do {
      return try FavoriteList(entries.favorites)
    } catch {
      throw .faults([JSON.Fault(at: "entries", error.description)])
    }
  }

  /// The document without what its entries hold, which goes into `entries`, and what unknown keys hold.
  private static func read(
    _ reader: inout JSONReader, _ entries: inout FavoriteEntries
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
        entries = isArray ? try FavoriteEntries(&reader) : FavoriteEntries()
        var other = start
        members[key] = isArray ? .array([]) : try other.valueWithoutContents()
      case "version", "show": members[key] = try reader.value(within: headLimits)
      default:
        // More unknown ones than are reported are not needed to know that there are more.
        if !key.hasPrefix("//"), members.count < faultLimit + 4 {
          members[String(decoding: key.utf8.prefix(keyLimit), as: UTF8.self)] = .null
        }
      }
    }
    return .object(members)
  }

  private static func abridged(_ faults: [JSON.Fault]) -> [JSON.Fault] {
    guard faults.count > faultLimit else { return faults }
    return faults.prefix(faultLimit) + [JSON.Fault(at: "", "there are more faults than these")]
  }
}
