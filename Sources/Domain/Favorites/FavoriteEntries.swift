import JSON

/// The entries of a document, read one by one, without anything that a favorite does not have.
struct FavoriteEntries {
  /// Each id once, and few more than a list holds.
  private(set) var favorites: [Favorite] = []
  private(set) var faults: [Fault] = []
  private var ids: Set<String> = []

  /// Limits of one entry: ten times the longest id and title, and comments.
  private static let limits = JSONLimits(values: 50, bytes: 10 * (Favorite.idLimit + Favorite.titleLimit))

  init() {}

  /// Reads the array that a reader has entered to its end.
  /// - Parameter place: the path of the array in faults.
  init(_ reader: inout JSONReader, at place: String) throws(JSONError) {
    var (faulty, position) = (0, 0)
    while try reader.nextElement() {
      // Beyond these limits the rest is only checked to be valid JSON.
      guard faulty <= FavoriteDocument.faultLimit, ids.count <= FavoriteList.limit else { continue }
      let object = StrictObject(try reader.value(within: Self.limits), at: "\(place).\(position)")
      if let favorite = Self.favorite(object), ids.insert(favorite.id).inserted { favorites.append(favorite) }
      let found = object.finish()
      faults += found
      faulty += found.isEmpty ? 0 : 1
      position += 1
    }
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
}

/// The lists of a document, with as few entries in memory as a visitor may have.
struct ListsOfDocument {
  /// One more than a visitor has, and of each its id and name once.
  private(set) var lists: [NamedList] = []
  private var faults: [Fault] = []

  /// Limits of a list's id, name and color.
  private static let limits = JSONLimits(values: 5, bytes: 4_000)

  init() {}

  /// Reads the array that a reader has entered to its end.
  init(_ reader: inout JSONReader) throws(JSONError) {
    var position = 0
    while try reader.nextElement() {
      defer { position += 1 }
      // Beyond these limits the rest is only checked to be valid JSON.
      guard lists.count <= NamedList.limit, faults.count <= FavoriteDocument.faultLimit,
        lists.reduce(0, { $0 + $1.entries.count }) <= FavoriteList.limit
      else { continue }
      try read(&reader, at: "lists.\(position)")
    }
  }

  private mutating func read(_ reader: inout JSONReader, at place: String) throws(JSONError) {
    let start = reader
    guard try reader.enterObject() else {
      var other = start
      faults.append(Fault(at: place, "expected a list, found \(try other.valueWithoutContents().kind)"))
      return
    }
    var (members, entries) = ([String: JSONValue](), FavoriteEntries())
    while let key = try reader.nextKey() {
      switch key {
      case "entries":
        let start = reader
        let isArray = try reader.enterArray()
        entries = isArray ? try FavoriteEntries(&reader, at: "\(place).\(key)") : FavoriteEntries()
        var other = start
        members[key] = isArray ? .array([]) : try other.valueWithoutContents()
      case "id", "name", "color": members[key] = try reader.value(within: Self.limits)
      default: if !key.hasPrefix("//"), members.count < 8 { members[String(key.prefix(40))] = .null }
      }
    }
    let object = StrictObject(.object(members), at: place)
    let list = Self.list(object, entries)
    faults += object.finish() + entries.faults
    if let list { lists.append(list) }
  }

  private static func list(_ object: StrictObject, _ entries: FavoriteEntries) -> NamedList? {
    let forms = (
      id: "an id of lower-case letters, digits and hyphens",
      name: "a name of 1 to \(ListLabel.nameLimit) characters",
      color: "one of \(ListColor.allCases.map(\.rawValue).joined(separator: ", "))",
      entries: "an array of entries"
    )
    if let value = object.value("entries", forms.entries), value.array == nil {
      object.fault("entries", "expected \(forms.entries), found \(value.kind)")
    }
    guard let id = object.string("id", forms.id), let name = object.string("name", forms.name),
      let color = object.string("color", forms.color)
    else { return nil }
    guard let color = ListColor(rawValue: color) else {
      object.fault("color", "expected \(forms.color)")
      return nil
    }
    guard let label = ListLabel(name: name, color: color) else {
      object.fault("name", "expected \(forms.name)")
      return nil
    }
    let list = NamedList(id: id, label: label, entries: FavoriteSet(entries.favorites))
    if list == nil { object.fault("id", "expected \(forms.id)") }
    return list
  }

  /// Hands the faults to a document, whose `lists` it takes.
  func take(_ root: StrictObject) {
    let form = "an array of lists"
    if let value = root.value("lists", form), value.array == nil {
      root.fault("lists", "expected \(form), found \(value.kind)")
    }
    root.take(faults)
  }
}
