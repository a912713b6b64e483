@_spi(TrustedMarkup) public import Text

/// Sanitized HTML, as markup and as plain text.
public struct Sanitized: Sendable, Hashable {
  public let html: SafeHTML

  /// The same as plain text on one line: no markup, words separated by one space, nothing escaped.
  public let text: String

  /// Whether input was left out because of the limits; both then contain an ellipsis where it was cut.
  public let isCut: Bool
}

/// Turns a feed's HTML into HTML that is safe in every browser, and into plain text.
///
/// For every input, valid or not: the result contains only what the policy names; a browser that reads it and
/// serialises it again gets the same bytes, and so does the sanitizer; every tag has its end tag; elements
/// nest at most 96 deep; the result has at most 64 KB.
public struct Sanitizer: Sendable {
  /// The most bytes that are read of an input, and that a result has.
  public static let limit = 65_536

  /// The treatment of links that are not absolute.
  public enum RelativeLinks: Sendable {
    /// They lose their address.
    case dropped
    /// They stay relative, for a page at the address of their source.
    case kept
    /// They are made absolute; a base that is not an absolute http or https address drops them.
    case resolved(against: String)
  }

  private let rules: Rules

  /// - Parameter base: The absolute http or https address that relative links resolve against; without one
  ///   they lose their address.
  public init(policy: Policy = .description, base: String? = nil) {
    self.init(policy: policy, relativeLinks: base.map { .resolved(against: $0) } ?? .dropped)
  }

  public init(policy: Policy = .description, relativeLinks: RelativeLinks) {
    rules = Rules(policy, links: relativeLinks)
  }

  /// The safe part of `html`, and its plain text from the same parse.
  ///
  /// Memory is linear in the input. The worst known 64 KB take 0.2 s: one tag with 16,000 attributes.
  public func sanitize(_ html: UntrustedHTML) -> Sanitized {
    let isInputCut = html.bytes.count > Self.limit
    let markup = MarkupCleaner.clean(html.bytes.prefix(Self.limit), isCut: isInputCut)
    let reserve = BoundedMarkup.ellipsis.count
    var output = write(markup, limit: isInputCut ? Self.limit - reserve : Self.limit)
    // The ellipsis fits too, so the result is never cut again.
    if output.isCut { output = write(markup, limit: Self.limit - reserve) }
    if isInputCut { output.markCut() }
    return Sanitized(
      html: SafeHTML(trusted: output.html), text: String(decoding: output.text.bytes, as: UTF8.self),
      isCut: isInputCut || output.isCut)
  }

  /// The plain text of `html`: on one line, words separated by one space, nothing escaped.
  public func text(of html: UntrustedHTML) -> String {
    sanitize(html).text
  }

  private func write(_ markup: [UInt8], limit: Int) -> BoundedMarkup {
    var writer = MarkupWriter(rules: rules, limit: limit)
    MarkupParser.parse(markup, into: &writer)
    return writer.finished()
  }
}
