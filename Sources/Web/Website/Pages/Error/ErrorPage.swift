import Templates

/// What a visitor sees instead of a page: one plain sentence and the way home.
struct ErrorPage: Sendable {
  private let context: PageContext
  private var chrome: Chrome
  private let heading: String
  private let sentence: String

  /// Where the show can be reached instead; nil if it is reached already, or nowhere else.
  private let elsewhere: String?
  private let isOfUnknownName: Bool
  private let wayOut: WayOut?
  private let leadsHome: Bool

  /// - Parameters:
  ///   - heading: what stands in place of the usual one for the status.
  ///   - sentence: likewise.
  ///   - wayOut: a form that ends what is wrong.
  init(
    _ context: PageContext, _ status: Int, heading: String? = nil, sentence: String? = nil,
    elsewhere: String? = nil, wayOut: WayOut? = nil
  ) {
    self.context = context
    let words = context.language.error(status)
    self.heading = heading ?? words.heading
    chrome = context.chrome(title: self.heading)
    self.sentence = sentence ?? words.sentence
    self.elsewhere = elsewhere
    isOfUnknownName = status == 421
    self.wayOut = wayOut
    // At a kiosk every way on is by its beginning.
    let isBeginning = wayOut != nil && context.addresses.venue == .kiosk
    if isBeginning { chrome.home = chrome.restart }
    leadsHome = !isOfUnknownName && !isBeginning
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
    .object("wayOut") { $0.wayOut },
    .flag("leadsHome") { $0.leadsHome },
  ]
}

/// A button that changes what keeps a page from being shown, and the reason for it.
struct WayOut: Sendable {
  let reason: String
  let label: String
  let address: String
}

extension WayOut: Renderable {
  static let fields: [Field<WayOut>] = [
    .text("wayOutReason") { $0.reason },
    .text("wayOutLabel") { $0.label },
    .text("wayOutAddress") { $0.address },
  ]
}

extension Visit {
  /// The way out for a browser with cookies of several visitors.
  var wayOut: WayOut? {
    guard sent.isAmbiguous else { return nil }
    return WayOut(
      reason: language.error(409).sentence, label: language.text(.removeCookies),
      address: addresses[.cookies] + addresses.query())
  }
}
