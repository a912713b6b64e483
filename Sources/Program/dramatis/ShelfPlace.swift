import ShowFiles

/// A show on the shelf, or why there is none.
struct ShelfPlace: Sendable {
  /// As it was named: by its name, or the path of its file.
  let name: String
  /// What its file calls it; nil for one that cannot be read, or is served.
  var title: String?
  /// Nil for a show that cannot be served.
  var show: ServedShow?
  /// Why it cannot be served, one line each.
  var faults: [String] = []

  /// What it is called on the shelf.
  var slug: String { Folders.slug(of: name) }
}
