import JSON
import System

extension FavoriteList {
  /// Bytes of the longest document that is read: more than the longest list takes.
  public static let sizeLimit = 16 << 20

  /// Reads a list of that show.
  /// - Parameter place: its name in messages.
  /// - Throws: ``FavoritesError/refused(path:reason:)`` for a list of a newer program or another show,
  ///   ``FavoritesError/damaged(path:reason:)`` for anything else.
  public init(stored bytes: [UInt8], show: String, place: String) throws(FavoritesError) {
    self = try FavoriteDocument.list(of: FavoriteDocument.value(of: bytes, place), show, place)
  }

  /// The list as a JSON document that any server of this show reads.
  public func exported(show: String) -> [UInt8] {
    func text(_ text: String) -> String {
      var writer = JSONWriter()
      writer.string(text)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    let entries = favorites.map { favorite in
      #"    {"id":\#(text(favorite.id)),"title":\#(text(favorite.title)),"time":"\#(UTCTime.text(favorite.addedAt))"}"#
    }
    let lines = entries.isEmpty ? "" : "\n\(entries.joined(separator: ",\n"))"
    return Array("{\n  \"version\": 1,\n  \"show\": \(text(show)),\n  \"entries\": [\(lines)\n  ]\n}\n".utf8)
  }
}

/// A list as a JSON document: a visitor's file or row, and the format of an export.
///
///     {"version": 1, "show": "simpsons", "entries": [
///       {"id": "bart-simpson", "title": "Bart Simpson", "time": "2026-11-20T19:45:10Z"}
///     ]}
///
/// In version 2, which 0.9 to 0.14 wrote, lists that the visitor named follow, whose entries join the favorites:
///
///     "lists": [{"id": "to-visit", "name": "To visit", "color": "green", "entries": […]}]
enum FavoriteDocument {
  /// The newest version that is read; version 1 is written.
  private static let version = 2
  /// More than a visitor's lists take.
  private static let limits = JSONLimits(values: 10 * FavoriteList.limit, bytes: FavoriteList.sizeLimit)

  static func value(of bytes: [UInt8], _ place: String) throws(FavoritesError) -> JSONValue {
    guard bytes.count <= FavoriteList.sizeLimit else {
      throw .damaged(path: place, reason: "it has more than \(FavoriteList.sizeLimit) bytes")
    }
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, within: limits)
    } catch {
      throw .damaged(path: place, reason: error.description)
    }
  }

  static func list(
    of document: JSONValue, _ show: String, _ place: String
  ) throws(FavoritesError) -> FavoriteList {
    let version = document["version"]?.number?.whole(in: 1...Int.max)
    if let version, version > Self.version {
      throw .refused(
        path: place, reason: "it has version \(version), and this program reads up to \(Self.version)")
    }
    guard version != nil, let found = document["show"]?.string, let entries = document["entries"]?.array
    else {
      throw .damaged(path: place, reason: "expected a version, a show and entries")
    }
    guard found == show else { throw .refused(path: place, reason: "it belongs to the show \"\(found)\"") }
    let lists = (document["lists"]?.array ?? []).map { $0["entries"]?.array }
    var favorites: [Favorite] = []
    for entry in entries + lists.flatMap({ $0 ?? [.null] }) {
      guard let favorite = favorite(entry) else {
        throw .damaged(path: place, reason: "entry \(favorites.count + 1) has no id, title or time")
      }
      favorites.append(favorite)
    }
    do throws(FavoritesError) {
      return try FavoriteList(favorites, excess: FavoriteList.excess)
    } catch {
      throw .damaged(path: place, reason: error.description)
    }
  }

  private static func favorite(_ entry: JSONValue) -> Favorite? {
    guard let id = entry["id"]?.string, let title = entry["title"]?.string,
      let time = entry["time"]?.string.flatMap({ UTCTime.seconds($0) })
    else { return nil }
    return Favorite(id: id, title: title, addedAt: time)
  }
}
