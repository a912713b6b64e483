public import Search
public import System
public import Text

/// Builds the catalog of a show from its feed's entries.
public struct CatalogBuilder: Sendable {
  /// Sanitizes markup: HTML for the page, and its plain text.
  public typealias Sanitize = @Sendable (UntrustedHTML) -> (html: SafeHTML, text: String)

  let strippedSuffix: String?
  let match: SearchMatch
  let titleOrder: TitleOrder
  let sanitize: Sanitize

  /// - Parameters:
  ///   - match: the kind of search that the catalog answers fast.
  ///   - language: of the titles (BCP 47), whose articles the order of the list ignores.
  public init(
    strippedSuffix: String?, match: SearchMatch = .contains, language: String = "en",
    sanitize: @escaping Sanitize
  ) {
    (self.strippedSuffix, self.match, self.sanitize) = (strippedSuffix, match, sanitize)
    titleOrder = TitleOrder(language: language)
  }

  /// Builds the catalog, with ids that depend on the list alone. Entries without a title are left out; a repeated
  /// identity adds its sections to the first entry with it.
  public func catalog(of content: FeedContent) -> Catalog {
    var writer = CatalogWriter(self, facts: content.facts)
    for entry in content.entries { writer.append(entry) }
    return catalog(of: writer.finish(content).arrays)
  }

  /// The catalog that a ``CatalogWriter`` wrote.
  public func catalog(of arrays: ArraySet) -> Catalog { Catalog(arrays, sanitize: sanitize) }
}
