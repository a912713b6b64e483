extension FieldChoice {
  /// The coordinates of an entry.
  var place: RecordGuess.Field? {
    // The geometries of KML, of which a record has one.
    let geometries = fields.filter {
      $0.names.last == "coordinates" && $0.names.count > 1 && $0.share(.place) >= 0.8
        && !$0.names.contains("innerBoundaryIs")
    }
    .sorted { ($1.present, $0.path) < ($0.present, $1.path) }.prefix(4)
    if let first = geometries.first {
      let path = geometries.map(\.path).joined(separator: " || ")
      return RecordGuess.Field(
        key: "place", sources: [RecordPath(path) == nil ? first.path : path],
        reason: "coordinates, \(presence(first))")
    }
    for latitude in fields where isDegree(latitude, 90) {
      guard let stem = FieldWords["latitude"].stem(of: latitude) else { continue }
      let other = fields.first {
        $0.parent == latitude.parent && isDegree($0, 180) && FieldWords["longitude"].stem(of: $0) == stem
      }
      guard let other else { continue }
      return RecordGuess.Field(
        key: "place", sources: [latitude.path, other.path],
        reason: "latitude and longitude, \(presence(latitude))")
    }
    return best("place").map {
      RecordGuess.Field(key: "place", sources: [$0.path], reason: reasons($0, "place"))
    }
  }

  /// Whether a field is a list of two coordinates.
  func isPair(_ field: FieldStatistics) -> Bool {
    isNumeric(field) && field.several == field.present && field.values == 2 * field.present
      && abs(field.least) <= 180 && abs(field.most) <= 180 && field.weight("pair") > 0
  }

  private func isDegree(_ field: FieldStatistics, _ limit: Double) -> Bool {
    isNumeric(field) && share(field) >= 0.1 && abs(field.least) <= limit && abs(field.most) <= limit
  }
}
