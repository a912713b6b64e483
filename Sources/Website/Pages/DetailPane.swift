import HTML
import Templating

/// One entry in full.
struct DetailPane: Sendable {
  /// Title as plain text, for the bar.
  let plainTitle: String
  let title: SafeHTML
  let subtitle: SafeHTML
  let description: SafeHTML
  let picture: String
  /// Size that the picture's place is reserved with, in pixels.
  let width: Int
  let height: Int
  /// Address of the list that the visitor came from.
  let back: String
  let source: Source?

  /// Where the entry comes from.
  struct Source: Sendable {
    let address: String
    let host: String
  }
}

extension DetailPane: Renderable {
  static let fields: [Field<DetailPane>] = [
    .text("plainTitle") { $0.plainTitle },
    .html("entryTitle") { $0.title },
    .html("entrySubtitle") { $0.subtitle },
    .html("description") { $0.description },
    .text("entryPicture") { $0.picture },
    .integer("width") { $0.width },
    .integer("height") { $0.height },
    .text("back") { $0.back },
    .object("source") { $0.source },
  ]
}

extension DetailPane.Source: Renderable {
  static let fields: [Field<DetailPane.Source>] = [
    .text("sourceAddress") { $0.address },
    .text("sourceHost") { $0.host },
  ]
}
