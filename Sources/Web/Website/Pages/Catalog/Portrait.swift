import Catalogs
import Pictures
import Templates

/// The picture of an entry on its own page, in a box whose shape does not change when the picture arrives.
struct Portrait: Sendable {
  /// Nil for an entry without a picture.
  private let address: String?
  private let placeholder: StandIn
  /// Nil until the picture has been decoded.
  private let facts: PictureFacts?
  /// Whether a placeholder is shown now that the picture may replace.
  let isAwaited: Bool
  /// Whether the page says more once the picture, its facts or its copies are here.
  let isProvisional: Bool

  /// Pixels of the longer side up to which a picture has a lower box: enlarged twice it would be lost in a high one.
  private static let (smallSide, mediumSide) = (160, 320)

  /// Nil for an entry without a picture in a show that has none.
  init?(_ entry: Entry, _ context: PageContext) {
    guard entry.picture != nil || context.looks.hasPictures else { return nil }
    placeholder = StandIn(id: entry.id, title: entry.title)
    address = entry.picture.map { _ in context.addresses[.picture, entry.id] }
    guard let source = entry.picture, let pictures = context.pictures else {
      (facts, isAwaited, isProvisional) = (nil, false, false)
      return
    }
    facts = pictures.facts(of: source)
    isAwaited = facts == nil && pictures.isAwaited(source, PictureScaling(.whole, .webp))
    isProvisional = facts.map { $0.copyWidths.isEmpty && !$0.isAnimated } ?? true
  }

  /// The classes of its box.
  private var look: String {
    guard let facts else { return "face \(placeholder.look)" }
    let side = max(facts.width, facts.height)
    return side <= Self.smallSide ? "small" : side <= Self.mediumSide ? "medium" : "large"
  }

  /// The copies with their true widths, as `srcset` has them, and how wide the picture is to be. One copy is shown
  /// twice as wide as it is, as far as the box has room: so is one of unknown width, by its density.
  private var sources: (set: String, sizes: String)? {
    guard let address else { return nil }
    let candidates = zip(facts?.copyWidths ?? [], PictureScaling.wholeWidths).map {
      "\(address)?whole=\($1) \($0)w"
    }
    guard let width = facts?.copyWidths.first else {
      return ("\(address)?whole=\(PictureScaling.wholeWidths[0]) 0.5x", "")
    }
    let isOne = candidates.count == 1
    return (candidates.joined(separator: ", "), isOne ? "\(2 * width)px" : "(width < 720px) 100vw, 45vw")
  }
}

extension Portrait: Renderable {
  static let fields: [Field<Portrait>] = [
    .optionalText("entryPicture") { $0.address },
    .text("portraitLook") { $0.look },
    // As a view box; nil until the shape is known.
    .optionalText("portraitShape") { $0.facts.map { "0 0 \($0.width) \($0.height)" } },
    .text("portraitLetters") { $0.placeholder.letters },
    .flag("isAwaitedPortrait") { $0.isAwaited },
    .optionalText("color") { $0.facts?.color },
    .text("portraitSources") { $0.sources?.set ?? "" },
    .text("portraitSizes") { $0.sources?.sizes ?? "" },
    .integer("wholeLarge") { _ in PictureScaling.wholeWidths[1] },
  ]
}
