import JSON

/// The entries of a document, read one by one: of each, only what makes a favorite is kept.
struct FavoriteEntries {
  /// Each id once, and not many more than a list holds.
  private(set) var favorites: [Favorite] = []
  private(set) var faults: [Fault] = []
  private var ids: Set<String> = []

  /// Of one entry: room for ten times the longest id and title, and for comments.
  private static let limits = JSONLimits(values: 50, bytes: 10 * (Favorite.idLimit + Favorite.titleLimit))

  init() {}

  /// Reads the array that a reader has entered to its end.
  init(_ reader: inout JSONReader) throws(JSONError) {
    var faulty = 0
    var position = 0
    while try reader.nextElement() {
      // The rest must be valid JSON all the same.
      guard faulty <= FavoriteDocument.faultLimit, ids.count <= FavoriteList.limit else { continue }
      let object = StrictObject(try reader.value(within: Self.limits), at: "entries.\(position)")
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
