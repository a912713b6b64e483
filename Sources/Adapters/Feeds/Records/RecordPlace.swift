import Catalogs
import Configuration
import JSON
import Records
import System

/// The coordinate of a record.
enum RecordPlace: Sendable {
  case whole(RecordText)
  case parts(latitude: RecordText, longitude: RecordText)

  /// Members that are read of an object.
  static let names: Set<String> = [
    "type", "coordinates", "latitude", "longitude", "lat", "lon", "lng", "long",
  ]

  /// The fields, by their keys in the show's file.
  var fields: [(key: String, text: RecordText)] {
    switch self {
    case .whole(let text): [("place", text)]
    case .parts(let latitude, let longitude): [("place.latitude", latitude), ("place.longitude", longitude)]
    }
  }

  /// The same, by numbers of fields.
  enum Fields {
    /// - Parameters:
    ///   - isLatitudeFirst: of two numbers in a list.
    ///   - isKML: whether a text has its longitude first.
    case whole(RecordField, isLatitudeFirst: Bool, isKML: Bool)
    case parts(latitude: RecordField, longitude: RecordField)

    init(_ place: RecordPlace, among fields: inout RecordFields) {
      switch place {
      case .whole(let text):
        let name = text.source.split { $0 == "." || $0 == "\"" || $0 == "[" }.last { !$0.hasSuffix("]") }
        let isLatitudeFirst = name?.lowercased().hasPrefix("lat") == true
        let isKML = ["Point", "LineString", "LinearRing"].contains {
          text.source.contains("\($0).coordinates")
        }
        self = .whole(fields.add(text), isLatitudeFirst: isLatitudeFirst, isKML: isKML)
      case .parts(let latitude, let longitude):
        self = .parts(latitude: fields.add(latitude), longitude: fields.add(longitude))
      }
    }

    /// Nil if missing or out of range.
    func coordinate(of record: borrowing Record) -> Coordinate? {
      switch self {
      case .parts(let latitude, let longitude):
        guard let latitude = latitude.number(of: record), let longitude = longitude.number(of: record) else {
          return nil
        }
        return Coordinate(latitude: latitude, longitude: longitude)
      case .whole(let field, let isLatitudeFirst, let isKML):
        let values = field.values(of: record)
        // Two numbers of a list are in GeoJSON's order, unless their name says otherwise.
        if field.isPath, values.count == 2, let first = values[0].number, let second = values[1].number {
          return isLatitudeFirst
            ? Coordinate(latitude: first, longitude: second) : Coordinate(latitude: second, longitude: first)
        }
        guard isKML, let text = values.first?.string else {
          return values.first.flatMap(RecordPlace.coordinate)
        }
        return RecordPlace.middle(ofPoints: text)
      }
    }
  }

  private static func coordinate(_ value: JSONValue) -> Coordinate? {
    if let text = value.string { return coordinate(text) }
    if value["type"]?.string != nil, let coordinates = value["coordinates"]?.array {
      return middle(of: coordinates)
    }
    let latitude = value["latitude"] ?? value["lat"]
    let longitude = value["longitude"] ?? value["lon"] ?? value["lng"] ?? value["long"]
    return coordinate(latitude?.recordText, longitude?.recordText)
  }

  /// The middle of a GeoJSON geometry: of several lines or areas that of the first, because they may lie on both sides
  /// of the date line.
  private static func middle(of coordinates: [JSONValue]) -> Coordinate? {
    var positions = coordinates
    // The outer ring of an area precedes its holes.
    while let inner = positions.first?.array, inner.first?.array != nil { positions = inner }
    if positions.first?.number != nil { positions = [.array(positions)] }
    let points = positions.compactMap { $0.array?.prefix(2).compactMap(\.number) }.filter { $0.count == 2 }
    guard let west = points.map(\.[0]).min(), let east = points.map(\.[0]).max(),
      let south = points.map(\.[1]).min(), let north = points.map(\.[1]).max()
    else { return nil }
    return Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }

  /// The middle of KML's `lon,lat,height` for one or several points; nil if a text is something else.
  fileprivate static func middle(ofPoints text: String) -> Coordinate? {
    let points = text.split(whereSeparator: \.isWhitespace).map {
      $0.split(separator: ",").map { $0.decimal() }
    }
    guard points.allSatisfy({ (2...3).contains($0.count) && !$0.contains(nil) }) else { return nil }
    return middle(of: points.map { .array($0.prefix(2).compactMap { $0.map { .number($0) } }) })
  }

  /// WKT's `Point(lon lat)`, KML's `lon,lat,height` for one or several points, or `lat, lon`.
  private static func coordinate(_ text: String) -> Coordinate? {
    let isSeveral = text.contains { $0.isWhitespace } && !text.contains(", ")
    if isSeveral || text.count(where: { $0 == "," }) == 2, let middle = middle(ofPoints: text) {
      return middle
    }
    let upper = text.uppercased()
    if upper.contains("POINT"), let open = upper.firstIndex(of: "(") {
      let numbers = upper[open...].dropFirst().prefix { $0 != ")" }.split(separator: " ").compactMap {
        $0.decimal()
      }
      return numbers.count >= 2 ? Coordinate(latitude: numbers[1], longitude: numbers[0]) : nil
    }
    let parts = text.split { ",; ".contains($0) }.map(String.init)
    return parts.count == 2 ? coordinate(parts[0], parts[1]) : nil
  }

  private static func coordinate(_ latitude: String?, _ longitude: String?) -> Coordinate? {
    guard let latitude = latitude?.decimal(), let longitude = longitude?.decimal() else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension SettingForm where Value == RecordPlace {
  static var recordPlace: Self {
    SettingForm<RecordText>.recordText.orTexts(["latitude", "longitude"]) {
      .whole($0)
    } parts: { texts in
      .parts(latitude: texts[0], longitude: texts[1])
    }
  }
}
