import HTTPServer

/// The body of a POST, and the page that sent it.
struct SentForm: Sendable {
  let isOurs: Bool
  /// Whether our script sent it, which asks for JSON.
  let isForScript: Bool
  /// Path and query of the page that sent it; nil for a page of another site.
  private let target: String?
  /// Scheme and host of the page that sent a refused form, as far as the browser tells.
  let page: String?
  private let type: String
  private let bytes: [UInt8]

  /// Characters of a host in a sentence, and of an address to return to.
  private static let hostLimit = 100
  private static let targetLimit = 8_000

  init(_ request: Request) {
    isOurs = SameOrigin.allows(request)
    isForScript = request.header("Accept")?.hasPrefix("application/json") ?? false
    let referer = request.header("Referer")
    target = referer.flatMap { SameOrigin.target(of: $0, request) }
    let sender = (request.header("Origin") ?? referer)?.split(separator: "/", maxSplits: 3)
    page = sender.flatMap { $0.count > 1 ? "\($0[0])//\($0[1].prefix(Self.hostLimit))" : nil }
    type = request.header("Content-Type") ?? "application/x-www-form-urlencoded"
    bytes = request.body
  }

  /// Nil for a body of another type.
  var fields: QueryReader? {
    let name = type.prefix(while: { $0 != ";" }).filter { $0 != " " }.lowercased()
    return name == "application/x-www-form-urlencoded" ? QueryReader(bytes[...]) : nil
  }

  /// The page that a form was sent from, else the list.
  func page(in visit: Visit) -> String {
    let (list, base) = (visit.addresses.list(), visit.addresses.base)
    // `//` and a backslash would lead to another host.
    guard let target, target.utf8.count <= Self.targetLimit, target.hasPrefix("\(base)/"),
      !target.hasPrefix("//"), target.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
    else { return list }
    // A refusal stands under the address that the refused form was sent to.
    let match = RouteMatch(Array(target.utf8), .get, below: visit.addresses.baseBytes)
    return match.route == .otherMethod ? list : target
  }
}
