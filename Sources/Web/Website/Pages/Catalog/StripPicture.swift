import Catalogs
import Pictures
import Templates

/// One of the further pictures of an entry, in the strip below the first.
struct StripPicture: Renderable {
  private let address: String
  private let number: Int
  private let label: String
  private let title: String
  private let aspect: (width: Int, height: Int)
  /// Whether a placeholder is shown now and the picture may still arrive.
  let isAwaited: Bool

  /// Empty for an entry with one picture or none.
  static func all(of entry: Entry, _ context: PageContext) -> [StripPicture] {
    guard context.pictures != nil else { return [] }
    return entry.morePictures.enumerated().map { StripPicture($1, $0 + 2, of: entry, context) }
  }

  private init(_ source: String, _ number: Int, of entry: Entry, _ context: PageContext) {
    self.number = number
    address = context.addresses.picture(of: entry, number)
    label = context.language.text(
      .pictureNumber,
      ["number": context.language.number(number), "total": context.language.number(entry.pictures.count)])
    title = entry.title
    aspect = (context.looks.aspect.width, context.looks.aspect.height)
    isAwaited = context.pictures?.isAwaited(source, context.looks.tile) == true
  }

  static let fields: [Field<Self>] = [
    .text("stripAddress") { $0.address },
    .integer("stripNumber") { $0.number },
    .text("stripLabel") { $0.label },
    .text("stripTitle") { "\($0.title) – \($0.label)" },
    .integer("stripWidth") { $0.aspect.width * height / $0.aspect.height },
    .integer("stripHeight") { _ in height },
    .integer("stripTile") { _ in PictureScaling.tileWidths[0] },
    .integer("stripWhole") { _ in PictureScaling.wholeWidths[1] },
    .flag("isAwaitedStrip") { $0.isAwaited },
  ]

  /// In CSS pixels.
  private static let height = 80
}
