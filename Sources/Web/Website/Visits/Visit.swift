import Catalogs
import Favorites
import HTTPServer

/// A request for its handler: with the query, the state of the list, and the context of the page that it asks for.
@dynamicMemberLookup
struct Visit: Sendable {
  private(set) var call: Call
  let query: QueryReader
  let state: ListState
  let context: PageContext

  init(_ call: Call) {
    let (own, kept, isKiosk) = (call.edition.context, call.preferences, call.isKiosk)
    let query = QueryReader(call.match.query)
    let state = ListState(query, textLimit: Self.textLimit(in: call.edition), of: own.catalog)
    var preferences = kept
    preferences.view = state.view ?? kept.view
    if !isKiosk, query["sort"] != nil {
      preferences.sort = state.sort == own.catalog.sort ? nil : state.sort
    }
    let context = own.with(preferences)
    let view = isKiosk ? .grid : preferences.view
    let pane = state.pane ?? (state.asksForList ? nil : kept.pane)
    self.state = state.with(\.view, view == own.looks.view ? nil : view).with(\.pane, isKiosk ? nil : pane)
    (self.call, self.query, self.context) = (call, query, isKiosk ? context.atKiosk : context)
  }

  subscript<Value>(dynamicMember member: KeyPath<Call, Value>) -> Value { call[keyPath: member] }

  /// The same with the favorites, where a disk has to be read for them. May wait.
  var withFavorites: Visit {
    var visit = self
    visit.call = call.withFavorites
    return visit
  }

  var addresses: Addresses { context.addresses }
  /// The origin for other devices; nil if only this machine itself reaches the show. May wait.
  var sharedOrigin: Origin? {
    if call.sender.isFromInside { return call.site.reachable.best(for: call.origin) }
    return call.origin.isLoopback ? nil : call.origin
  }
  /// Origins of this machine under which others don't reach the server, because it listens on loopback only. May wait.
  var possibleOrigins: [Origin] { call.sender.isFromInside ? call.site.possible.all : [] }
  /// All origins of this server that the visitor may know. May wait.
  var reachableOrigins: [Origin] { call.sender.isFromInside ? call.site.reachable.all : [] }

  /// The search text as it was sent, so that late answers can be told; cut like ``state``'s.
  var typed: String { query["q", textLimit] ?? "" }
  var textLimit: Int { Self.textLimit(in: call.edition) }

  private static func textLimit(in edition: Edition) -> Int {
    edition.search == nil ? QueryReader.valueLimit : SearchHandler.textLimit
  }

  /// The refusal of a page that shows nothing but favorites, where there are none to show.
  var refusalWithoutFavorites: Reply {
    if call.sent.isAmbiguous { return .refusal(409) }
    return call.isWithoutFavorites
      ? .refusal(503, sentence: call.language.text(.notReadable)) : .refusal(404)
  }
}
