import Configuration
import Fetching
import JSON
import Records
import System
import Text

/// A visit to a list: its first page, then each next page.
///
/// A failing page fails the visit, so that no list is cut short unnoticed.
struct RecordPages {
  let settings: RecordsSettings
  private var source: FeedSource

  init(settings: RecordsSettings, source: FeedSource) {
    (self.settings, self.source) = (settings, source)
    self.source.takesCharset = settings.charset == nil
  }

  /// The default for `pages`.
  static let usual = 20
  /// The largest value of `pages`.
  static let limit = 500
  /// Between two requests, of which a service gets at most four a second.
  private static let pause = Duration.milliseconds(250)
  /// Longest `Retry-After` that is waited for in the middle of a list, in seconds.
  static let patience = 30
  /// Waits for a busy service in one list.
  static let waits = 3
  /// The number of the page, in an address.
  private static let placeholder = "{page}"

  func answer(from address: WebAddress) throws(FeedError) -> FeedAnswer {
    var next: WebAddress? = try page(1, of: address)
    var asked: Set<String> = []
    var pages: [Numbers<UInt8>] = []
    var size = 0
    var postponement: FeedError?
    var first: WebAddress?
    var notes: [String] = []
    var isInside = true
    var waits = Self.waits
    let work =
      settings.pages > 1 ? LongWork("asking \(address.host)", as: .fetching, in: .things("pages")) : nil
    while let address = next, pages.count < settings.pages, asked.insert(address.text).inserted {
      if pages.count > 0 { try source.pause(Self.pause) }
      let fetched: Fetched
      do throws(FeedError) {
        fetched = try answer(
          of: address, limit: RecordsFeed.byteLimit - size, isBound: pages.count > 0,
          mayBeInside: isInside, waits: &waits)
      } catch {
        // Past the last numbered page.
        if case .status(404, _, _, _) = error, isNumbered, pages.count > 0 { break }
        throw error
      }
      let body = fetched.content
      if isNumbered, pages.count > 0, try isEmpty(body) { break }
      pages.append(body)
      size += body.count
      postponement = fetched.postponement ?? postponement
      guard work?.reach(pages.count) != false else { throw .fetch(.cancelled) }
      if notes.isEmpty { notes = fetched.notes }
      first = first ?? WebAddress(fetched.address)
      // A public name may resolve to a private address by now.
      isInside = fetched.isFromInside
      next = try following(fetched, body, number: pages.count, from: first)
    }
    // A single page is an answer as any other.
    let parts = pages.enumerated().map { number, page in
      FeedAnswer.Part(name: pages.count == 1 ? "answer" : "page.\(number + 1)", bytes: page)
    }
    return FeedAnswer(parts: parts, notes: notes, postponement: postponement)
  }

  /// Fetches a page; waits for a busy service in the middle of a list.
  private func answer(
    of address: WebAddress, limit: Int, isBound: Bool, mayBeInside: Bool, waits: inout Int
  ) throws(FeedError) -> Fetched {
    while true {
      do throws(FeedError) {
        return try source.answer(
          of: address, limit: limit, isBound: isBound, mayBeInside: mayBeInside)
      } catch {
        guard isBound, error.isBusy, waits > 0, let seconds = error.retryAfter, seconds <= Self.patience
        else {
          throw error
        }
        waits -= 1
        try source.pause(.seconds(seconds))
      }
    }
  }

  private var isNumbered: Bool { settings.address.map(Self.isNumbered) ?? false }

  static func isNumbered(_ address: WebAddress) -> Bool {
    address.text.contains(placeholder) || address.text.contains("%7Bpage%7D")
  }

  private func page(_ number: Int, of address: WebAddress) throws(FeedError) -> WebAddress {
    guard Self.isNumbered(address) else { return address }
    let text = address.text.replacing("%7Bpage%7D", with: "\(number)").replacing(
      Self.placeholder, with: "\(number)")
    guard let page = WebAddress(text) else { throw .fetch(.notAnAddress) }
    return page
  }

  private func isEmpty(_ bytes: Numbers<UInt8>) throws(FeedError) -> Bool {
    try read(bytes) { reader throws(RecordsError) in try !reader.read() }
  }

  private func read<Value>(
    _ bytes: Numbers<UInt8>, _ value: (inout RecordReader) throws(RecordsError) -> Value
  ) throws(FeedError) -> Value {
    do throws(RecordsError) {
      var reader = try settings.reader(of: bytes, RecordFields())
      return try value(&reader)
    } catch {
      throw .refused("a page is not a list of records: \(error)")
    }
  }

  /// The address in a feed's own link to its next page.
  private func nextPage(inFeed bytes: Numbers<UInt8>) throws(FeedError) -> String? {
    try read(bytes) { reader throws(RecordsError) in reader.nextPage }
  }

  /// The address of the next page; nil after the last one.
  /// - Parameter first: the address of the first page, to which parameters of further pages are added: those of the
  ///   page before may be obsolete.
  private func following(
    _ fetched: Fetched, _ body: Numbers<UInt8>, number: Int, from first: WebAddress?
  ) throws(FeedError) -> WebAddress? {
    guard settings.pages > 1, let asked = WebAddress(fetched.address) else { return nil }
    if isNumbered, let address = settings.address { return try page(number + 1, of: address) }
    switch settings.next {
    case .parameters(let names)?:
      guard case .object(let parameters)? = PageLink.value(at: names, in: body) else { return nil }
      return first?.with(parameters)
    case .address(let names)?:
      let text = PageLink.value(at: names, in: body)?.recordText
      return try text.map { (text) throws(FeedError) in try same(text, asked) }
    case nil:
      var text = fetched.header("link").flatMap(PageLink.next(inHeader:))
      if text == nil { text = try nextPage(inFeed: body) }
      return try text.map { (text) throws(FeedError) in try same(text, asked) }
    }
  }

  /// The address of a next page; an answer must not make us ask another host.
  private func same(_ text: String, _ asked: WebAddress) throws(FeedError) -> WebAddress {
    guard let address = WebAddress(text, relativeTo: asked) else {
      throw .refused("the address of the next page cannot be read")
    }
    let secured = asked.isSecure ? address.secured ?? address : address
    guard secured.hasSameOrigin(as: asked) else {
      throw .refused(
        "the next page is at \(address.host), and the list at \(asked.host): only its own host is asked")
    }
    return secured
  }
}

extension WebAddress {
  /// The address with parameters in its query, replacing those of the same names.
  fileprivate func with(_ parameters: [String: JSONValue]) -> WebAddress? {
    let given = (query ?? "").split(separator: "&").filter {
      parameters[String($0.prefix { $0 != "=" })] == nil
    }
    let added = parameters.sorted { $0.key < $1.key }.compactMap { name, value in
      value.recordText.map { "\(PercentCoding.encode(name))=\(PercentCoding.encode($0))" }
    }
    let query = (given.map(String.init) + added).joined(separator: "&")
    return WebAddress("\(text.prefix { $0 != "?" && $0 != "#" })?\(query)")
  }
}

/// The member of an answer that names the next page.
enum RecordNext: Sendable {
  /// The path to an address.
  case address([String])
  /// The path to an object of parameters for the address of the list.
  case parameters([String])
}

extension SettingForm where Value == RecordNext {
  static var recordNext: Self {
    SettingForm<[String]>.names.orTexts(["parameters"]) {
      .address($0)
    } parts: {
      .parameters($0[0])
    }
  }
}
