import CCurl
import System

/// An absolute http or https address without user name and password.
///
/// Parsed by libcurl, so that the checked host is the one that is connected to.
public struct WebAddress: Sendable, Hashable {
  /// In full: dot segments resolved, invalid bytes percent-encoded.
  public let text: String
  public let isSecure: Bool
  /// In lower case; an IPv6 address in brackets.
  public let host: String
  public let port: Int
  /// Begins with a slash; percent-encoded.
  public let path: String
  /// Without the question mark; percent-encoded.
  public let query: String?

  /// - Returns: nil for anything but an absolute http or https address.
  public init?(_ text: String) { self.init(steps: [text]) }

  /// Resolves a reference (RFC 3986); nil if the result is not an http or https address.
  public init?(_ reference: String, relativeTo base: WebAddress) {
    self.init(steps: [base.text, reference])
  }

  /// The same address over TLS; nil if it is secure already or names a port.
  public var secured: WebAddress? {
    guard !isSecure, port == 80 else { return nil }
    return WebAddress("https" + text.dropFirst(4))
  }

  /// Scheme, host, and port unless it is the scheme's default.
  public var origin: String {
    "\(isSecure ? "https" : "http")://\(host)\(port == (isSecure ? 443 : 80) ? "" : ":\(port)")"
  }

  /// Whether a header meant for one may be sent to the other.
  package func hasSameOrigin(as other: WebAddress) -> Bool {
    origin == other.origin
  }

  /// The target of a `Location` header.
  package func redirected(to location: String) throws(FetchError) -> WebAddress {
    guard let target = WebAddress(location, relativeTo: self) else { throw .badRedirect(host: host) }
    guard target.isSecure || !isSecure else { throw .insecureRedirect(host: host) }
    return target
  }

  private init?(steps: [String]) {
    guard let parser = curl_url() else { return nil }
    defer { curl_url_cleanup(parser) }
    let flags = UInt32(CURLU_DISALLOW_USER | CURLU_ALLOW_SPACE | CURLU_URLENCODE)
    for step in steps {
      // A C string would end at a NUL, and the rest would go unchecked.
      guard !step.utf8.contains(0), curl_url_set(parser, CURLUPART_URL, step, flags) == CURLUE_OK
      else { return nil }
    }
    func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parser, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
      defer { curl_free(text) }
      return String(cString: text)
    }
    guard let scheme = part(CURLUPART_SCHEME), scheme == "http" || scheme == "https",
      let text = part(CURLUPART_URL), let host = part(CURLUPART_HOST), !host.isEmpty,
      let port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT)?.number(in: 0...65_535)
    else { return nil }
    self.text = text
    self.isSecure = scheme == "https"
    self.host = host.lowercased()
    self.port = port
    self.path = part(CURLUPART_PATH) ?? "/"
    self.query = part(CURLUPART_QUERY)
  }
}
