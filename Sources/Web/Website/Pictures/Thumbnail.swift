import Catalogs
import Pictures
import Templates
import Text

/// The picture of an entry wherever it is listed, or its stand-in; escaped beforehand.
struct Thumbnail: Sendable {
  /// Address of the picture; empty if the entry has none.
  private let picture: SafeHTML
  /// Address that the picture comes from; nil if the entry has none.
  private let source: String?
  /// Whether a placeholder is shown now that the picture may replace.
  private(set) var isAwaited = false
  private let look: SafeHTML
  private let letters: SafeHTML
  /// Size that its place is reserved with, in pixels.
  private let width: Int
  private let height: Int

  init(_ entry: Entry, _ context: PageLooks) {
    let standIn = StandIn(id: entry.id, title: entry.title)
    source = entry.picture
    picture = source == nil ? .empty : SafeHTML(escaping: context.addresses[.picture, entry.id])
    look = SafeHTML(escaping: standIn.look)
    letters = SafeHTML(escaping: standIn.letters)
    (width, height) = (context.aspect.width * 40, context.aspect.height * 40)
  }

  /// The same as the pictures are now.
  func checked(_ context: PageContext) -> Thumbnail {
    guard let source, let pictures = context.pictures else { return self }
    var thumbnail = self
    thumbnail.isAwaited = pictures.isAwaited(source, context.looks.tile)
    return thumbnail
  }
}

extension Thumbnail: Renderable {
  static let fields: [Field<Thumbnail>] = [
    .html("picture") { $0.picture },
    .flag("isAwaited") { $0.isAwaited },
    .html("look") { $0.look },
    .html("letters") { $0.letters },
    .integer("tileSmall") { _ in PictureScaling.tileWidths[0] },
    .integer("tileMedium") { _ in PictureScaling.tileWidths[1] },
    .integer("tileLarge") { _ in PictureScaling.tileWidths[2] },
    .integer("thumbnailWidth") { $0.width },
    .integer("thumbnailHeight") { $0.height },
  ]
}
