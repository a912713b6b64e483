/// One thing in the catalog: a character, a film, a city.
public struct Entry: Sendable {
  /// A slug, unique in its catalog and stable across refreshes; stands in addresses and favorites.
  public let id: String
  public let title: String
  /// A further title to find it by, such as a film's original one; on one line.
  public let alternativeTitle: String?
  public let subtitle: String?
  /// The description as plain text: for lists, search, suggestions and scripts. Pages show
  /// ``Catalog/description(at:)``.
  public internal(set) var text: String
  /// Absolute http or https address of the picture at its source.
  public let picture: String?
  /// Addresses of further pictures; with the first at most ``FeedEntry/pictureLimit``.
  public let morePictures: [String]
  public let link: String?
  /// Positions in the catalog's sections, ascending.
  public let sections: [Int]
  public let coordinate: Coordinate?
  /// In the order of the page.
  public let facts: [Fact]

  /// The picture and the further ones.
  public var pictures: [String] { (picture.map { [$0] } ?? []) + morePictures }

  /// The subtitle, else the coordinate in degrees: the same in all languages, for programs.
  public var neutralSubtitle: String? { subtitle ?? coordinate?.description }
}

/// A named group of entries, such as a category of films.
public struct Section: Sendable, Hashable {
  /// Lower-case letters, digits, hyphens and underscores.
  public let id: String
  public let title: String

  public init(id: String, title: String) {
    (self.id, self.title) = (id, title)
  }
}

/// A fact whose wording each page chooses.
public enum Fact: Sendable, Hashable {
  /// The title in its original language (BCP 47).
  case originalTitle(String, language: String)
  case released(Day)
  /// Mean of all votes, from 0 to 10.
  case rating(Double, votes: Int)
}

/// A point on the globe, in degrees (WGS 84).
public struct Coordinate: Sendable, Hashable, CustomStringConvertible {
  /// -90 (south pole) to 90 (north pole).
  public let latitude: Double
  /// -180 to 180, east positive.
  public let longitude: Double

  /// Nil if a number is out of range or not finite.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// In degrees, rounded to four decimals (11 m): `39.7392° N, 104.9847° W`.
  public var description: String {
    "\(Self.degrees(latitude, "N", "S")), \(Self.degrees(longitude, "E", "W"))"
  }

  private static func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let scaled = Int((value * 10_000).rounded())
    let (whole, rest) = abs(scaled).quotientAndRemainder(dividingBy: 10_000)
    var decimals = String(rest + 10_000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    let point = decimals.isEmpty ? "" : "."
    return "\(whole)\(point)\(decimals)° \(scaled < 0 ? negative : positive)"
  }
}
