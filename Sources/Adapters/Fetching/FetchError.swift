/// The reason why a fetch failed; one sentence.
///
/// Cases hold neither paths nor queries nor headers, so that API keys stay out of logs.
public enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
  case notAnAddress
  case badHeader
  case hostNotAllowed(host: String)
  case privateAddress(host: String)
  /// A redirect from a private address to another host at a private address.
  case privateRedirect(host: String, target: String)
  /// A link-local address, or a service that hands out credentials of this machine.
  case forbiddenAddress(host: String)
  /// A redirect to anything but an http or https address without a user name.
  case badRedirect(host: String)
  /// A redirect from https to http.
  case insecureRedirect(host: String)
  case tooManyRedirects(host: String, limit: Int)
  case unknownHost(host: String)
  case unreachable(host: String, reason: String)
  case untrusted(host: String, reason: String)
  case timedOut(host: String, after: Duration)
  case tooLarge(host: String, limit: Int)
  /// The response ended early or was not HTTP.
  case broken(host: String, reason: String)
  case cancelled

  public var description: String {
    switch self {
    case .notAnAddress: "this is not an http or https address"
    case .badHeader: "a header of the request holds control characters"
    case .hostNotAllowed(let host): "\(host) is not among the allowed hosts"
    case .privateAddress(let host): "\(host) lies at a private address, which is not allowed here"
    case .privateRedirect(let host, let target):
      "\(host) redirects to \(target), another private host; write that address into the show's file"
    case .forbiddenAddress(let host):
      "\(host) is a link-local address or a metadata service, which is never allowed"
    case .badRedirect(let host):
      "\(host) redirects to something other than an http or https address without a user name"
    case .insecureRedirect(let host): "\(host) redirects from https to http"
    case .tooManyRedirects(let host, let limit): "\(host) redirects more than \(limit) times"
    case .unknownHost(let host): "the name \(host) was not found"
    case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
    case .untrusted(let host, let reason): "\(host) cannot be trusted: \(reason)"
    case .timedOut(let host, let limit): "\(host) did not answer in full within \(limit)"
    case .tooLarge(let host, let limit): "the answer of \(host) is larger than \(limit) bytes"
    case .broken(let host, let reason): "the answer of \(host) is broken: \(reason)"
    case .cancelled: "the fetch was cancelled"
    }
  }
}
