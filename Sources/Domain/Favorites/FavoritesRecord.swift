import JSON
import System

/// One visitor's list on its way from one store to another: a line of JSON.
///
///     {"visitor": 32 digits, "version": 1795370710, "day": "2026-11-22", "document": {…}}
///
/// A version is the second since 1970 of the last change, or higher after several changes within a second.
public struct FavoritesRecord: Hashable, Sendable {
  public let visitor: VisitorID
  public let version: Int
  /// The day of the last use: `2026-11-22`.
  public let day: String
  /// Empty for a list from which everything was removed.
  public let list: FavoriteList

  /// Nil if the day is not a date.
  public init?(visitor: VisitorID, version: Int, day: String, list: FavoriteList) {
    guard UTCTime.seconds("\(day)T00:00:00Z") != nil else { return nil }
    self.visitor = visitor
    self.version = version
    self.day = day
    self.list = list
  }

  /// A list whose version is also the second since 1970 of its last use.
  public init(visitor: VisitorID, version: Int, list: FavoriteList) {
    self.visitor = visitor
    self.version = version
    day = String(UTCTime.text(version).prefix(10))
    self.list = list
  }

  /// Seconds since 1970 when the list was changed, or used if that was later.
  public var modifiedAt: Int { max(version, UTCTime.seconds("\(day)T00:00:00Z") ?? 0) }

  /// Reads a line.
  /// - Throws: ``FavoritesError/damaged(path:reason:)`` or ``FavoritesError/refused(path:reason:)``.
  public init(line: [UInt8], show: String) throws(FavoritesError) {
    let place = "the list"
    let value = try FavoriteDocument.value(of: line, place)
    guard let visitor = value["visitor"]?.string.flatMap({ VisitorID($0) }),
      let version = value["version"]?.number?.whole(in: 1...1 << 53), let document = value["document"],
      let record = FavoritesRecord(
        visitor: visitor, version: version, day: value["day"]?.string ?? "",
        list: try FavoriteDocument.list(of: document, show, place))
    else {
      throw .damaged(path: place, reason: "expected visitor, version, a day like 2026-11-22 and document")
    }
    self = record
  }

  /// The line, without its end.
  public func line(show: String) -> [UInt8] {
    Array("{\"visitor\":\"\(visitor.digits)\",\"version\":\(version),\"day\":\"\(day)\",\"document\":".utf8)
      + content(show: show) + [UInt8(ascii: "}")]
  }

  /// The document on one line: texts of JSON hold no line ends.
  public func content(show: String) -> [UInt8] {
    list.exported(show: show).split(separator: UInt8(ascii: "\n"))
      .flatMap { $0.drop { $0 == UInt8(ascii: " ") } }
  }
}
