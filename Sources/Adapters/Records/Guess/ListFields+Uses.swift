extension ListFields {
  /// The description: the longest text in sentences; a name that says so counts twice.
  func description(besides used: Set<String>) -> Choice? {
    if let known = known("description") { return known }
    let texts = fields.filter { field in
      !used.contains(field.path) && share(field) >= 0.2
        && (field.share(.phrase) >= 0.6 || field.share(.markup) > 0.5) && field.share(.address) < 0.2
        && !field.isDated && field.share(.place) < 0.3
        && (field.meanLength >= 60 && field.separator == nil
          || field.isNamed("description") && field.meanLength >= 15)
    }
    func size(_ field: ListField) -> Double {
      min(field.meanLength, 600) * share(field) * (field.isNamed("description") ? 2 : 1)
    }
    let longest = texts.sorted { (size($1), $0.position) < (size($0), $1.position) }
    return longest.first.flatMap {
      first(longest, "the longest text, \(Int($0.meanLength)) letters on average")
    }
  }

  /// The pictures of a record: addresses of pictures, those of lists first. One that most records share is a sign.
  func pictures() -> Choice? {
    if let known = known("picture")?.fields.first { return choice(known, "as its form has it") }
    let all = fields.filter { field in
      let isPicture = field.share(.picture) >= 0.5 || field.isNamed("picture") && field.share(.address) >= 0.8
      return isPicture && (field.values < 2 || field.frequent <= 0.8) && share(field) >= 0.1
    }
    // A person's portrait shows the record only if nothing else does.
    let own = all.filter {
      isOwn($0) || !$0.parent.contains { FieldWords.has("subtitle", ListField.plain($0)) }
    }
    let single = own.filter { $0.several == 0 }
    guard let first = (named("picture", among: single) + single + own + all).first else { return nil }
    let gallery = own.filter { field in
      field.path != first.path
        && (field.several > 0 || Self.stem(field) == Self.stem(first) && field.parent == first.parent
          || field.words.contains { FieldWords.has("more", $0) })
    }
    // A gallery begins with the picture that a thumbnail is of.
    let isSmall = first.words.contains { FieldWords.has("small", $0) }
    let isWhole = isSmall && gallery.first.map { $0.several > 0 && $0.present >= first.present } == true
    let shown = ((isWhole ? [] : [first]) + gallery).prefix(12)
    let reason = first.share(.picture) >= 0.5 ? "addresses of pictures" : "its name, addresses"
    return Choice(
      fields: Array(shown), sources: shown.map(\.path), reason: "\(reason), \(presence(first))")
  }

  /// A name without its numbers: `image` of `image1`.
  private static func stem(_ field: ListField) -> String { field.last.filter { !$0.isNumber } }

  /// The page of a record: addresses that differ.
  func link(besides used: Set<String>) -> Choice? {
    let pages = fields.filter { field in
      !used.contains(field.path) && field.share(.address) >= 0.9 && field.share(.picture) < 0.3
        && share(field) >= 0.5
        && field.different >= 0.6
    }
    let named = named("link", among: pages).filter { isOwn($0) || $0.parent.count == 1 }
    return known("link") ?? first(named, "its name, addresses")
      ?? first(pages.filter { $0.several == 0 && isOwn($0) }, "addresses, different in each")
  }

  /// The section: a name that says so, else the groups that are evenest, of which there are three to fifteen at best.
  func section(besides used: Set<String>) -> Choice? {
    if let known = known("section")?.fields.first, isGroup(known) || count == 1 { return groups(known) }
    let all = fields.filter { field in
      !used.contains(field.path) && isGroup(field) && field.survey.form == .text && field.share(.markup) < 0.1
        && field.share(.number) < 0.5
        && (field.isNamed("section") || field.parts.count <= 30 && field.separator == nil)
    }
    func rank(_ field: ListField) -> (Int, Int, Double) {
      (Self.isHandy(field) && field.frequent <= 0.7 ? 0 : 1, field.names.count, field.frequent)
    }
    return (named("section", among: all).first(where: isOwn) ?? all.min { rank($0) < rank($1) }).map(groups)
  }

  /// Whether it makes three to fifteen groups of two records or more.
  static func isHandy(_ field: ListField) -> Bool {
    (3...15).contains(field.parts.count) && field.parts.count * 2 <= field.present
  }

  private func groups(_ field: ListField) -> Choice {
    Choice(fields: [field], sources: [field.path], reason: "\(field.valuesInWords); \(presence(field))")
  }

  /// The place: coordinates in one value, or two columns of degrees that are named so.
  func place() -> Choice? {
    // The geometries of KML, of which a record has one.
    let geometries = fields.filter {
      $0.names.last == "coordinates" && $0.names.count > 1 && $0.share(.place) >= 0.8
        && !$0.names.contains("innerBoundaryIs")
    }
    .sorted { ($1.present, $0.path) < ($0.present, $1.path) }.prefix(4)
    if !geometries.isEmpty { return first(of: Array(geometries), "coordinates") }
    for latitude in fields where isDegree(latitude, 90) {
      guard let stem = Self.stem(of: latitude, "latitude") else { continue }
      let other = fields.first {
        $0.parent == latitude.parent && isDegree($0, 180) && Self.stem(of: $0, "longitude") == stem
      }
      guard let other else { continue }
      return Choice(
        fields: [latitude, other], sources: [latitude.path, other.path],
        reason: "latitude and longitude, \(presence(latitude))")
    }
    return first(fields, "coordinates") { field in
      let isPair =
        field.isNumeric && field.several == field.present && field.values == 2 * field.present
        && abs(field.least) <= 180 && abs(field.most) <= 180 && FieldWords.has("pair", field.name)
      return share(field) >= 0.1 && (field.share(.place) >= 0.8 || isPair)
    }
  }

  /// The beginning of a name before one of a use: "stop" of `stop_lat`, "" of `lat`; nil without it.
  private static func stem(of field: ListField, _ use: String) -> Substring? {
    FieldWords.uses[use]?.filter { field.last.hasSuffix($0) }.max { $0.count < $1.count }
      .map { field.last.dropLast($0.count) }
  }

  private func isDegree(_ field: ListField, _ limit: Double) -> Bool {
    field.isNumeric && share(field) >= 0.1 && abs(field.least) <= limit && abs(field.most) <= limit
  }

  /// The order of the list, if it is not that of titles: events in order of time, and the newest of a feed first.
  func order(hasPage: Bool) -> (field: ListField, isDescending: Bool)? {
    if let start = form?.fields("order", among: fields).first(where: { $0.isDated }) { return (start, false) }
    let newest = form?.fields("-order", among: fields).first { $0.isDated }
    if let newest { return (newest, true) }
    let dates = own.filter { $0.isDated && share($0) >= 0.9 }
    if !isTable, hasPage, let date = named("newest", among: dates).first { return (date, true) }
    let isEvent = { (field: ListField) in
      field.survey.isOfEvents && FieldWords.has("begin", field.words.first ?? "")
    }
    return dates.first(where: isEvent).map { ($0, false) }
  }
}
