import Templating

/// What a visitor sees instead of a page: one plain sentence and the way home.
struct ErrorPage: Sendable {
  private let context: PageContext
  private let chrome: Chrome
  private let heading: String
  private let sentence: String

  /// Where the show can be reached instead; nil if it is reached already, or nowhere else.
  private let elsewhere: String?
  private let isOfUnknownName: Bool

  /// - Parameters:
  ///   - heading: what stands in place of the usual one for the status.
  ///   - sentence: likewise.
  init(
    _ context: PageContext, _ status: Int, heading: String? = nil, sentence: String? = nil,
    elsewhere: String? = nil
  ) {
    self.context = context
    let words = context.language.error(status)
    self.heading = heading ?? words.heading
    chrome = context.chrome(title: self.heading)
    self.sentence = sentence ?? words.sentence
    self.elsewhere = elsewhere
    isOfUnknownName = status == 421
  }

  var bytes: [UInt8] { context.templates.error.render(self).bytes }
}

extension ErrorPage: Renderable {
  static let fields: [Field<ErrorPage>] = [
    .object("chrome") { $0.chrome },
    .text("heading") { $0.heading },
    .text("sentence") { $0.sentence },
    .optionalText("elsewhere") { $0.elsewhere },
    .flag("isOfUnknownName") { $0.isOfUnknownName },
  ]
}
