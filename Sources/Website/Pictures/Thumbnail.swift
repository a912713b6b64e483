import Catalogs
import HTML
import Pictures
import Templating

/// The picture of an entry wherever it is listed, or its stand-in; escaped beforehand.
struct Thumbnail: Sendable {
  /// Address of the picture; empty if the entry has none.
  private let picture: SafeHTML
  private let look: SafeHTML
  private let letters: SafeHTML
  /// Size that its place is reserved with, in pixels.
  private let width: Int
  private let height: Int

  init(_ entry: Entry, _ context: PageLooks) {
    let standIn = StandIn(id: entry.id, title: entry.title)
    picture =
      entry.picture == nil ? .empty : SafeHTML(escaping: context.addresses[.picture, entry.id])
    look = SafeHTML(escaping: standIn.look)
    letters = SafeHTML(escaping: standIn.letters)
    (width, height) = (context.aspect.width * 40, context.aspect.height * 40)
  }
}

extension Thumbnail: Renderable {
  static let fields: [Field<Thumbnail>] = [
    .html("picture") { $0.picture },
    .html("look") { $0.look },
    .html("letters") { $0.letters },
    .integer("tileSmall") { _ in PictureScaling.tileWidths[0] },
    .integer("tileMedium") { _ in PictureScaling.tileWidths[1] },
    .integer("tileLarge") { _ in PictureScaling.tileWidths[2] },
    .integer("thumbnailWidth") { $0.width },
    .integer("thumbnailHeight") { $0.height },
  ]
}
