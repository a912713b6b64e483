import Catalogs
import Templates
import Text

/// The page of an error: one sentence and a link home.
struct ErrorPage: Renderable {
  private let context: PageContext
  private var chrome: Chrome
  private let heading: String
  private let sentence: String
  /// A line about the progress of a list that is being read.
  private let progress: String?
  /// Address that works instead, for a request with an unknown host name.
  private let elsewhere: String?
  private let isOfUnknownName: Bool
  /// Address of the form that begins a kiosk.
  private let begin: String?
  private let link: Link
  /// Entries whose titles are like the name in an unknown address.
  private let near: [Row]

  /// The link under the sentence.
  enum Link: Equatable {
    case beginning
    /// To the start page too, which has the same error.
    case again
    case none
  }

  init(
    _ context: PageContext, _ status: Int, heading: String? = nil, sentence: String? = nil,
    progress: String? = nil, elsewhere: String? = nil, begin: String? = nil,
    link: Link = .beginning, near: [Row] = []
  ) {
    self.context = context
    let words = context.language.error(status)
    self.heading = heading ?? words.heading
    chrome = context.chrome(title: self.heading)
    self.sentence = sentence ?? words.sentence
    self.progress = progress
    self.elsewhere = elsewhere
    isOfUnknownName = status == 421
    self.begin = begin
    self.near = near
    // A kiosk continues at its beginning.
    if begin != nil { chrome.home = chrome.restart }
    self.link = isOfUnknownName || begin != nil ? .none : link
  }

  var bytes: [UInt8] { context.templates.error.render(self).bytes }

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.chrome },
    .text("heading") { $0.heading },
    .text("sentence") { $0.sentence },
    .optionalText("progress") { $0.progress },
    .optionalText("elsewhere") { $0.elsewhere },
    .flag("isOfUnknownName") { $0.isOfUnknownName },
    .optionalText("begin") { $0.begin },
    .flag("hasSearch") { $0.link == .beginning && !$0.context.catalog.entries.isEmpty },
    .flag("hasNear") { !$0.near.isEmpty },
    .list("near") { $0.near },
    .html("otherQuery") { SafeHTML(escaping: $0.context.addresses.query()) },
    .flag("leadsHome") { $0.link == .beginning },
    .flag("leadsAgain") { $0.link == .again },
  ]
}

extension Visit {
  /// The reason why a form of another host is refused: a proxy may have changed the host or its port.
  var otherHost: String? {
    guard let page = call.form?.page, page != call.sender.origin else { return nil }
    return call.language.text(.otherHost, ["page": page, "host": call.sender.origin])
  }
}
