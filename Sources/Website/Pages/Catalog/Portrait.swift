import Catalogs
import Pictures
import Templating

/// The picture of an entry on its own page, in its own shape as soon as that is known.
struct Portrait: Sendable {
  private let address: String
  /// The look of its stand-in, which is seen until the picture comes.
  private let look: String
  /// Pixels that reserve its place.
  private let width: Int
  private let height: Int
  /// Nil until the picture has been opened.
  private let facts: PictureFacts?

  init(_ entry: Entry, _ facts: PictureFacts?, _ context: PageContext) {
    look = StandIn(id: entry.id, title: entry.title).look
    address = context.addresses[.picture, entry.id]
    self.facts = facts
    let aspect = context.show.looks.aspect
    (width, height) =
      facts.map { ($0.width, $0.height) } ?? (aspect.width * 100, aspect.height * 100)
  }
}

extension Portrait: Renderable {
  static let fields: [Field<Portrait>] = [
    .text("entryPicture") { $0.address },
    .text("portraitLook") { $0.look },
    .integer("width") { $0.width },
    .integer("height") { $0.height },
    .flag("isSized") { $0.facts != nil },
    .flag("isWide") { $0.width > $0.height },
    .text("color") { $0.facts?.color ?? "" },
    .integer("wholeSmall") { _ in PictureScaling.wholeWidths[0] },
    .integer("wholeLarge") { _ in PictureScaling.wholeWidths[1] },
  ]
}
