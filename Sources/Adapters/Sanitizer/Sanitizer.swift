@_spi(TrustedMarkup) public import Text

/// Turns what a feed sent into HTML that is safe in every browser, and into plain text.
///
/// For every input, valid or not: only what the policy names remains; what a browser reads from the result and
/// writes again is the same bytes, and so is what the sanitizer makes of it; every tag has its end tag; no
/// element is deeper than 96; the result is at most 64 KB. Time and memory are linear in the input.
public struct Sanitizer: Sendable {
  /// The bytes that are read of an input, and that a result has at most.
  public static let limit = 65_536

  /// What becomes of links that are not absolute.
  public enum RelativeLinks: Sendable {
    /// They lose their address.
    case dropped
    /// They stay relative, for whoever shows them where they came from.
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

  /// The safe part of `html`, and its plain text from the same reading.
  public func sanitize(_ html: UntrustedHTML) -> Sanitized {
    let isInputCut = html.bytes.count > Self.limit
    var repair = MarkupRepair(html.bytes.prefix(Self.limit))
    repair.run(isCut: isInputCut)
    var output = write(repair.markup, limit: Self.limit)
    // There is room for the ellipsis too, so that the result is never cut again.
    if output.isCut { output = write(repair.markup, limit: Self.limit - BoundedMarkup.ellipsis.count) }
    return Sanitized(
      html: SafeHTML(trusted: output.html), text: String(decoding: output.text.bytes, as: UTF8.self),
      isCut: isInputCut || output.isCut)
  }

  /// The plain text of `html`: on one line, words apart by one space, nothing escaped.
  public func text(of html: UntrustedHTML) -> String {
    sanitize(html).text
  }

  private func write(_ markup: [UInt8], limit: Int) -> BoundedMarkup {
    var writer = MarkupWriter(rules: rules, limit: limit)
    MarkupParser.parse(markup, into: &writer)
    return writer.finished()
  }
}
